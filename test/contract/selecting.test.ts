import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Ways to select an element by place, class or tag instead of its name. */
const byOtherMeans = [
  /\.(?:first|last)\(\)/,
  /\.nth\(/,
  /\blocator\(\s*['"`]/,
  /getByTestId\(/,
  /\bquerySelector(?:All)?(?:<\w+>)?\(\s*['"`]/,
];

/** Elements that have no name for people, or that are compared as a whole. */
const allowed: readonly (readonly [file: string, words: string])[] = [
  // A text that is only read may occur more than once.
  ['cashier-hands.ts', 'page.getByText(words).filter({ visible: true }).first().waitFor('],
  // Pages of an attacker.
  ['cross-site.test.ts', "document.querySelector('iframe')"],
  ['cross-site.test.ts', "document.querySelector('form')"],
  // The reaction to an ignored tap has no name. Any element of the page must keep its place.
  ['double-tap.test.ts', "document.querySelectorAll('[data-unheard]')"],
  ['double-tap.test.ts', "document.querySelectorAll('#root *')"],
  ['dock.test.ts', "document.querySelectorAll('button, input, textarea, [role=tab]')"],
  // The placeholder before the sentences are loaded has no name.
  ['both-painted.ts', "document.querySelector('main:not(.starting)')"],
  // The slot also exists while it is empty, and a key on a button is not read out.
  ['look-through.ts', "document.querySelectorAll('.verbs__next')"],
  ['payment.test.ts', "document.querySelectorAll('[data-hint]')"],
  // The check needs every control and text, and their backgrounds.
  ['look-through.ts', "document.querySelector('main')"],
  ['look-through.ts', "document.querySelectorAll('h1, h2, h3')"],
  ['page-checks.ts', "document.querySelector('main')"],
  [
    'page-checks.ts',
    "document.querySelectorAll<HTMLElement>('button, [role=tab], label:has(input), input[type=text]')",
  ],
  ['page-checks.ts', "document.querySelectorAll('*')"],
  ['page-checks.ts', "stage.querySelectorAll<HTMLElement>('h1, h2, p, dd, canvas, li')"],
];

test('specs select elements by role and name, so that a screen reader finds them too', () => {
  const found = globSync('test/{e2e,electron}/*.ts', { cwd: root }).flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => byOtherMeans.some((way) => way.test(line)))
      .filter((line) => !allowed.some(([file, words]) => basename(path) === file && line.includes(words)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
