import type { Locator } from 'playwright-core';

/** Taps as a person does who has seen what is there: once the control stands, and nothing near it is still changing. */
export async function tap(control: Locator): Promise<void> {
  await control.waitFor();
  await control.page().waitForFunction(() => document.documentElement.dataset.settling === undefined);
  await control.click();
}
