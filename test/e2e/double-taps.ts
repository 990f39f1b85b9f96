import type { Locator, Page } from 'playwright-core';

/** Milliseconds between the two taps of a finger that meant to tap once. */
export const gaps = [80, 150, 300, 450] as const;

export interface TapTarget {
  readonly words: string;
  readonly x: number;
  readonly y: number;
}

export const tapTargetsOf = (controls: Locator): Promise<readonly TapTarget[]> =>
  controls.evaluateAll((elements) =>
    elements.flatMap((found) => {
      // A touch on a label counts for its radio button or checkbox.
      const element = found.closest('label') ?? found;
      if (element.matches(':disabled, [data-disabled]')) return [];
      const { x, y, width, height } = element.getBoundingClientRect();
      const at = { x: x + width / 2, y: y + height / 2 };
      const hit = document.elementFromPoint(at.x, at.y);
      return hit !== null && element.contains(hit)
        ? [{ words: element.getAttribute('aria-label') ?? element.textContent, ...at }]
        : [];
    }),
  );

/** Stops the page's clock for the test, after one second in which the screen did not change. */
export async function holdClock(page: Page): Promise<void> {
  // On a busy computer the requested moment may be over when the clock stops.
  const holdIn = async (ms: number): Promise<void> =>
    page.clock
      .pauseAt(await page.evaluate((ahead) => Date.now() + ahead, ms))
      .catch((error: unknown) => (ms > 60_000 ? Promise.reject(error) : holdIn(4 * ms)));
  await holdIn(1_000);
  await page.clock.runFor(1_000);
}
