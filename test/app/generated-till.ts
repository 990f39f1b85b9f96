import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const tool = (path: string): string => join(root, 'node_modules', path);

const { bill } = JSON.parse(readFileSync(join(root, 'docs/clients/bill.json'), 'utf8'));

/** The source of a till: `node till.js URL TOKEN` sells and prints the result as JSON. */
export const tillSource = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api';

declare const process: { readonly argv: readonly string[] };
const [, , url = '', token = ''] = process.argv;
const baseUrl = url.replace(/\\/v1$/, '');
const reference = 'openapi-fetch/1';
const basket = { lines: [{ text: 'Coffee beans 1 kg', amount: 19.9 }], total: 19.9, currency: 'EUR' };
const bill: components['schemas']['Bill'] = ${JSON.stringify({ ...bill, head: { ...bill.head, number: 'openapi-fetch' } })};
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
const one = (id: string) => ({ params: { path: { id } } });
const pos = {
  open: () => answer(api.POST('/v1/sales', { body: { reference, amount: 19.9, currency: 'EUR' } })),
  change: (id: string) => answer(api.PATCH('/v1/sales/{id}', { ...one(id), body: { amount: 21.9 } })),
  basket: (id: string) => answer(api.PUT('/v1/sales/{id}/basket', { ...one(id), body: basket })),
  loyalty: (id: string) => answer(api.PUT('/v1/sales/{id}/loyalty', { ...one(id), body: { externalUserId: 'card-1' } })),
  check: () => answer(api.POST('/v1/receipts/check', { body: { bill } })),
  pay: (id: string) => answer(api.PUT('/v1/sales/{id}/bill', { ...one(id), body: { bill } })),
  get: (id: string) => answer(api.GET('/v1/sales/{id}', one(id))),
  printed: (id: string) => answer(api.POST('/v1/sales/{id}/printed', one(id))),
  cancel: (id: string) => answer(api.DELETE('/v1/sales/{id}', one(id))),
  list: () => answer(api.GET('/v1/sales', { params: { query: { reference, limit: 1 } } })),
  status: () => answer(api.GET('/v1/status')),
};

async function answer<T>(requested: Promise<{ data?: T; error?: { type: string; detail: string }; response?: Response }>): Promise<T> {
  const { data, error, response } = await requested;
  if (error !== undefined) throw new Error(\`\${response?.status} \${error.type}: \${error.detail}\`);
  return data as T;
}

async function sell() {
  const { id, url: opened } = await pos.open();
  const changed = await pos.change(id);
  if (changed.amount !== 21.9 || changed.url !== opened) throw new Error('the amount did not change');
  await pos.basket(id);
  const loyalty = await pos.loyalty(id);
  const checked = await pos.check();
  let sale = await pos.pay(id);
  while (sale.state === 'open' || sale.state === 'queued') sale = await pos.get(id);
  const marked = await pos.printed(id);
  const cancelled = await pos.cancel(id);
  const list = await pos.list();
  const status = await pos.status();
  console.log(JSON.stringify({
    opened, state: sale.state, billId: sale.billId, loyalty: loyalty.state,
    printed: marked.printed !== null, ended: cancelled.state, warnings: cancelled.warnings.length,
    errors: checked.errors.length, listed: list.items.map((item) => item.reference), mode: status.mode,
  }));
}
void sell();
`;

afterAll(async () => rmSync((await made)?.folder ?? '', { recursive: true, force: true }));

/** A folder with the generated types and a compiler that writes `till.js` and returns its errors. Made once. */
export const developer = (): ReturnType<typeof madeFolder> => {
  made ??= madeFolder();
  return made;
};

let made: ReturnType<typeof madeFolder> | null = null;

async function madeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'generated-till-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  symlinkSync(tool('.'), join(folder, 'node_modules'));
  const types = join(folder, 'api/index.d.ts');
  await run(process.execPath, [tool('openapi-typescript/bin/cli.js'), join(root, 'docs/openapi.json'), '-o', types], {
    cwd: folder,
  });
  const language = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--types', '', '--checkers', '1'];
  const modules = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--strict', '--skipLibCheck', 'false'];
  const compile = (source: string): Promise<string> => {
    writeFileSync(join(folder, 'till.ts'), source);
    return run(process.execPath, [tool('typescript/bin/tsc'), ...language, ...modules, 'till.ts'], {
      cwd: folder,
    }).then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
  };
  return { folder, file: join(folder, 'till.js'), compile };
}
