import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { developer, tillSource as generatedTill } from './generated-till.ts';
import { startProgram, training } from './processes.ts';
import { compileCache, exec, posToken, programFile } from './program.ts';

/** All tills at once open, change, pay, print and cancel. Each returns the address of its paid sale. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const example = (file: string): string => readFileSync(join(root, 'docs/clients', file), 'utf8');
const { bill } = JSON.parse(example('bill.json'));
const billNumbered = (number: string) => ({ ...bill, head: { ...bill.head, number } });

/** If the tests run as root, an account without sign-in writes the files, otherwise the current account. */
const other: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The shell client prints the address and the end of its sale, a cancel, and a refund. */
async function shellTill(inbox: string): Promise<string> {
  const { stdout } = await run('bash', [join(root, 'docs/clients/till-files.sh')], {
    env: { ...process.env, INBOX: inbox },
  });
  const [opened = '', delivered, cancelled, refunded] = stdout.trim().split('\n');
  expect([delivered, cancelled, refunded]).toEqual([
    opened.replace('open', 'delivered'),
    'cancelled',
    'refunded -19.9',
  ]);
  return opened.replace('open ', '');
}

/** Writes like till.bat: without renaming, with CRLF and a byte order mark. */
async function batchTill(inbox: string): Promise<string> {
  const batch = example('till.bat').replaceAll('%REF%', 'batch-1');
  const skips = [...batch.matchAll(/"skip=(\d+) usebackq/g)].map(([, count]) => Number(count));
  const rests = [example('bill.json'), example('../pos/cookbook/full-refund.json')].map((text, nth) =>
    text.split('\n').slice(skips[nth]).join('\r\n'),
  );
  const steps = [...batch.matchAll(/^> "%INBOX%\\(.*)\.(json|tmp)" echo (.*?)\r?$/gm)];
  const answers: Readonly<Record<string, unknown>>[] = [];
  for (const [, name = '', kind = '', line = ''] of steps) {
    const writer = spawn('/bin/sh', ['-c', 'umask 022; cat >"$0"', `${name}.json`], { ...other, cwd: inbox });
    writer.stdin.end(`\uFEFF${line}\r\n${kind === 'json' ? '' : rests.shift()}`);
    answers.push(await resultOf(inbox, name));
  }
  const [opened, changed, , printed, , cancelled, refunded] = answers;
  const { data, width, height } = PNG.sync.read(readFileSync(join(inbox, 'done', 'batch-1-1.qr.png')));
  expect(jsqr(new Uint8ClampedArray(data), width, height)?.data).toBe(opened?.url);
  expect([opened?.amount, changed?.amount, changed?.url]).toEqual([10, 19.9, opened?.url]);
  expect([printed?.amount, cancelled?.state]).toEqual([19.9, 'cancelled']);
  expect([refunded?.reference, refunded?.amount]).toEqual(['batch-1-refund', -12.9]);
  return String(opened?.url);
}

async function resultOf(inbox: string, name: string) {
  const result = join(inbox, 'done', `${name}.result.json`);
  const problem = join(inbox, 'failed', `${name}.problem.json`);
  while (!existsSync(result) && !existsSync(problem)) await wait(20);
  expect(existsSync(problem) ? readFileSync(problem, 'utf8') : null).toBeNull();
  return JSON.parse(execFileSync('cat', [result], { ...other, encoding: 'utf8' }));
}

async function commandLine(api: string): Promise<string> {
  const step = async (command: object): Promise<Record<string, unknown>> => {
    const file = fileWith(JSON.stringify(command));
    const options = ['send', file, '--pos-port', new URL(api).port, ...('bill' in command ? ['--wait'] : [])];
    const { out, err } = await exec(process.execPath, [programFile('src-main/cli-main.ts'), ...options], {
      cwd: root,
      env: { ...process.env, RECEIPT_COMPANION_POS_TOKEN: posToken, ...compileCache },
    });
    expect(err).toBe('');
    return JSON.parse(out);
  };
  const { id, url } = await step({ do: 'open', reference: 'command-1', amount: 10, currency: 'EUR' });
  expect(await step({ do: 'basket', id, lines: [], total: 12, currency: 'EUR' })).toMatchObject({ id, amount: 12 });
  expect(await step({ do: 'change', id, amount: 19.9 })).toMatchObject({ amount: 19.9, url });
  expect(await step({ do: 'loyalty', id, externalUserId: 'card-2' })).toMatchObject({ loyalty: { state: 'active' } });
  const paid = await step({ do: 'bill', id, bill: billNumbered('command-1') });
  expect(paid).toMatchObject({ id, url, state: 'delivered', warnings: [] });
  expect((await step({ do: 'printed', id })).printed).not.toBeNull();
  expect(await step({ do: 'cancel', id })).toMatchObject({ id, state: 'cancelled' });
  return String(url);
}

async function sellsGenerated(api: string): Promise<string> {
  const { file, compile } = await developer();
  expect(await compile(generatedTill)).toBe('');
  const { stdout } = await run(process.execPath, [file, api, posToken]);
  const result = JSON.parse(stdout);
  expect(result).toEqual({
    opened: expect.stringContaining(result.billId),
    state: 'delivered',
    billId: expect.any(String),
    loyalty: 'active',
    printed: true,
    ended: 'cancelled',
    warnings: 0,
    errors: 0,
    listed: ['openapi-fetch/1'],
    mode: 'training',
  });
  return result.opened;
}

test('tills of files, of the command line and of a generated client sell at once: nothing is lost, shared or doubled', async () => {
  const dataDir = tempFolder();
  const above = tempFolder();
  chmodSync(above, 0o755);
  const inbox = join(above, 'till-inbox');
  mkdirSync(inbox);
  if (other.gid !== undefined) chownSync(inbox, 0, other.gid);
  chmodSync(inbox, 0o3770);
  symlinkSync(inbox, join(dataDir, 'inbox'));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ pool: { target: 16 } }));
  const { ready, pos } = await startProgram(training(dataDir, '--control'), { RECEIPT_COMPANION_POS_TOKEN: posToken });
  const { posApi: api = '', controlUrl } = ready;

  const urls = await Promise.all([shellTill(inbox), batchTill(inbox), commandLine(api), sellsGenerated(api)]);

  const ledger = async () => (await fetch(`${controlUrl}/ledger`)).json();
  while (
    (await ledger()).bills.length < urls.length + 2 ||
    (await ledger()).cancels.length < urls.length ||
    (await ledger()).printed.length < urls.length
  )
    await wait(20);
  const { bills, printed, cancels, complaints } = await ledger();
  const idsOf = (rows: readonly { readonly billId: string }[]) => rows.map(({ billId }) => billId).toSorted();
  const paid = urls.map((url) => url.slice(-36)).toSorted();
  expect(new Set(paid).size).toBe(4);
  const isRefund = (row: { readonly body: { bill: { data: { fullAmountInclVat: number } } } }) =>
    row.body.bill.data.fullAmountInclVat < 0;
  expect(bills.filter(isRefund)).toHaveLength(2);
  expect([idsOf(bills.filter((row: never) => !isRefund(row))), idsOf(printed)]).toEqual([paid, paid]);
  expect([new Set(idsOf(cancels)).size, cancels.length, complaints]).toEqual([urls.length, urls.length, []]);
  expect((await pos.json('GET', '/status')).outbox).toMatchObject({ queued: 0, attention: 0 });
});

test('a client with types that a public generator makes from docs/openapi.json does not compile with a missing field, a wrong type or an unknown state', async () => {
  const { compile } = await developer();
  let source = generatedTill;
  for (const [right, wrong] of [
    ["reference, amount: 19.9, currency: 'EUR'", 'amount: 19.9'],
    ['amount: 21.9 }', "amount: '21.9' }"],
    ["sale.state === 'open'", "sale.state === 'opened'"],
  ] as const) {
    expect(source).toContain(right);
    source = source.replace(right, wrong);
  }
  const found = await compile(source);
  for (const message of [/'reference' is missing/, /'string' is not assignable to type 'number'/, /no overlap/])
    expect(found).toMatch(message);
});
