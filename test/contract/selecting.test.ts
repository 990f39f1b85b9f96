import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The ways in which a spec could select an element by place, class or tag instead of its name. */
const byOtherMeans = [
  /\.(?:first|last)\(\)/,
  /\.nth\(/,
  /\blocator\(\s*['"`]/,
  /getByTestId\(/,
  /\bquerySelector(?:All)?(?:<\w+>)?\(\s*['"`]/,
];

/** Elements that are not meant for people, or that are compared as a whole. */
const allowed: readonly (readonly [file: string, words: string])[] = [
  // Text that is only read may occur any number of times.
  ['cashier-hands.ts', 'page.getByText(words).filter({ visible: true }).first().waitFor('],
  // Pages of the attacker, which are no windows of ours.
  ['cross-site.test.ts', "document.querySelector('iframe')"],
  ['cross-site.test.ts', "document.querySelector('form')"],
  // A pulse has no name, and an element that must not move is the whole page.
  ['double-tap.test.ts', "document.querySelectorAll('[data-unheard]')"],
  ['double-tap.test.ts', "document.querySelectorAll('#root *')"],
  ['dock.test.ts', "document.querySelectorAll('button, input, textarea, [role=tab]')"],
  // A placeholder that is shown until its sentences are loaded has none.
  ['both-painted.ts', "document.querySelector('main:not(.starting)')"],
  // The slot of the next step is also there while it is empty, and a drawn key is not read out.
  ['look-through.ts', "document.querySelectorAll('.verbs__next')"],
  ['payment.test.ts', "document.querySelectorAll('[data-hint]')"],
  // Every control and every text there is, and the ground below the words.
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
