import type { Locator } from 'playwright-core';

/** Taps as a person does who has seen what is there: once the control stands, and nothing near it is still changing. */
export async function tap(control: Locator): Promise<void> {
  await stands(control);
  await control.click();
}

/** Taps an option, and sees that it is the chosen one. */
export async function choose(option: Locator): Promise<void> {
  await tapLabel(option);
  await option.and(option.page().getByRole('radio', { checked: true })).waitFor();
}

/** The same for what changes once main has kept it: the words of an option or a switch, which belong to it, take the tap. */
export async function tapLabel(control: Locator): Promise<void> {
  await stands(control);
  const words = await control.evaluateHandle((input) => input.closest('label') ?? input);
  await words.click();
}

/** No person could say by a name that the window is still settling: it says so itself (src-renderer/ui/tap-guard.ts). */
async function stands(control: Locator): Promise<void> {
  await control.waitFor();
  await control.page().waitForFunction(() => document.documentElement.dataset.settling === undefined);
}
