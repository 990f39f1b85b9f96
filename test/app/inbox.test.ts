import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { scanMs } from '../../src-main/inbox/inbox.ts';
import { systemLacks } from '../fakes/system-lacks.ts';
import { copyOf, restore } from './moved-data.ts';
import { holdReceipts } from './other-program.ts';
import { passTime } from './pass-time.ts';
import { openPooledSale, openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

const receipt = (reference: string, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ reference, bill: smallBill(), ...more });

const read = (...path: string[]): Record<string, unknown> => JSON.parse(readFileSync(join(...path), 'utf8'));
/** The files of the folder without drafts of answers. */
const list = (...path: string[]): readonly string[] =>
  readdirSync(join(...path))
    .filter((name) => name !== '.draft')
    .sort();

async function openInbox(options: Parameters<typeof openTestApp>[0] = {}) {
  const testApp = await openTestApp(options);
  const folder = join(testApp.dataDir, 'inbox');
  await testApp.until(() => existsSync(join(folder, 'failed')));
  return { testApp, folder };
}

const billIdsAt = (testApp: TestApp): readonly unknown[] =>
  testApp.simulator.ledger().bills.map(({ billId }) => billId);

test('a file at most a minute old takes the customer display; an older one, or one dated in the future, leaves the current sale there', async () => {
  const { testApp } = await openInbox();
  for (const [ageSeconds, takes] of [
    [61, false],
    [-3_600, false],
    [60, true],
  ] as const) {
    const other = await openPooledSale(testApp, `at the till ${ageSeconds}`);
    await testApp.drop(`${ageSeconds}.json`, receipt(`r${ageSeconds}`), testApp.clock.now() - ageSeconds * 1_000);
    const { id, url } = await testApp.resultOf(String(ageSeconds));
    expect([ageSeconds, testApp.screen]).toMatchObject([ageSeconds, { url: takes ? url : other.url }]);
    await testApp.delivered(String(id));
  }
});

const refusedFiles: readonly (readonly [
  what: string,
  string | Buffer,
  type: string,
  status: number,
  detail: RegExp,
  field?: object,
])[] = [
  ['an incomplete JSON text', '{"reference": ', 'not-json', 400, /ends too early/],
  ['big-endian UTF-16', Buffer.from(`\uFEFF${receipt('r')}`, 'utf16le').swap16(), 'not-json', 400, /UTF-16/],
  ['Windows-1252', Buffer.from(receipt('Käse'), 'latin1'), 'not-json', 400, /not UTF-8.*Windows-1252/],
  ['a file above 1 MiB', Buffer.alloc(1024 * 1024 + 1, 0x20), 'body-too-large', 413, /at most 1048576 bytes/],
  ['1 MiB after a byte order mark', `\uFEFF${' '.repeat(1024 * 1024)}`, 'not-json', 400, /ends too early/],
  ['a JSON array', '[]', 'invalid', 422, /^Found a list\. Expected one receipt/],
  ['an unknown step', '{"do": "sell", "reference": "r"}', 'invalid', 422, /are invalid/],
  ['an unknown id', `{"do": "printed", "id": "${randomUUID()}"}`, 'not-found', 404, /^Found no sale with this id/],
  ['an unknown reference', '{"do": "printed", "reference": "r"}', 'not-found', 404, /reference on the day/],
  ['neither of both', '{"do": "cancel"}', 'invalid', 422, /^Found neither `reference` nor `id`\. Expected one of them/],
  ['no reference', receipt(''), 'invalid', 422, /invalid/, { path: '/reference', code: 'length' }],
  [
    'no date',
    `{"reference":"r","bill":{"head":{}}}`,
    'invalid',
    422,
    /invalid/,
    { path: '/bill/head/date', code: 'missing' },
  ],
];

test('each invalid file moves unchanged to failed/, with a problem in a second file that names the fields as the POS API does', async () => {
  const { testApp, folder } = await openInbox();
  for (const [what, content] of refusedFiles) await testApp.drop(`${what}.json`, content);
  await testApp.until(() => {
    // Invalid JSON is read again after three seconds without a change, also if the clock is set back meanwhile.
    if (testApp.clock.pendingMs().includes(3_000)) {
      testApp.clock.jumpTo(testApp.clock.now() - 3_600_000);
      testApp.clock.advance(3_000);
    }
    return list(folder, 'failed').length === 2 * refusedFiles.length;
  });
  for (const [what, content, type, status, detail, field] of refusedFiles) {
    expect(readFileSync(join(folder, 'failed', `${what}.json`)), what).toEqual(Buffer.from(content));
    const problem = read(folder, 'failed', `${what}.problem.json`);
    expect(problem).toMatchObject({ type, status, title: expect.any(String), instance: `${what}.json` });
    expect(problem.detail).toMatch(detail);
    if (field !== undefined) expect(problem.errors).toContainEqual(expect.objectContaining(field));
  }
  expect(testApp.till.listSales({ limit: 10 }).items).toEqual([]);
});

test('a till can do each step of a sale with files; the results contain the address, the QR code and the outcome', async () => {
  const { testApp, folder } = await openInbox();
  const reply = async (name: string, content: object): Promise<Record<string, unknown>> => {
    await testApp.drop(`${name}.json`, { reference: '0001', ...content });
    const problem = join(folder, 'failed', `${name}.problem.json`);
    await testApp.until(() => existsSync(join(folder, 'done', `${name}.result.json`)) || existsSync(problem));
    expect(existsSync(problem) ? readFileSync(problem, 'utf8') : null).toBeNull();
    return read(folder, 'done', `${name}.result.json`);
  };
  const opened = await reply('1', { do: 'open', amount: 10, currency: 'EUR', qr: true });
  expect(opened).toMatchObject({ state: 'open', amount: 10, url: expect.stringMatching(/^https?:/) });
  const { data, width, height } = PNG.sync.read(readFileSync(join(folder, 'done', '1.qr.png')));
  expect(jsqr(new Uint8ClampedArray(data), width, height)?.data).toBe(opened.url);
  expect(readFileSync(join(folder, 'done', '1.qr.svg'), 'utf8')).toMatch(/^<svg/);

  const lines = [{ text: 'Coffee', amount: 15 }];
  expect(await reply('2', { do: 'basket', lines, total: 15, currency: 'EUR' })).toMatchObject({ amount: 15 });
  expect(await reply('3', { do: 'change', amount: 19.9 })).toMatchObject({ id: opened.id, amount: 19.9 });
  expect(await reply('4', { do: 'loyalty', externalUserId: 'card-1' })).toMatchObject({ loyalty: { state: 'active' } });
  expect(await reply('5', { do: 'bill', bill: smallBill() })).toMatchObject({ id: opened.id, url: opened.url });
  expect(await reply('6', { do: 'printed' })).toMatchObject({ id: opened.id });
  unwrap(await testApp.cashier['sale.select']({ saleId: String(opened.id) }));
  expect(testApp.view.sale?.origin).toBe('file');
  const became = (name: string) => read(folder, 'done', `${name}.result.json`);
  for (const name of ['1', '5']) await testApp.until(() => became(name).state === 'delivered');
  await testApp.until(() => became('6').printed === 'done');
  expect(testApp.simulator.ledger().complaints).toEqual([]);

  // References start again on another day, so only the id refers to yesterday's sale.
  testApp.clock.jumpTo(testApp.clock.now() + 24 * 3_600_000);
  await testApp.drop('7.json', { do: 'cancel', reference: '0001' });
  await testApp.until(() => existsSync(join(folder, 'failed', '7.problem.json')));
  expect(await reply('8', { do: 'cancel', id: opened.id })).toMatchObject({ id: opened.id, state: 'cancelled' });
  // After a cancel the reference opens another sale, and not the cancelled one with its invalid code.
  await reply('9', { do: 'open' });
  await reply('10', { do: 'cancel' });
  expect(await reply('11', { do: 'open' })).toMatchObject({ state: 'open' });
});

test('a loyalty file that could not be removed starts no second transaction after the first was cancelled', async () => {
  const { testApp, folder } = await openInbox();
  await testApp.drop('1.json', { do: 'open', reference: 'r', amount: 1 });
  const { id } = await testApp.resultOf('1');
  await testApp.drop('2.json', { do: 'loyalty', reference: 'r', externalUserId: 'card-1' });
  // The till takes its file back and puts the same file there again, as on Windows while it has the file open.
  const file = join(folder, '2.json');
  const { mtime } = statSync(file);
  const content = readFileSync(file);
  await testApp.resultOf('2');
  unwrap(await testApp.till.cancelLoyalty(String(id)));
  writeFileSync(file, content);
  utimesSync(file, mtime, mtime);
  await testApp.until(() => !existsSync(file));
  expect(testApp.till.findSale(String(id))?.loyalty?.state).toBe('cancelled');
  expect(list(folder, 'failed')).toEqual([]);
});

test('an answer of the service after a restart updates the result file; a result that the till removed is not recreated', async () => {
  const { testApp, folder } = await openInbox();
  testApp.network.down = true;
  for (const name of ['a', 'b', 'c'])
    await testApp.drop(`${name}.json`, receipt(name, { bill: smallBill(name.charCodeAt(0)) }));
  await testApp.until(() => list(folder, 'done').length === 3);
  expect(read(folder, 'done', 'a.result.json').state).toBe('queued');
  rmSync(join(folder, 'done', 'c.result.json'));
  testApp.simulator.faults.add({
    route: 'bill',
    effect: { kind: 'status', status: 400, body: '{"title":"The bill is not accepted","status":400}' },
    times: 2,
  });
  testApp.network.down = false;
  await testApp.restart();
  testApp.app.wake('network-back');
  const states = () => ['a', 'b'].map((name) => read(folder, 'done', `${name}.result.json`).state);
  await testApp.until(() => !states().includes('queued'));
  expect(states()).toContain('attention');
  expect(list(folder, 'done')).toEqual(['a.result.json', 'b.result.json']);
});

test('a file whose answer could not be written is not processed again after a later file and a restart', async () => {
  const { testApp, folder } = await openInbox();
  const block = join(folder, 'done', '.draft');
  await testApp.drop('1.json', { do: 'open', reference: 'r', amount: 1 });
  await testApp.until(() => existsSync(join(folder, 'done', '1.result.json')) && !existsSync(join(folder, '1.json')));
  const { id } = read(folder, 'done', '1.result.json');
  mkdirSync(block);
  await testApp.drop('2.json', { do: 'change', reference: 'r', amount: 2 });
  await testApp.drop('3.json', { do: 'change', reference: 'r', amount: 3 });
  await testApp.until(() => testApp.till.findSale(String(id))?.amount === 3);
  await testApp.restart();
  rmSync(block, { recursive: true });
  testApp.clock.advance(scanMs);
  await testApp.until(() => list(folder, 'done').length === 3);
  expect(testApp.till.findSale(String(id))?.amount).toBe(3);
});

test('a file that cancelled its sale does not cancel the next sale under the reference, if its note could not be stored', async () => {
  const { testApp, folder } = await openInbox();
  await testApp.drop('1-open.json', { do: 'open', reference: '0001', amount: 19.9 });
  const { id } = await testApp.resultOf('1-open');
  let release = (): void => undefined;
  const end = testApp.app.onChange((change) => {
    if (!('sale' in change) || change.sale().state !== 'cancelled') return;
    end();
    release = holdReceipts(testApp);
  });
  await testApp.drop('3-cancel.json', { do: 'cancel', reference: '0001' });
  await testApp.until(() => testApp.till.findSale(String(id))?.state === 'cancelled');
  await passTime(testApp, 3_000);
  // The till sells under the reference again, with a file whose name comes first.
  await testApp.drop('2-bill.json', receipt('0001', { do: 'bill' }));
  release();
  testApp.clock.advance(scanMs);
  const next = await testApp.resultOf('2-bill');
  await testApp.until(() => !existsSync(join(folder, '3-cancel.json')));
  expect(next.id).not.toBe(id);
  expect(read(folder, 'done', '3-cancel.result.json').id).toBe(id);
  await testApp.delivered(String(next.id));
});

describe('a file that was written yesterday, while the app was off', () => {
  async function openTomorrow() {
    const { testApp, folder } = await openInbox();
    await testApp.drop('open.json', { do: 'open', reference: '0001', amount: 19.9 });
    const opened = await testApp.resultOf('open');
    await testApp.stop();
    const yesterday = testApp.clock.now();
    testApp.clock.jumpTo(yesterday + 24 * 3_600_000);
    return { testApp, folder, opened, yesterday };
  }

  test('brings the bill of the code that the customer scanned, before that sale counts as abandoned', async () => {
    const { testApp, opened, yesterday } = await openTomorrow();
    await testApp.drop('bill.json', receipt('0001', { do: 'bill' }), yesterday);
    await testApp.start();
    expect(await testApp.resultOf('bill')).toMatchObject({ id: opened.id, billId: opened.billId });
    await testApp.delivered(String(opened.id));
  });

  test('names a sale of yesterday: it neither cancels nor blocks the sale of today under the reference', async () => {
    const { testApp, opened, yesterday } = await openTomorrow();
    const bill = (cents: number) => receipt('0001', { bill: smallBill(cents) });
    await testApp.drop('1.json', bill(1));
    await testApp.drop('2.json', { do: 'cancel', reference: '0001' }, yesterday);
    await testApp.drop('3.json', bill(3), yesterday + 1_000);
    await testApp.start();
    const ids = [];
    for (const name of ['1', '3']) ids.push((await testApp.delivered(String((await testApp.resultOf(name)).id))).id);
    expect((await testApp.resultOf('2')).id).toBe(opened.id);
    expect(new Set([...ids, opened.id]).size).toBe(3);
  });

  test('does not pay the sale of today that the only till opened under the reference', async () => {
    const { testApp, yesterday } = await openTomorrow();
    await testApp.start();
    const { sale } = unwrap(await testApp.till.openSale({ reference: '0001', amount: 19.9 }, 'environment'));
    await testApp.drop('bill.json', receipt('0001'), yesterday);
    await testApp.delivered(String((await testApp.resultOf('bill')).id));
    expect(testApp.till.findSale(sale.id)?.state).toBe('open');
  });
});

test('a file that waited during a backup is not sent again after the restore: a person decides', async () => {
  const { testApp, folder } = await openInbox();
  await testApp.stop();
  await testApp.drop('sale.json', receipt('0001'));
  const backup = copyOf(testApp.dataDir);
  testApp.clock.advance(8 * 24 * 3_600_000);
  await testApp.start();
  await testApp.delivered(String((await testApp.resultOf('sale')).id));
  await testApp.stop();
  restore(backup, testApp.dataDir);
  await testApp.start();
  await testApp.until(() => testApp.till.status().outbox.attention === 1);
  expect(billIdsAt(testApp)).toHaveLength(1);
  // A file that was written after the restore is sent as usual.
  testApp.clock.advance(1_000);
  await testApp.drop('next.json', receipt('0002', { bill: smallBill(2) }));
  await testApp.delivered(String((await testApp.resultOf('next')).id));
  // The clock was days ahead at the restore. It is set right while the app runs, or while it is stopped.
  const setRight = (): void => testApp.clock.jumpTo(testApp.clock.now() - 24 * 3_600_000);
  setRight();
  await testApp.drop('running.json', receipt('running', { bill: smallBill(3) }));
  await testApp.delivered(String((await testApp.resultOf('running')).id));
  await testApp.stop();
  setRight();
  await testApp.start();
  await testApp.stop();
  await testApp.drop('stopped.json', receipt('stopped', { bill: smallBill(4) }));
  testApp.clock.advance(1_000);
  await testApp.start();
  await testApp.delivered(String((await testApp.resultOf('stopped')).id));
  expect(list(folder, 'failed')).toEqual([]);
});

test('a file that is written in pieces, without a rename, is one sale once it is complete', async () => {
  const { testApp, folder } = await openInbox();
  const path = join(folder, 'slow.json');
  const text = receipt('slow');
  for (const written of ['', text.slice(0, 10), text.slice(0, -1)]) {
    writeFileSync(path, written);
    await testApp.until(() => testApp.clock.pendingMs().includes(3_000));
    testApp.clock.advance(2_999);
    await testApp.drop('other.json', receipt(`other-${written.length}`));
    await testApp.until(() => !existsSync(join(folder, 'other.json')));
  }
  writeFileSync(path, text);
  await testApp.resultOf('slow');
  expect(list(folder, 'failed')).toEqual([]);
});

test('files older than a minute do not wait one after the other for a slow service', async () => {
  const { testApp, folder } = await openInbox({ settings: { pool: { target: 0 } } });
  testApp.simulator.faults.add({ route: 'register', effect: { kind: 'none' }, answerDelayMs: 4_000, times: 'forever' });
  const writtenAt = testApp.clock.now() - 61_000;
  for (const number of [1, 2, 3, 4, 5])
    await testApp.drop(`${number}.json`, receipt(`r-${number}`, { bill: smallBill(number) }), writtenAt);
  await testApp.until(() => list(folder, 'done').length === 5);
  testApp.simulator.faults.clear();
  testApp.clock.advance(4_000);
  for (const { id } of testApp.till.listSales({ limit: 9 }).items) await testApp.delivered(id);
  expect(billIdsAt(testApp)).toHaveLength(5);
});

test('the bill that a file brings is stored together with its file, so that a crash repeats it on no later day', async () => {
  const testApp = await openTestApp();
  const by = { kind: 'folder', isFresh: true, file: 'file-1', owner: null, writtenAt: testApp.clock.now() } as const;
  const opened = unwrap(await testApp.app.dispatch(by, 'till.openSale', { reference: '0001' }));
  const { id: saleId } = opened.sale;
  unwrap(await testApp.app.dispatch(by, 'till.putBill', { saleId, sent: { bill: smallBill() } }));
  testApp.clock.jumpTo(testApp.clock.now() + 24 * 3_600_000);
  expect(unwrap(await testApp.app.dispatch(by, 'till.findSaleOfFile', { reference: 'other' }))).toMatchObject({
    isTaken: true,
    sale: { id: saleId },
  });
});

test.skipIf(systemLacks('pipes'))(
  'a link is refused and never followed; a pipe is refused and never waited for',
  async () => {
    const { testApp, folder } = await openInbox();
    const outside = join(testApp.dataDir, 'outside.json');
    writeFileSync(outside, receipt('outside'));
    symlinkSync(outside, join(folder, 'link.json'));
    execFileSync('mkfifo', [join(folder, 'pipe.json')]);
    await testApp.until(() => list(folder).length === 2);
    expect(list(folder, 'failed')).toEqual(['link.problem.json', 'pipe.problem.json']);
    expect(read(folder, 'failed', 'link.problem.json')).toMatchObject({ type: 'not-a-file', detail: /link/ });
    expect(read(folder, 'failed', 'pipe.problem.json')).toMatchObject({ type: 'not-a-file', detail: /pipe/ });
    expect(existsSync(outside)).toBe(true);
    expect(testApp.till.listSales({ limit: 10 }).items).toEqual([]);
  },
);

test('a hundred files that are no receipts get a hundred answers, but only twenty log lines a minute', async () => {
  const { testApp, folder } = await openInbox();
  const openFiles = (): number => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);
  const before = openFiles();
  for (let count = 0; count < 100; count += 1) await testApp.drop(`wrong-${count}.json`, '[]');
  await testApp.until(() => list(folder, 'failed').filter((name) => name.endsWith('.problem.json')).length === 100);
  expect(testApp.log.lines.filter(({ event }) => event === 'inbox-file-refused')).toHaveLength(20);
  expect(openFiles() - before).toBeLessThan(50);
});

test('while the queue for the service is full, files stay in the folder, and are processed later', async () => {
  const { testApp, folder } = await openInbox({ settings: { delivery: { maxWaiting: 1 } } });
  testApp.network.down = true;
  for (const name of ['a', 'b', 'c']) await testApp.drop(`${name}.json`, receipt(name));
  await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'inbox-file-postponed'));
  expect([list(folder, 'done').length, list(folder, 'failed')]).toEqual([1, []]);
  testApp.network.down = false;
  for (let taken = 1; taken < 3; taken += 1) {
    testApp.app.wake('network-back');
    // The wake-up also reads the folder, so more files may be taken.
    await testApp.until(() => billIdsAt(testApp).length >= taken && testApp.till.status().outbox.queued === 0);
    testApp.clock.advance(scanMs);
    await testApp.until(() => list(folder, 'done').length > taken);
  }
  await testApp.until(() => billIdsAt(testApp).length === 3);
  expect(list(folder, 'failed')).toEqual([]);
});

test('a file that cannot be moved away is delivered once, also on a later day, and a notice remains until the file is moved', async () => {
  const { testApp, folder } = await openInbox({ settings: { delivery: { abandonAfterHours: null } } });
  const notices = () => testApp.till.status().notices;
  // A folder in the place of the draft prevents writing an answer.
  const block = join(folder, 'done', '.draft');
  mkdirSync(block);
  // Without number and signature only the file identifies the receipt.
  const { head, ...rest } = smallBill() as { head: object };
  const unnamed = receipt('0001', { bill: { ...rest, head: { ...head, number: undefined } } });
  await testApp.drop('sale.json', unnamed);
  await testApp.until(() => notices().includes('inboxStuck'));
  expect(readFileSync(join(testApp.dataDir, 'NOTICE-inboxStuck.txt'), 'utf8')).toMatch(/cannot be put away/);
  // The till writes it once more.
  await testApp.drop('sale-again.json', unnamed);
  testApp.clock.advance(scanMs);
  const looks = () => testApp.log.lines.filter(({ event }) => event === 'inbox-file-postponed').length;
  await testApp.until(() => looks() === 2);
  for (const day of [1, 2, 3]) {
    testApp.clock.jumpTo(testApp.clock.now() + 24 * 3_600_000);
    await testApp.restart();
    await testApp.until(() => looks() === 2 * (day + 1) && testApp.till.status().outbox.queued === 0);
    expect(existsSync(join(folder, 'sale.json'))).toBe(true);
  }
  rmSync(block, { recursive: true });
  testApp.clock.advance(scanMs);
  await testApp.until(() => existsSync(join(folder, 'done', 'sale-again.result.json')) && notices().length === 0);
  const { id } = read(folder, 'done', 'sale.result.json');
  await testApp.delivered(String(id));
  expect(testApp.simulator.ledger().bills).toHaveLength(1);
  expect(testApp.till.listSales({ limit: 10 }).items).toHaveLength(1);
});

test('a file that one connection has accepted and not moved away is left in the folder by another connection', async () => {
  const { testApp, folder } = await openInbox();
  const notices = () => testApp.till.status().notices;
  const block = join(folder, 'done', '.draft');
  mkdirSync(block);
  await testApp.drop('accepted.json', receipt('0001'));
  await testApp.until(() => notices().includes('inboxStuck') && billIdsAt(testApp).length === 1);
  await testApp.until(() => testApp.till.status().outbox.queued === 0);
  const { connection } = unwrap(await testApp.cashier['connection.get'](null));
  const change = async (mode: 'live' | 'training') =>
    expect(
      unwrap(await testApp.cashier['connection.save']({ connection: { ...connection, mode }, credentials: null })).ok,
    ).toBe(true);

  await change('training');
  rmSync(block, { recursive: true });
  await testApp.drop('new.json', receipt('0002'));
  await testApp.resultOf('new');
  await testApp.until(() => !existsSync(join(folder, 'new.json')));
  expect(list(folder)).toEqual(['accepted.json', 'done', 'failed']);
  expect(testApp.till.listSales({ limit: 10 }).items.map(({ reference }) => reference)).toEqual(['0002']);
  expect(readFileSync(join(testApp.dataDir, 'NOTICE-inboxStuck.txt'), 'utf8')).toMatch(/another connection/);

  await change('live');
  await testApp.resultOf('accepted');
  await testApp.until(() => !existsSync(join(folder, 'accepted.json')) && notices().length === 0);
  expect(billIdsAt(testApp)).toHaveLength(1);
});

test('a file that waits for a store id is processed by the connection that is opened next', async () => {
  const { testApp, folder } = await openInbox({ storedStoreId: '' });
  await testApp.drop('a.json', receipt('a'));
  await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'inbox-file-postponed'));
  await testApp.drop('b.json', receipt('b', { storeId: 'store-1' }));
  await testApp.delivered(String((await testApp.resultOf('b')).id));
  expect([list(folder, 'failed'), existsSync(join(folder, 'a.json'))]).toEqual([[], true]);
  const { connection } = unwrap(await testApp.cashier['connection.get'](null));
  unwrap(
    await testApp.cashier['connection.save']({ connection: { ...connection, mode: 'training' }, credentials: null }),
  );
  await testApp.resultOf('a');
  await testApp.until(() => !existsSync(join(folder, 'a.json')));
});
