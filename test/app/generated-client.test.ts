import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { till } from './generated-till.ts';

/** A till's developer takes docs/openapi.json to public tools (openapi-typescript, openapi-fetch) and writes a till with them; that it sells, six-tills shows. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'generated-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The findings of the type checker; empty when there are none. */
async function check(name: string, source: string): Promise<string> {
  writeFileSync(join(folder, name), source);
  const options = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--skipLibCheck',
    'false',
    '--checkers',
    '1',
  ];
  const modules = [
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
    '--types',
    '',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
  ];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc, ...options, ...modules, name], { cwd: folder }).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
}

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const generator = join(root, 'node_modules/openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, join(root, 'docs/openapi.json'), '-o', join(folder, 'api.d.ts')]);
});

test('a till written with the generated types compiles', async () => {
  expect(await check('till.ts', till)).toBe('');
});

test.each([
  ['a field that is missing', "reference: 'generated/1', amount", 'amount', /'reference' is missing/],
  [
    'a field of another type',
    "amount: 19.9, currency: 'EUR' } }",
    "amount: '19.9', currency: 'EUR' } }",
    /'string' is not assignable to type 'number'/,
  ],
  ['a state that there is not', "sale.state === 'open'", "sale.state === 'opened'", /no overlap/],
])('the generated types find %s', async (_what, right, wrong, finding) => {
  expect(till).toContain(right);
  expect(await check('wrong.ts', till.replace(right, wrong))).toMatch(finding);
});
