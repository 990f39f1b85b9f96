import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { customerView } from '../fakes/sample-screens.ts';
import { cashierView } from '../fakes/sample-views.ts';
import { windowsOfFile } from './windows-of-file.ts';

const openWindow = windowsOfFile();

/** Records timers and frames of the page, whose time the test advances. */
async function noteTimers(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const came: string[] = [];
    Object.assign(window, { came });
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const) {
      const set = window[name] as (run: (now: number) => void, ms?: number) => number;
      const noted = (run: (now: number) => void, ms?: number): number =>
        set((now) => {
          came.push(`${name} ${ms}`);
          run(now);
        }, ms);
      Object.assign(window, { [name]: noted });
    }
  });
}

test.each([
  { role: 'cashier', view: cashierView('en') },
  { role: 'customer', view: customerView({ kind: 'idle' }, 'en') },
] as const)(
  'the window of the $role at rest runs no timer, draws no frame, and nothing moves or blinks',
  async (what) => {
    const opened = await openWindow({ ...what, prepare: noteTimers } as Parameters<typeof openWindow>[0]);
    const { page } = opened;
    await page.clock.runFor(60_000);
    await page.evaluate(() => {
      (window as unknown as { came: string[] }).came.length = 0;
    });
    await page.clock.runFor(600_000);
    const seen = await page.evaluate(() => ({
      came: (window as unknown as { came: string[] }).came,
      moving: document.getAnimations().length,
    }));
    expect(seen).toEqual({ came: [], moving: 0 });
    const carets = await page
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).getPropertyValue('caret-animation')));
    expect(carets).toEqual(what.role === 'cashier' ? ['manual'] : []);
  },
);
