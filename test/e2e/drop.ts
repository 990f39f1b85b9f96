import type { Locator } from 'playwright-core';
import { middleOf } from './finger.ts';

export interface Dragged {
  readonly files?: readonly string[];
  readonly words?: string;
}

/** Drags something from outside and drops it on this control, with the browser's own drag instead of page events. */
export async function drop(onto: Locator, { files = [], words }: Dragged): Promise<void> {
  await onto.scrollIntoViewIfNeeded();
  const page = onto.page();
  const chromium = await page.context().newCDPSession(page);
  const items = words === undefined ? [] : [{ mimeType: 'text/plain', data: words }];
  const data = { items, files: [...files], dragOperationsMask: 1 };
  const at = await middleOf(onto);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await chromium.send('Input.dispatchDragEvent', { type, ...at, data });
  await chromium.detach();
}
