import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tillClient } from '../../src-main/api/client-module.ts';
import { dropFile } from '../fakes/drop-file.ts';
import { folderOfFile } from '../fakes/temp-folder.ts';
import { exec, posClient, spawnProgram, type TestProgram, training } from './program.ts';

/** Runs the clients of docs/clients against the app in training mode, as a till's developer would. */

const root = join(import.meta.dirname, '../..');
const token = 'training-token-0123456789-0123456789';
const folder = folderOfFile();
let app: TestProgram;
let api = '';
let pos: ReturnType<typeof posClient>;

beforeAll(async () => {
  app = spawnProgram('src-main/headless.ts', training(folder), { RECEIPT_COMPANION_POS_TOKEN: token });
  api = (await app.ready).posApi ?? '';
  pos = posClient(api, token);
});

afterAll(async () => {
  await app.end('SIGTERM');
});

const run = (command: string, file: string, env: Readonly<Record<string, string>>) =>
  exec(command, [join(root, 'docs/clients', file)], { env: { ...process.env, ...env } });

const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

/** Compiled once, because it is started several times. */
const framework = join(folder, 'till.exe');
const compiled = () => {
  if (!existsSync(framework)) execFileSync('mcs', [`-out:${framework}`, join(root, 'docs/clients/TillFramework.cs')]);
  return framework;
};
const javaClass = () => {
  if (!existsSync(join(folder, 'Till.class'))) {
    execFileSync('javac', ['-d', folder, '--release', '11', join(root, 'docs/clients/Till.java')]);
  }
  return 'Till';
};
const dotnet = join(folder, 'dotnet');
const project = () => {
  if (existsSync(dotnet)) return dotnet;
  execFileSync('dotnet', ['new', 'console', '-o', dotnet]);
  copyFileSync(join(root, 'docs/clients/Till.cs'), join(dotnet, 'Program.cs'));
  return dotnet;
};

const inClients = (file: string) => () => join(root, 'docs/clients', file);
// A client waits some seconds for an app that is not running, so all clients run at the same time.
describe.concurrent.each([
  { file: 'till.ts', command: process.execPath },
  { file: 'till.mjs', command: process.execPath },
  { file: 'till.py', command: 'python3' },
  { file: 'till.sh', command: 'bash' },
  { file: 'till.php', command: 'php' },
  { file: 'Till.java', command: 'java', options: ['-cp', folder], program: javaClass },
  { file: 'TillFramework.cs', command: 'mono', program: compiled },
  { file: 'Till.cs', command: 'dotnet', options: ['run', '--project'], program: project },
])('$file', ({ command, file, options = [], program = inClients(file) }) => {
  // Skipped if the runtime is missing (`npm run setup` installs those of Debian).
  const client = test.skipIf(!has(command));
  const start = (env: Readonly<Record<string, string>>) =>
    exec(command, [...options, program()], { cwd: folder, env: { ...process.env, POS_TOKEN: token, ...env } });

  client(
    'keeps a receipt that the app did not accept, hands it over at the next start, and sells at the port of pos-api.json',
    async () => {
      const POS_KEPT = join(folder, `kept-${file}`);
      const alone = await start({ POS_API: 'http://127.0.0.1:9/v1', POS_KEPT });
      expect(alone.code).toBe(1);
      expect(alone.err).toMatch(/no answer, is the app running\?.*kept /s);
      const unknown = await start({ POS_API: api, POS_KEPT, POS_TOKEN: 'unknown' });
      expect(unknown.code).toBe(1);
      expect(unknown.err).toMatch(/not-paired.*kept /s);
      const stored = readdirSync(POS_KEPT).map((name) => name.replace('.json', ''));
      expect(stored).toHaveLength(2);
      for (const reference of stored) {
        // A bill without a number would be another receipt if it were handed over on another day.
        const receipt = JSON.parse(readFileSync(join(POS_KEPT, `${reference}.json`), 'utf8'));
        expect(receipt).toMatchObject({ reference, bill: { head: { number: reference } } });
      }
      // A power cut may cut a file off. The receipts after it must not wait for a person.
      writeFileSync(join(POS_KEPT, 'cut.json'), '{"reference": "cut", "bill": {');
      // A company's proxy must not get requests to this computer.
      const proxy = { http_proxy: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
      const { code, out, err } = await start({ POS_DATA: folder, POS_KEPT, ...proxy });
      expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('cut.json: ') });
      const lines = out.trim().split('\n');
      expect(lines.slice(0, 2).sort()).toEqual(stored.map((reference) => `handed over ${reference}`).sort());
      const [opened = '', delivered = '', ...more] = lines.slice(2);
      expect(more).toEqual(['found delivered', 'refunded -19.9', 'cancelled']);
      expect(readdirSync(POS_KEPT)).toEqual(['cut.json']);
      expect(opened).toMatch(/^open http:\/\/127\.0\.0\.1:\d+\/r\/[0-9a-f-]{36}$/);
      expect(delivered).toBe(opened.replace('open', 'delivered'));
      const page = await fetch(delivered.replace('delivered ', ''));
      expect(await page.text()).toContain('Coffee beans');
    },
  );

  client('reports a missing token, and sends nothing', async () => {
    const { code, out, err } = await start({ POS_API: 'http://127.0.0.1:9/v1', POS_TOKEN: '' });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trim()).toMatch(/^POS_TOKEN is not set: expected the token .*$/);
  });
});

test('every receipt of the clients was sent without a warning', async () => {
  const { items } = (await pos.json('GET', '/sales?limit=200')) as { items: { warnings: readonly unknown[] }[] };
  expect(items.length).toBeGreaterThan(8);
  expect(items.filter(({ warnings }) => warnings.length > 0)).toEqual([]);
});

test.each([
  {
    client: 'TypeScript',
    command: [process.execPath, '--input-type=module', '-e'],
    script: (id: string) =>
      `import { posApi } from './docs/clients/till.ts'; const all = []; for await (const one of posApi('${api}', '${token}').userReceipts('${id}', 2)) all.push(one.amount); console.log(JSON.stringify(all));`,
  },
  {
    client: 'Python',
    command: ['python3', '-B', '-c'],
    script: (id: string) =>
      `import sys; sys.path.insert(0, 'docs/clients'); import till; print([r["amount"] for r in till.PosApi("${api}", "${token}").user_receipts("${id}", 2)])`,
  },
])('the receipts of a user of Customer service are read over several pages by the $client client', async (row) => {
  const { client: externalId, script } = row;
  const [command = '', ...options] = row.command;
  const { id } = await pos.json('POST', '/users', { externalId });
  const { bill } = JSON.parse(readFileSync(join(root, 'docs/clients/bill.json'), 'utf8'));
  for (const nth of [1, 2, 3]) {
    const [reference, customer] = [`${externalId}-${nth}`, { externalId }];
    const head = { ...bill.head, number: reference };
    await pos.json('POST', '/receipts', { reference, customer, bill: { ...bill, head } });
  }
  while ((await pos.json('GET', `/users/${id}/receipts`)).totalCount !== 3) await wait(20);
  expect(JSON.parse(await printed(command, [...options, script(String(id))]))).toEqual([19.9, 19.9, 19.9]);
});

const printed = async (command: string, args: readonly string[]): Promise<string> =>
  (await exec(command, args, { cwd: root })).out.trim();

test('a client that sends its whole body before it reads, and then closes, gets the reason of the refusal', async () => {
  const send = (body: string, bearer = token) =>
    `urllib.request.urlopen(urllib.request.Request('${api}/sales', ${body}, {'Content-Type': 'application/json', 'Authorization': 'Bearer ${bearer}'}))`;
  const script = `
import urllib.request
codes = set()
for send in [lambda: ${send("b' ' * 5_000_000")}, lambda: ${send("iter([b' ' * 1_000_000] * 5)")}, lambda: ${send("b' ' * 900_000", 'x')}]:
    for again in range(20):
        try: send()
        except Exception as error: codes.add(getattr(error, 'code', str(error)))
print(sorted(codes, key=str))`;
  expect(await printed('python3', ['-c', script])).toBe('[401, 413]');
});

test('the client of web pages has a method for each step, and its first event is the status', async () => {
  const till = tillClient({ url: api, token });
  const sale = await till.openSale({ reference: 'page-1', amount: 10 });
  expect(await till.show(sale.id)).toBeNull();
  expect(await till.startLoyalty(sale.id, 'card-1')).toMatchObject({ state: 'active' });
  expect(await till.cancelLoyalty(sale.id)).toMatchObject({ status: 'CANCELED' });
  expect((await till.find('page-1')).items).toMatchObject([{ id: sale.id }]);
  const receipt = JSON.parse(readFileSync(join(root, 'docs/pos/cookbook/full-refund.json'), 'utf8'));
  expect(await till.check(receipt)).toEqual({ errors: [], warnings: [] });
  expect(await till.receipt(receipt)).toMatchObject({ reference: 'cookbook-full-refund', warnings: [] });
  const events = till.events();
  expect((await events.next()).value).toMatchObject({ event: 'status' });
  await events.return(undefined);
  // `events()` must send no Last-Event-ID: an empty one, like an unknown one, makes the till read everything again.
  expect((await till.events('unknown').next()).value).toMatchObject({ event: 'reset' });
  const unpaired = tillClient({ url: api, token: 'of-no-till' });
  await expect(unpaired.events().next()).rejects.toMatchObject({ problem: { type: 'not-paired' } });
});

test('till.mjs reports the requirement of till.ts if Node does not run TypeScript', async () => {
  // Imitates an older Node.
  const env = { NODE_OPTIONS: '--no-strip-types', POS_TOKEN: token, POS_API: api };
  const { code, err } = await run(process.execPath, 'till.mjs', env);
  expect({ code, err: err.trim() }).toEqual({
    code: 2,
    err: `till.ts needs Node 22.18 or later, which runs TypeScript without a build; found ${process.version}`,
  });
});

test('till-files.sh reports a missing folder', async () => {
  const { code, out, err } = await run('bash', 'till-files.sh', { INBOX: '' });
  expect({ code, out, err: err.trim() }).toEqual({
    code: 2,
    out: '',
    err: 'INBOX is no folder: expected the folder inbox of the data folder',
  });
});

describe('docs/clients/receipt.json', () => {
  const example = join(root, 'docs/clients/receipt.json');

  test('is accepted by the watched folder with another receipt number', async () => {
    const inbox = join(folder, 'inbox');
    // The clients above sent this bill, so another receipt needs another number.
    const { reference, bill } = JSON.parse(readFileSync(example, 'utf8'));
    const another = { reference, bill: { ...bill, head: { ...bill.head, number: `${bill.head.number}-file` } } };
    dropFile(inbox, 'sale', another);
    const result = join(inbox, 'done/sale.result.json');
    const problem = join(inbox, 'failed/sale.problem.json');
    while (!existsSync(result) && !existsSync(problem)) await wait(20);
    expect(existsSync(problem) ? readFileSync(problem, 'utf8') : null).toBeNull();
    expect(JSON.parse(readFileSync(result, 'utf8'))).toMatchObject({ reference });
  });

  test('is accepted by POST /receipts, and has the bill of bill.json', async () => {
    const receipt = JSON.parse(readFileSync(example, 'utf8'));
    expect(await pos.json('POST', '/receipts', receipt)).toMatchObject({ warnings: [] });
    expect({ bill: receipt.bill }).toEqual(JSON.parse(readFileSync(join(root, 'docs/clients/bill.json'), 'utf8')));
  });
});
