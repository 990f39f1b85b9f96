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

/** Elements that are not meant for people, or that are compared as a whole. */
const allowed: readonly (readonly [file: string, words: string])[] = [
  // A text that is only read may occur any number of times.
  ['cashier-hands.ts', 'page.getByText(words).filter({ visible: true }).first().waitFor('],
  // These are pages of an attacker, not windows of the app.
  ['cross-site.test.ts', "document.querySelector('iframe')"],
  ['cross-site.test.ts', "document.querySelector('form')"],
  // A pulse has no name. An element that must not move is any element of the page.
  ['double-tap.test.ts', "document.querySelectorAll('[data-unheard]')"],
  ['double-tap.test.ts', "document.querySelectorAll('#root *')"],
  ['dock.test.ts', "document.querySelectorAll('button, input, textarea, [role=tab]')"],
  // The placeholder that is shown until the sentences are loaded has no name.
  ['both-painted.ts', "document.querySelector('main:not(.starting)')"],
  // The slot of the next step also exists while it is empty, and a key drawn on a button is not read out.
  ['look-through.ts', "document.querySelectorAll('.verbs__next')"],
  ['payment.test.ts', "document.querySelectorAll('[data-hint]')"],
  // The check needs every control and every text, and the background below the text.
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
