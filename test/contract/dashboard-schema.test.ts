import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The compiler compares our dashboard with the types that Grafana publishes. */

const root = join(import.meta.dirname, '../..');
const dashboard = readFileSync(join(root, 'docs/operations/grafana-dashboard.json'), 'utf8');

/** A mistake and the error that it must cause. */
const slips = [
  ['a misspelt property of the dashboard', '"graphTooltip": 1', '"graphToolTip": 1', '"graphToolTip"\' does not exist'],
  ['a number that means nothing', '"graphTooltip": 1', '"graphTooltip": 7', "'7' is not assignable"],
  ['text where a number belongs', '"schemaVersion": 39', '"schemaVersion": "39"', "'string' is not assignable"],
  ['a panel of no kind', '"type": "table"', '"type": "tabel"', '\'"tabel"\' is not assignable'],
  ['an option of another kind of panel', '"graphMode": "none"', '"showHeader": true', '"showHeader"\' does not exist'],
  ['a word that no option knows', '"graphMode": "none"', '"graphMode": "nothing"', '\'"nothing"\' is not assignable'],
  ['a threshold with half of its definition', '"color": "blue",', '', "'color' is missing"],
  ['a variable of no kind', '"type": "custom"', '"type": "choice"', '\'"choice"\' is not assignable'],
  ['a row that is no row', '"collapsed": false', '"colapsed": false', '"colapsed"\' does not exist'],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nameOf = (at: number): string => `slip-${at}.ts`;
let errors: readonly string[] = [];

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  symlinkSync(join(root, 'test/contract/dashboard-shape.ts'), join(folder, 'dashboard-shape.ts'));
  const asSource = (json: string) =>
    `import type { GrafanaDashboard } from './dashboard-shape.ts';\nexport const dashboard = ${json.trim()} satisfies GrafanaDashboard;\n`;
  writeFileSync(join(folder, 'ours.ts'), asSource(dashboard));
  for (const [at, [, right, wrong]] of slips.entries())
    writeFileSync(join(folder, nameOf(at)), asSource(dashboard.replace(right, wrong)));
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, preserveSymlinks: true },
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2024', types: [] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false', '--checkers', '1'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // Errors are lines without indentation, followed by indented explanations.
  errors = stdout.split(/\n(?=\S)/).filter((error) => error !== '');
});

test('our dashboard matches Grafana’s own types', () => {
  expect(errors.filter((error) => !error.startsWith('slip-'))).toEqual([]);
});

test.each(slips.map((slip, at) => [slip[0], at] as const))('%s is found', (_what, at) => {
  const [, right, wrong, words] = slips[at] ?? slips[0];
  expect(dashboard).toContain(right);
  expect(dashboard.replace(right, wrong)).not.toBe(dashboard);
  expect(errors.filter((error) => error.startsWith(nameOf(at))).join('\n')).toContain(words);
});
