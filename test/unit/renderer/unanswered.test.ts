import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Cashier, CashierContext } from '../../../src-renderer/cashier/cashier-context.tsx';
import { Unanswered } from '../../../src-renderer/cashier/query-state.tsx';

const cashier = { t: (key: string) => key } as unknown as Cashier;
const drawn = (hasFailed: boolean): string =>
  renderToStaticMarkup(
    createElement(
      CashierContext.Provider,
      { value: cashier },
      createElement(Unanswered, { of: { hasFailed, again: () => undefined } }),
    ),
  );

test('a page that could not be read has a button that asks again', () => {
  expect(drawn(true)).toMatch(/<button[^>]*>.*tryAgain<\/button>/);
});

test('a page shows no message before its answer arrives', () => {
  expect(drawn(false)).toBe('');
});
