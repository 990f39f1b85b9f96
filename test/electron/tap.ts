import type { Locator } from 'playwright-core';

/**
 * Presses a control once it is visible, enabled, still and not covered. Like a press by a screen reader it has no pointer,
 * so it need not wait for the tap guard. `untilPressed` is for touches.
 */
export async function tap(control: Locator): Promise<void> {
  await control.click({ trial: true });
  await press(control);
}

export async function choose(option: Locator): Promise<void> {
  await tapLabel(option);
  await option.and(option.page().getByRole('radio', { checked: true })).waitFor();
}

/** Presses a control whose label is drawn in its place. */
export async function tapLabel(control: Locator): Promise<void> {
  const label = await control.evaluateHandle((input: HTMLElement) => input.closest('label') ?? input);
  await label.click({ trial: true });
  await press(control);
}

/** As with a pointer, the field that had the focus loses it. */
const press = (control: Locator): Promise<void> =>
  control.evaluate((element: HTMLElement) => {
    element.focus({ preventScroll: true });
    element.click();
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
      new MutationObserver((changes) => {
        if (changes.some(isIgnored)) seen.isPressed = false;
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ignored'] });
      return seen;
    });
    await touch();
    // If the page disappeared, the touch was handled.
    isPressed = await watched.evaluate((seen) => seen.isPressed).catch(() => true);
  }
}

/** Waits until the window marks that it no longer changes. */
export async function untilSteady(control: Locator): Promise<void> {
  await control.waitFor();
  // Asking at each frame would make the window paint all the time.
  const hasSettled = () => document.documentElement.dataset.settling === undefined;
  await control.page().waitForFunction(hasSettled, null, { polling: 50 });
}
