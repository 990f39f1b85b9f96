import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sections = new Set(
  [...readFileSync(join(root, 'docs/receipt-service.md'), 'utf8').matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(
    ([, number = '']) => number,
  ),
);
const files = globSync('{src-main,src-renderer,test,scripts}/**/*.{ts,tsx,md}', { cwd: root });

test('docs/receipt-service.md has the nine sections that the code cites', () => {
  expect(['1', '2', '3', '4', '5', '6', '7', '8', '9'].filter((number) => !sections.has(number))).toEqual([]);
});

test('every cited section of receipt-service.md exists', () => {
  const missing = files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/receipt-service\.md,?(?: section)? (\d+(?:\.\d+)?)/g)]
      // "5.8" cites rule 8 of the list in section 5, "Sign-in".
      .map(([, number = '']) => number)
      .filter((number) => !sections.has(number) && !(number.startsWith('5.') && sections.has('5')))
      .map((number) => `${path}: ${number}`),
  );
  expect(missing).toEqual([]);
});

test('no file cites the interface document, the service rules or pos-api.md, which are not in the repository', () => {
  const cited = files.filter(
    (path) =>
      !path.endsWith('citations.test.ts') &&
      /interface document|service rules|pos-api\.md/i.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(cited).toEqual([]);
});
