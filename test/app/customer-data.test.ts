import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dropFile } from '../fakes/drop-file.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { connectedTo, startProgram } from './processes.ts';
import { runHeadless } from './run-headless.ts';
import { openService } from './service.ts';
import { smallBill } from './test-app.ts';

const customer = 'canary-customer-4711';
const canaries = [customer, 'canary@example.invalid', 'canary-note', 'Canary Buyer', 'canary-card'];

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

function plainIn(dataDir: string): readonly string[] {
  return filesBelow(dataDir).flatMap((path) => {
    const bytes = readFileSync(path);
    return canaries.filter((word) => bytes.includes(word)).map((word) => `${path}: ${word}`);
  });
}

const bill = (more: object = {}) =>
  smallBill(19.9, {
    head: {
      date: '2026-01-05T10:00:00+01:00',
      number: 'R-1',
      buyer: { name: 'Canary Buyer', eMailAddress: 'canary@example.invalid', note: 'canary-note' },
    },
    ...more,
  });

/** A shop with this customer in every possible place, and with one other customer. */
async function openShop() {
  const service = await openService({ switches: { knownExternalIds: [customer] } });
  const dataDir = tempFolder();
  const { args, env } = connectedTo(service, dataDir);
  const start = () => startProgram(args, env);
  const command = (...words: readonly string[]) => runHeadless(['--data-dir', dataDir, ...words], env);
  return { dataDir, start, command, simulator: service.simulator };
}

test('all data of one customer are shown and deleted, undelivered receipts stay until their delivery, and other customers lose nothing', async () => {
  const { dataDir, start, command, simulator } = await openShop();
  const program = await start();
  const { pos } = program;
  await pos.untilPoolHas(2);
  const sale = await pos.json('POST', '/sales', { reference: 'till-1', customer: { externalId: customer } });
  await pos.json('PUT', `/sales/${sale.id}/loyalty`, { externalUserId: 'canary-card' });
  await pos.json('PUT', `/sales/${sale.id}/bill`, { bill: bill() });
  await pos.sale(sale.id, ({ state }) => state === 'delivered');
  const other = await pos.json('POST', '/receipts', { reference: 'till-2', bill: smallBill() });
  await pos.sale(other.id, ({ state }) => state === 'delivered');
  const named = bill({ userIdentification: { externalId: customer } });
  dropFile(join(dataDir, 'inbox'), 'dropped', { reference: 'file-1', bill: named });
  const result = join(dataDir, 'inbox', 'done', 'dropped.result.json');
  while (!existsSync(result)) await wait(10);
  const fromFile = JSON.parse(readFileSync(result, 'utf8')) as { readonly id: string };
  // A till cannot see sales of the watched folder, so the service is asked for the three receipts.
  while (simulator.ledger().bills.length < 3) await wait(20);
  mkdirSync(join(dataDir, 'training', 'exports'), { recursive: true });
  writeFileSync(join(dataDir, 'training', 'exports', 'refused-1.json'), JSON.stringify({ bill: bill(), customer }));
  simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 503 }, times: 'forever' });
  const waiting = await pos.json('POST', '/receipts', {
    reference: 'till-3',
    again: true,
    bill: named,
  });

  const whileRunning = await command('--customer-show', fileWith(customer));
  expect(whileRunning).toMatchObject({ code: 1, json: null, stdout: '' });
  expect(whileRunning.stderr).toMatch(
    /in use by another start of this program: process \d+ \(headless\).* Stop it first/,
  );
  await program.end('SIGKILL');

  const shown = await command('--customer-show', fileWith(customer));
  expect(shown.code).toBe(0);
  const receipts = shown.json?.receipts as readonly {
    readonly sale: { readonly id: string };
    readonly stays: unknown;
    readonly bill: unknown;
  }[];
  expect(receipts.map(({ sale: { id }, stays }) => [id, stays === null])).toEqual([
    [sale.id, true],
    [fromFile.id, true],
    [waiting.id, false],
  ]);
  // The last canary is the card, which the app passes on without storing it.
  for (const word of canaries.slice(0, -1)) expect([word, shown.stdout.includes(word)]).toEqual([word, true]);
  expect(shown.json?.files).toMatchObject({
    copies: expect.arrayContaining([
      join('training', 'exports', 'refused-1.json'),
      join('inbox', 'done', 'dropped.result.json'),
    ]),
  });
  expect(
    JSON.stringify((await command('--customer-show', fileWith('canary@example.invalid'))).json?.receipts),
  ).toContain(fromFile.id);

  const first = await command('--customer-delete', fileWith(customer));
  expect(first).toMatchObject({
    code: 2,
    json: {
      deleted: { receipts: [{ id: sale.id }, { id: fromFile.id }] },
      stays: { receipts: [{ id: waiting.id, why: expect.stringContaining('waits for the receipt service') }] },
    },
  });

  simulator.faults.clear();
  const again = await start();
  await again.pos.sale(waiting.id, ({ state }) => state === 'delivered');
  expect(await again.pos.json('GET', `/sales/${sale.id}`)).toMatchObject({ state: 'delivered', reference: 'till-1' });
  await again.end('SIGTERM');
  const second = await command('--customer-delete', fileWith(customer));
  expect(second).toMatchObject({
    code: 0,
    json: {
      deleted: { receipts: [{ id: waiting.id }] },
      stays: { receipts: [], receiptsNotTaken: [] },
      stillFoundIn: [],
    },
  });

  const afterwards = await command('--customer-show', fileWith(customer));
  expect(afterwards.json).toMatchObject({ receipts: [], users: [], files: { copies: [], receiptsNotTaken: [] } });
  const left = await command('--customer-show', fileWith('till-1'));
  expect(left.json?.receipts).toMatchObject([
    { foundBy: 'receipt', bill: null, sale: { id: sale.id, state: 'delivered' } },
  ]);
  for (const word of canaries) expect([word, left.stdout.includes(word)]).toEqual([word, false]);
  expect((await command('--customer-show', fileWith(String(other.id)))).json?.receipts).toMatchObject([
    { bill: { head: {} } },
  ]);
  expect(plainIn(dataDir)).toEqual([]);
  expect(filesBelow(dataDir).filter((path) => /dropped|refused-1|-wal$/.test(path) && statSync(path).size > 0)).toEqual(
    [],
  );
});
