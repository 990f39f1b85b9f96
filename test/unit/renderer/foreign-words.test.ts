import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Foreign } from '../../../src-renderer/text/foreign.tsx';
import { projectFiles } from '../../fakes/project-files.ts';

/** Text from outside may appear only through `Foreign` (src-renderer/text/foreign.tsx) or as a value of a sentence. */

const written =
  'reference|till|externalId|vendorName|storeId|shopName|extensions|detail|description|text|name|label|path|traceId';
/** A member named in `written`, as a child of an element (`{row.reference}`) or in our own text (`· ${row.till}`). */
const raw = new RegExp(
  `(?:(?<![=$\\w(])\\{|\\$\\{)(?!words\\.)(?:(?:\\w+\\??\\.)+(?:${written})(?: \\?\\? [^{}]*)?|reward)\\}`,
  'g',
);
/** React keys are not visible. */
const unseen = /\bkey=\{`[^`]*`\}/g;

const breachesIn = (text: string): readonly string[] =>
  [...text.replaceAll(unseen, '').matchAll(raw)].map(([found]) => found);

test('no window shows a foreign name, reference or word unchanged', () => {
  const breaches = projectFiles('src-renderer/**/*.tsx').flatMap(({ path, text }) =>
    breachesIn(text).map((found) => `${path}: ${found}`),
  );
  expect(breaches, 'show it with <Foreign text={...} />').toEqual([]);
});

test('a foreign text is shown isolated, shortened and without invisible characters', () => {
  const drawn = renderToStaticMarkup(createElement(Foreign, { text: `\u202eTi\u200bll ${'x'.repeat(3_000)}` }));
  expect(drawn).toMatch(/^<bdi>Till x{50,300}…?<\/bdi>$/);
});

test.each([
  ['<b>{reward.name}</b>', 1],
  ['<li>{reward}</li>', 1],
  ['{item.vendorName ?? item.storeId}', 1],
  ['{row.till !== null && ` · $' + '{row.till}`}', 1],
  ['<Foreign text={row.reference} />', 0],
  ['<li key={`$' + '{row.till} $' + '{row.reference}`}>', 0],
  ["{t('revoke', { name: till.name })}", 0],
])('in the source %s the check finds this number of breaches: %i', (source, count) => {
  expect(breachesIn(source)).toHaveLength(count);
});
