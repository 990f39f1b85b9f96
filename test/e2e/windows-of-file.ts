import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import type { Language } from '../../src-main/shared/languages.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import type { CommandName } from '../../src-main/shared/window-commands.ts';
import { cashierView } from '../fakes/sample-views.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { actionsIn } from './cashier-hands.ts';
import { createFinger } from './finger.ts';
import { type OpenedPage, type OpenOptions, openPage } from './render-page.ts';

/** Opens windows as they are built for users, and closes them at the end of the test. */
export function windowsOfFile(): <R extends 'cashier' | 'customer'>(options: OpenOptions<R>) => Promise<OpenedPage<R>> {
  const left: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(left.splice(0).map((close) => close()));
  });
  return async (options) => {
    const opened = await openPage(options);
    left.push(opened.close);
    return opened;
  };
}

/** Prepares a window whose time a test can stop. */
export async function withClock({ clock }: Page): Promise<void> {
  await clock.install();
  // The previous test may have stopped the time, and a page does not load without it.
  await clock.resume();
}

interface CashierOptions extends Omit<OpenOptions<'cashier'>, 'role' | 'view'> {
  readonly language?: Language;
  /** By default 1024 x 768, or the size of the narrow panel. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** Opens cashier windows on a touch display. Main gives the gallery's answers, except for those in `answers`. */
export function cashiersOfFile() {
  const openWindow = windowsOfFile();
  return async (part: Partial<CashierView> = {}, options: CashierOptions = {}) => {
    const { form = 'full' } = part;
    const { language = 'en', size = form === 'full' ? { width: 1024, height: 768 } : { width: 360, height: 768 } } =
      options;
    const opened = await openWindow({
      ...options,
      role: 'cashier',
      view: cashierView(language, part),
      answers: { ...placeAnswers, ...options.answers },
      context: { hasTouch: true, viewport: size, ...options.context },
    });
    const { page, sent } = opened;
    const finger = createFinger(() => page);
    return {
      ...opened,
      ...actionsIn(() => page),
      finger,
      button: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }),
      field: (name: string) => page.getByRole('textbox', { name, exact: true }),
      /** A finger touches these buttons one after another. */
      async touch(...names: readonly string[]): Promise<void> {
        for (const name of names) await finger.tap('button', name);
      },
      /** Main answers this command when `answerNow` is called. */
      answerLate: (name: CommandName): Promise<void> =>
        page.evaluate((command) => {
          const { promise, resolve } = Promise.withResolvers();
          window.fakeMain.answer({ [command]: promise as never });
          Reflect.set(window, 'answerNow', resolve);
        }, name),
      answerNow: (answer: unknown): Promise<void> =>
        page.evaluate((result) => Reflect.get(window, 'answerNow')(result), answer),
      showPart: (next: Partial<CashierView>) => opened.show(cashierView(language, { ...next, form })),
      names: async () => (await sent()).map(({ name }) => name),
      sentOf: async (wanted: string) => (await sent()).flatMap(({ name, input }) => (name === wanted ? [input] : [])),
    };
  };
}
