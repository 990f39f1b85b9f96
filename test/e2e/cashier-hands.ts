import type { Locator, Page } from 'playwright-core';
import { choose, tap } from '../electron/tap.ts';

/**
 * The actions and the view of a person at the cashier window. Elements are found by role and accessible name. `page`
 * returns the current window, which a restart or another form replaces.
 */
export const actionsIn = (page: () => Page) => ({
  press: (name: string) => tap(page().getByRole('button', { name, exact: true })),
  openTab: (name: string) => tap(page().getByRole('tab', { name, exact: true })),
  choose: (name: string) => choose(page().getByRole('radio', { name, exact: true })),
  fill: (name: string, value: string) => page().getByRole('textbox', { name, exact: true }).fill(value),
  sees: (words: string | RegExp) => seesIn(page(), words),
  /** Waits until the current sale shows this text: its state or a text beside it. */
  saleIs: (state: string) =>
    page()
      .getByRole('region', { name: 'Current sale' })
      .getByRole('list', { name: 'State' })
      .getByText(state, { exact: true })
      .waitFor(),
  training: () => page().getByRole('region', { name: 'Status' }).getByText('TRAINING', { exact: true }),
});

/** Waits until the text is in the window, once or more often. */
export const seesIn = (page: Page | Locator, words: string | RegExp): Promise<void> =>
  page.getByText(words).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
