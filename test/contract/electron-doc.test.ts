import { expect, test } from 'vitest';
import { projectFiles, projectText } from '../fakes/project-files.ts';

const doc = projectText('docs/electron.md');
const workflow = projectText('.github/workflows/electron.yml');

/** The first cell of each row, and its last cell but one, which names the evidence. */
const rows = doc
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (#|what) \|/.test(line))
  .map((line) => line.split(' | '))
  .map((cells) => ({ what: cells[0]?.slice(2) ?? '', shows: cells.at(-2) ?? '' }));

const stepsOf = (text: string): readonly string[] =>
  [...text.matchAll(/hosted steps? (\d+)(?: and (\d+))?/g)].flatMap(([, ...steps]) => steps.filter(Boolean));

test('docs/electron.md has the points 1 to 30 and at least seven more rows', () => {
  expect(rows.map(({ what }) => what)).toEqual(
    expect.arrayContaining([...Array(30).keys()].map((index) => String(index + 1))),
  );
  expect(rows.length).toBeGreaterThan(36);
});

test('no module of the windowed program has an await at its top level, because `ready` would wait for it', () => {
  const withoutWindows = ['src-main/headless.ts', 'src-main/cli-main.ts', 'test/electron/contract/by-node.ts'];
  const modules = projectFiles('{src-main,test/electron/contract}/**/*.ts').filter(
    ({ path }) => !withoutWindows.includes(path),
  );
  expect(modules.length).toBeGreaterThan(200);
  const waiting = modules.filter(({ text }) => /^(?:export |const .*= )*await /m.test(text));
  expect(waiting.map(({ path }) => path)).toEqual([]);
});

// In this document "contract" means test/e2e/electron-contract.test.ts. links.test.ts checks that the named specs exist.
test.each(rows)('row $what of docs/electron.md names evidence that exists', ({ shows }) => {
  expect(shows).toMatch(/`[\w./-]+\.test\.ts`|hosted steps? \d|\bcontract\b/);
  for (const step of stepsOf(shows)) expect(workflow).toContain(`- name: ${step}. `);
});
