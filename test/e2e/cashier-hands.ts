import type { Locator, Page } from 'playwright-core';
import { choose, tap } from '../electron/tap.ts';

/**
 * The actions and observations of a person in the cashier window; every element is found by its role and accessible
 * name.
 */
export interface CashierHands {
  press(name: string): Promise<void>;
  openTab(name: string): Promise<void>;
  /** Chooses one of several options side by side. */
  choose(option: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  /** Waits until these words are anywhere in the window. */
  sees(words: string | RegExp): Promise<void>;
  /** Waits until the current sale shows these words: its state, and the texts beside it. */
  saleIs(state: string): Promise<void>;
  /** The sign of training in the status bar. */
  training(): Locator;
}

/** `page` returns the current window, which changes after a restart or in its other form. */
export const handsOn = (page: () => Page): CashierHands => ({
  press: (name) => tap(page().getByRole('button', { name, exact: true })),
  openTab: (name) => tap(page().getByRole('tab', { name, exact: true })),
  choose: (name) => choose(page().getByRole('radio', { name, exact: true })),
  fill: (name, value) => page().getByRole('textbox', { name, exact: true }).fill(value),
  sees: (words) => seesIn(page(), words),
  saleIs: (state) =>
    page()
      .getByRole('region', { name: 'Current sale' })
      .getByRole('list', { name: 'State' })
      .getByText(state, { exact: true })
      .waitFor(),
  training: () => page().getByRole('region', { name: 'Status' }).getByText('TRAINING', { exact: true }),
});

/** Waits until these words are in the window, any number of times. */
export const seesIn = (page: Page | Locator, words: string | RegExp): Promise<void> =>
  page.getByText(words).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
