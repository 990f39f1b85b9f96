import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { connectedTo, posToken, startProgram, startService } from './processes.ts';

/** A till's developer takes docs/openapi.json to public tools (openapi-typescript, openapi-fetch) and writes a till with them. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'generated-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const till = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Sale = components['schemas']['Sale'];

declare const process: { readonly argv: readonly string[] };
const [, , url = '', token = ''] = process.argv;
const api = createClient<paths>({ baseUrl: url.replace(/\\/v1$/, ''), headers: { authorization: \`Bearer \${token}\` } });

/** What came back, or the problem as an error. */
async function answer<T>(asked: Promise<{ data?: T; error?: { type: string; detail: string }; response: Response }>): Promise<T> {
  const { data, error, response } = await asked;
  if (error !== undefined) throw new Error(\`\${response.status} \${error.type}: \${error.detail}\`);
  return data as T;
}

const bill: components['schemas']['Bill'] = {
  head: { number: 'G-1', date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } },
  data: {
    currency: 'EUR',
    fullAmountInclVat: 19.9,
    paymentTypes: [{ name: 'Cash', amount: 19.9, 'extension:service': { type: 'Cash' } }],
    vatAmounts: [{ percentage: 19, inclVat: 19.9, exclVat: 16.72, vat: 3.18 }],
    lines: [{
      text: 'Coffee beans 1 kg',
      fullAmountInclVat: 19.9,
      vatAmounts: [{ percentage: 19, inclVat: 19.9, exclVat: 16.72, vat: 3.18 }],
      item: { number: '4711', quantity: 1, pricePerUnit: 19.9 },
      'extension:service': { sequenceNumber: 1, type: 'Default' },
    }],
  },
  security: { fiscalization: { type: 'Tse' } },
};

const opened = await answer(api.POST('/v1/sales', { body: { reference: 'generated/1', amount: 19.9, currency: 'EUR' } }));
const one = { params: { path: { id: opened.id } } };
const changed = await answer(api.PATCH('/v1/sales/{id}', { ...one, body: { amount: 21.9 } }));
if (changed.amount !== 21.9 || changed.url !== opened.url) throw new Error('the amount did not change');
await answer(api.PUT('/v1/sales/{id}/basket', {
  ...one, body: { lines: [{ text: 'Coffee beans 1 kg', amount: 19.9 }], total: 19.9, currency: 'EUR' },
}));
const loyalty = await answer(api.PUT('/v1/sales/{id}/loyalty', { ...one, body: { externalUserId: 'card-1' } }));
const checked = await answer(api.POST('/v1/receipts/check', { body: { bill } }));
await answer(api.PUT('/v1/sales/{id}/bill', { ...one, body: { bill } }));
let sale: Sale = opened;
while (sale.state === 'open' || sale.state === 'queued') sale = await answer(api.GET('/v1/sales/{id}', one));
const marked = await answer(api.POST('/v1/sales/{id}/printed', one));
const cancelled = await answer(api.DELETE('/v1/sales/{id}', one));
const list = await answer(api.GET('/v1/sales', { params: { query: { limit: 1 } } }));
const status = await answer(api.GET('/v1/status'));
console.log(JSON.stringify({
  opened: opened.url, state: sale.state, billId: sale.billId, loyalty: loyalty.state,
  printed: marked.printed !== null, ended: cancelled.state, warnings: cancelled.warnings.length,
  errors: checked.errors.length, listed: list.items.map((item) => item.reference), mode: status.mode,
}));
`;

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

test('a till written with the generated types compiles and brings a receipt to the service', async () => {
  expect(await check('till.ts', till)).toBe('');

  const service = await startService();
  const { args, env } = connectedTo(service, tempFolder());
  const app = await startProgram('src-main/headless.ts', args, env);
  const { stdout } = await run(process.execPath, [join(folder, 'till.ts'), app.ready.posApi ?? '', posToken]);
  const said = JSON.parse(stdout);
  expect(said).toEqual({
    opened: expect.stringContaining(said.billId),
    state: 'delivered',
    billId: expect.any(String),
    loyalty: 'active',
    printed: true,
    ended: 'cancelled',
    warnings: 0,
    errors: 0,
    listed: ['generated/1'],
    mode: 'live',
  });
  const ledger = await (await fetch(`${service.controlUrl}/ledger`)).json();
  expect(ledger).toMatchObject({ bills: [{ billId: said.billId }], complaints: [] });
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
