import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilPressed } from '../electron/tap.ts';
import { taskTaps } from '../gallery/task-taps.ts';

/** One finger on the cashier's screen. It counts its touches, which are the cost of a task. */
export function createFinger(page: () => Page) {
  let count = 0;
  return {
    /** Touches a control once nothing near it changes. */
    async tap(role: 'button' | 'tab' | 'radio' | 'textbox', name: string | RegExp): Promise<void> {
      const control = page().getByRole(role, typeof name === 'string' ? { name, exact: true } : { name });
      count += 1;
      await untilPressed(control, () => touch(control));
    },
    taps: () => count,
  };
}

export function expectTaps(task: keyof typeof taskTaps, counted: number): void {
  expect(counted, `taps of "${task}"`).toBe(taskTaps[task].taps);
}

export async function middleOf(control: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await control.boundingBox();
  if (box === null) throw new Error('the control is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function touch(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(control);
  const cdp = await control.page().context().newCDPSession(control.page());
  const at = { x: Math.round(x), y: Math.round(y) };
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await cdp.detach();
}
