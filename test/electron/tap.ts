import type { Locator } from 'playwright-core';

/** Taps as a person does who has seen what is there: once the control stands, and nothing near it is still changing. */
export async function tap(control: Locator): Promise<void> {
  await stands(control);
  await control.click();
}

/** Taps an option, and sees that it is the chosen one. */
export async function choose(option: Locator): Promise<void> {
  await bring(option);
  await option.check({ force: true });
}

/** The same for what main decides: a switch or an option that changes once it is kept. */
export async function tapLabel(control: Locator): Promise<void> {
  await bring(control);
  await control.click({ force: true });
}

/** The words around the round thing of an option take its tap, hence the force; so nothing may lie above them. */
async function bring(control: Locator): Promise<void> {
  await control.evaluate((input) => input.scrollIntoView({ block: 'center' }));
  await stands(control);
}

/** No person could say by a name that the window is still settling: it says so itself (src-renderer/ui/tap-guard.ts). */
async function stands(control: Locator): Promise<void> {
  await control.waitFor();
  await control.page().waitForFunction(() => document.documentElement.dataset.settling === undefined);
}
