import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Unanswered } from '../../../src-renderer/cashier/query-state.tsx';
import { inLanguage } from '../../fakes/texts.ts';

const drawn = (hasFailed: boolean): string =>
  inLanguage('en', () =>
    renderToStaticMarkup(createElement(Unanswered, { of: { hasFailed, again: () => undefined } })),
  );

test('a page that could not be read has a button that asks again', () => {
  expect(drawn(true)).toMatch(/<button[^>]*>.*Try again<\/button>/);
});

test('a page shows no message before its answer arrives', () => {
  expect(drawn(false)).toBe('');
});
