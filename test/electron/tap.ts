import type { Locator } from 'playwright-core';

/** Taps as a person does who has seen what is there: once the control stands, and nothing near it is still changing. */
export const tap = (control: Locator): Promise<void> => untilHeard(control, () => control.click());

/** Taps an option, and sees that it is the chosen one. */
export async function choose(option: Locator): Promise<void> {
  await tapLabel(option);
  await option.and(option.page().getByRole('radio', { checked: true })).waitFor();
}

/** The same for what changes once main has kept it: the words of an option or a switch, which belong to it, take the tap. */
export const tapLabel = (control: Locator): Promise<void> =>
  untilHeard(control, async () => {
    const words = await control.evaluateHandle((input) => input.closest('label') ?? input);
    await words.click();
  });

/**
 * Touches the control once it stands. What changed under the finger at that very moment has not heard it and says so
 * (src-renderer/ui/tap-guard.ts): whoever sees that touches it again.
 */
export async function untilHeard(control: Locator, touch: () => Promise<void>): Promise<void> {
  for (let isHeard = false; !isHeard; ) {
    await stands(control);
    const watched = await control.evaluateHandle(() => {
      const seen = { isHeard: true };
      const isUnheard = ({ target }: MutationRecord) => target instanceof HTMLElement && 'unheard' in target.dataset;
      new MutationObserver((changes) => {
        if (changes.some(isUnheard)) seen.isHeard = false;
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-unheard'] });
      return seen;
    });
    await touch();
    // A page that went with the touch has heard it.
    isHeard = await watched.evaluate((seen) => seen.isHeard).catch(() => true);
  }
}

/** No person could say by a name that the window is still settling: it says so itself. */
export async function stands(control: Locator): Promise<void> {
  await control.waitFor();
  // Asked at each frame it would have the window painted all the while.
  const hasSettled = () => document.documentElement.dataset.settling === undefined;
  await control.page().waitForFunction(hasSettled, null, { polling: 50 });
}
