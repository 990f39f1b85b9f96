import type { Locator } from 'playwright-core';

/** Taps like a person who has seen the screen: once nothing near the control changes. */
export const tap = (control: Locator): Promise<void> => untilPressed(control, () => control.click());

export async function choose(option: Locator): Promise<void> {
  await tapLabel(option);
  await option.and(option.page().getByRole('radio', { checked: true })).waitFor();
}

/** Taps the label of a control that changes after main has saved a value. */
export const tapLabel = (control: Locator): Promise<void> =>
  untilPressed(control, async () => {
    const words = await control.evaluateHandle((input) => input.closest('label') ?? input);
    await words.click();
  });

/**
 * Touches a control once nothing near it changes. A control that ignored the touch marks that
 * (src-renderer/ui/tap-guard.ts), and a person who sees that touches again.
 */
export async function untilPressed(control: Locator, touch: () => Promise<void>): Promise<void> {
  for (let isPressed = false; !isPressed; ) {
    await untilSteady(control);
    const watched = await control.evaluateHandle(() => {
      const seen = { isPressed: true };
      const isIgnored = ({ target }: MutationRecord) => target instanceof HTMLElement && 'ignored' in target.dataset;
      const observer = new MutationObserver((changes) => {
        if (changes.some(isIgnored)) seen.isPressed = false;
      });
      observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ignored'] });
      return { seen, observer };
    });
    await touch();
    // If the page disappeared, the touch was handled.
    isPressed = await watched
      .evaluate(({ seen, observer }) => {
        observer.disconnect();
        return seen.isPressed;
      })
      .catch(() => true);
  }
}

/** Waits until the window marks that it no longer changes. */
export async function untilSteady(control: Locator): Promise<void> {
  await control.waitFor();
  // Asking at each frame would make the window paint all the time.
  const hasSettled = () => document.documentElement.dataset.settling === undefined;
  await control.page().waitForFunction(hasSettled, null, { polling: 50 });
}
