import type { Locator, Page } from 'playwright-core';
import { choose, tap } from '../electron/tap.ts';

/** What a person at the cashier's window does and reads: everything by its role and by the name a screen reader says. */
export interface CashierHands {
  press(name: string): Promise<void>;
  openTab(name: string): Promise<void>;
  /** One of the options that stand beside each other. */
  choose(option: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  /** Waits until these words stand somewhere in the window. */
  sees(words: string | RegExp): Promise<void>;
  /** Waits until the sale in hand says this of itself: its state, and what stands beside it. */
  saleIs(state: string): Promise<void>;
  /** The sign of training in the status bar. */
  training(): Locator;
}

/** `page`: the window of now; it is another one after a restart or in its other form. */
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

/** Waits until these words stand somewhere in the window, as often as they like. */
export const seesIn = (page: Page | Locator, words: string | RegExp): Promise<void> =>
  page.getByText(words).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
