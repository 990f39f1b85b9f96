import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Each row of docs/electron.md names its evidence, and the named files must exist. */

const root = join(import.meta.dirname, '../..');
const doc = readFileSync(join(root, 'docs/electron.md'), 'utf8');
const workflow = readFileSync(join(root, '.github/workflows/electron.yml'), 'utf8');
const specs = readdirSync(join(root, 'test'), { recursive: true })
  .map((path) => `test/${String(path).replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts'));

/** The first cell of each row, and its last cell but one, which names the evidence. */
const rows = doc
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (#|what) \|/.test(line))
  .map((line) => line.split(' | '))
  .map((cells) => ({ what: cells[0]?.slice(2) ?? '', shows: cells.at(-2) ?? '' }));

const stepsOf = (text: string): readonly string[] =>
  [...text.matchAll(/hosted steps? (\d+)(?: and (\d+))?/g)].flatMap(([, ...steps]) => steps.filter(Boolean));
const specsOf = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path);
const isThere = (path: string): boolean =>
  specs.some((spec) => (path.includes('/') ? spec === path : basename(spec) === path));

test('docs/electron.md has the points 1 to 30 and at least seven more rows', () => {
  expect(rows.map(({ what }) => what)).toEqual(
    expect.arrayContaining([...Array(30).keys()].map((index) => String(index + 1))),
  );
  expect(rows.length).toBeGreaterThan(36);
});

test('no module of the windowed program has an await at its top level, because `ready` would wait for it', () => {
  const withoutWindows = ['src-main/headless.ts', 'src-main/cli-main.ts', 'test/electron/contract/by-node.ts'];
  const modules = ['src-main', 'test/electron/contract']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.ts') && !withoutWindows.includes(path));
  const awaits = (path: string) => /^(?:export |const .*= )*await /m.test(readFileSync(join(root, path), 'utf8'));
  expect(modules.length).toBeGreaterThan(200);
  expect(modules.filter(awaits)).toEqual([]);
});

describe('the evidence in docs/electron.md exists:', () => {
  test.each(rows)('$what', ({ shows }) => {
    const named = [...specsOf(shows), ...stepsOf(shows)];
    // In this document "contract" means test/e2e/electron-contract.test.ts.
    expect(named.length > 0 || /\bcontract\b/.test(shows), shows).toBe(true);
    expect(specsOf(shows).filter((path) => !isThere(path))).toEqual([]);
    for (const step of stepsOf(shows)) expect(workflow).toContain(`- name: ${step}. `);
  });
});
