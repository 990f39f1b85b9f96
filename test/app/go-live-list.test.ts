import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trainingFailures } from '../fakes/training-failures.ts';
import { posClient, posToken, spawnProgram, type TestProgram } from './program.ts';
import { smallBill } from './small-bill.ts';

/** Runs the go-live list of docs/pos/errors-and-limits.md as a till, on a host in training. */

const dataDir = mkdtempSync(join(tmpdir(), 'go-live-list-'));
let app: TestProgram;
let pos: ReturnType<typeof posClient>;
let control = '';
let last = 0;

const start = async (): Promise<void> => {
  const options = ['--training', '--control', '--pos-port', '0', '--data-dir', dataDir];
  app = spawnProgram('src-main/headless.ts', options, { RECEIPT_COMPANION_POS_TOKEN: posToken });
  const { posApi = '', controlUrl = '' } = await app.ready;
  pos = posClient(posApi);
  control = controlUrl;
};
beforeAll(start);
afterAll(async () => {
  await app.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

type Sale = Record<string, unknown>;
type Answer = { readonly status: number; readonly body: Record<string, unknown> };

const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await pos.call(method, path, body);
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
};
const newBill = (amount = 19.9) => {
  last += 1;
  const head = { number: `N-${last}`, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } };
  return smallBill(amount, { head });
};
const opened = async (): Promise<Sale> => {
  last += 1;
  return pos.json('POST', '/sales', { reference: `T1-${last}`, amount: 19.9, currency: 'EUR' });
};
const paid = ({ id }: Sale, bill = newBill()) => ask('PUT', `/sales/${id}/bill`, { bill });
const becomes = ({ id }: Sale, state: string) => pos.sale(id, (sale) => sale.state === state);
const failures = trainingFailures(() => control);
const ends = failures.recovers;
/** Waits for pooled ids before the failure begins, so that a missing id does not change the answers. */
const fails = async (name: string): Promise<void> => {
  await pos.untilPoolHas(2);
  await failures.fails(name);
};
const waitsOut = async (failure: string): Promise<void> => {
  await fails(failure);
  const sale = await opened();
  expect(sale).toMatchObject({ state: 'open', url: expect.any(String) });
  expect(await paid(sale)).toMatchObject({ status: 202 });
  expect(await pos.json('GET', `/sales/${sale.id}`)).toMatchObject({ state: 'queued' });
  await ends();
  expect(await becomes(sale, 'delivered')).toMatchObject({ url: sale.url });
};

const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  'A sale is opened': async () =>
    expect(await opened()).toMatchObject({ state: 'open', url: expect.stringMatching(/^http/) }),
  'The same is sent again': async () => {
    const { id, reference } = await opened();
    const again = await ask('POST', '/sales', { reference, amount: 19.9, currency: 'EUR' });
    expect(again).toMatchObject({ status: 200, body: { id } });
  },
  'The same with another amount': async () => {
    const { reference } = await opened();
    const other = await ask('POST', '/sales', { reference, amount: 5, currency: 'EUR' });
    expect(other).toMatchObject({ status: 409, body: { type: 'conflict', detail: expect.stringContaining('PATCH') } });
  },
  'The amount changes': async () => {
    const { id, url } = await opened();
    expect(await ask('PATCH', `/sales/${id}`, { amount: 5 })).toMatchObject({ status: 200, body: { url, amount: 5 } });
  },
  'The bill is sent': async () => {
    const sale = await opened();
    expect(await paid(sale)).toMatchObject({ status: 202 });
    expect(await becomes(sale, 'delivered')).toMatchObject({ url: sale.url });
  },
  'The bill is sent again': async () => {
    const [sale, bill] = [await opened(), newBill()];
    await paid(sale, bill);
    expect(await paid(sale, bill)).toMatchObject({ status: 202, body: { id: sale.id } });
  },
  'Another bill for the same sale': async () => {
    const sale = await opened();
    await paid(sale);
    expect(await paid(sale)).toMatchObject({ status: 409, body: { type: 'conflict' } });
  },
  'A receipt without a sale before': async () => {
    last += 1;
    const sent = await ask('POST', '/receipts', { reference: `T1-${last}`, bill: newBill() });
    expect(sent).toMatchObject({ status: 202 });
    await becomes(sent.body, 'delivered');
  },
  'A return': async () => {
    const sale = await opened();
    expect(await paid(sale, newBill(-5))).toMatchObject({ status: 202 });
    await becomes(sale, 'delivered');
  },
  'A field is wrong': async () => {
    const wrong = await ask('POST', '/sales', { reference: 'wrong', amount: 'five', currency: 'EUR' });
    expect(wrong).toMatchObject({ status: 422, body: { type: 'invalid', errors: [{ path: '/amount' }] } });
  },
  'The customer goes': async () => {
    const sale = await opened();
    expect(await ask('DELETE', `/sales/${sale.id}`)).toMatchObject({ body: { state: 'cancelled' } });
  },
  'The receipt is printed': async () => {
    const sale = await opened();
    await paid(sale);
    await ask('POST', `/sales/${sale.id}/printed`);
    await pos.sale(sale.id, ({ printed }) => printed !== null && printed !== 'queued');
  },
  'The network is down': () => waitsOut('offline'),
  'The service is down': () => waitsOut('unavailable'),
  'The service is slow': () => waitsOut('slow'),
  'The service refuses a bill': async () => {
    await fails('attention');
    const sale = await opened();
    await paid(sale);
    expect(await becomes(sale, 'attention')).toMatchObject({ attention: { status: 422 } });
    expect(await paid(sale)).toMatchObject({ status: 202 });
    await becomes(sale, 'delivered');
  },
  'The service has lost the id': async () => {
    await fails('codeReplaced');
    const sale = await opened();
    await paid(sale);
    const delivered = await becomes(sale, 'delivered');
    expect(delivered).toMatchObject({ qrReplaced: true });
    expect(delivered.url).not.toBe(sale.url);
  },
  'The answer to a bill is lost': async () => {
    await fails('answerLost');
    const sale = await opened();
    await paid(sale);
    expect(await becomes(sale, 'delivered')).toMatchObject({ url: sale.url, qrReplaced: false });
  },
  'The loyalty provider does not know the customer': async () => {
    await failures.switchOff('loyaltyUsers');
    const { id } = await opened();
    const unknown = await ask('PUT', `/sales/${id}/loyalty`, { externalUserId: 'loyalty-0001' });
    expect(unknown).toMatchObject({ status: 404, body: { type: 'loyalty-user-unknown' } });
    await ends();
  },
  'The service has signed the shop out': async () => {
    await pos.untilPoolHas(2);
    await failures.switchOff('acceptsSignIn');
    const sale = await opened();
    expect(await paid(sale)).toMatchObject({ status: 202 });
    await expect.poll(() => pos.json('GET', '/status')).toMatchObject({ service: 'signInNeeded' });
    expect(await pos.json('GET', `/sales/${sale.id}`)).toMatchObject({ state: 'queued' });
    await ends();
  },
  'The app is not running at payment': async () => {
    const [sale, bill] = [await opened(), newBill()];
    await app.end('SIGTERM');
    await expect(paid(sale, bill)).rejects.toThrow('fetch failed');
    // The case 'The queue is full' needs a queue for one receipt.
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ delivery: { maxWaiting: 1 } }));
    await start();
    await expect.poll(() => pos.json('GET', '/status')).toMatchObject({ outbox: { queued: 0 } });
    expect(await paid(sale, bill)).toMatchObject({ status: 202, body: { id: sale.id } });
    await becomes(sale, 'delivered');
  },
  'No address is left': async () => {
    await fails('offline');
    let sale = await opened();
    while (sale.url !== null) sale = await opened();
    expect(sale).toMatchObject({ state: 'open', assigned: false });
    await ends();
    await pos.sale(sale.id, ({ url }) => url !== null);
  },
  'The token is no longer valid': async () => {
    const { id } = await opened();
    const bill = JSON.stringify({ bill: newBill() });
    const send = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${pos.url}/sales/${id}/bill`, { method: 'PUT', headers, body: bill });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await send('removed')).toMatchObject({ status: 401, body: { type: 'not-paired' } });
    expect(await send(posToken)).toMatchObject({ status: 202, body: { id } });
    await becomes({ id }, 'delivered');
  },
  'The queue is full': async () => {
    await fails('offline');
    const [first, second, bill] = [await opened(), await opened(), newBill()];
    expect(await paid(first)).toMatchObject({ status: 202 });
    expect(await paid(second, bill)).toMatchObject({ status: 507, body: { type: 'queue-full' } });
    expect(await pos.json('GET', `/sales/${second.id}`)).toMatchObject({ state: 'open' });
    await ends();
    await becomes(first, 'delivered');
    expect(await paid(second, bill)).toMatchObject({ status: 202 });
    await becomes(second, 'delivered');
  },
  'The day ends': async () => {
    await fails('offline');
    await paid(await opened());
    expect(await pos.json('GET', '/status')).toMatchObject({ outbox: { queued: 1, attention: 0 } });
    await ends();
    await expect.poll(() => pos.json('GET', '/status')).toMatchObject({ outbox: { queued: 0, attention: 0 } });
  },
  'Nobody answers to a loyalty start': async () => {
    const sale = await opened();
    await fails('loyaltyUnanswered');
    const unknown = await ask('PUT', `/sales/${sale.id}/loyalty`, { externalUserId: 'loyalty-0001' });
    expect(unknown).toMatchObject({ status: 502, body: { type: 'outcome-unknown', outcome: 'unknown' } });
    expect(await paid(sale)).toMatchObject({ status: 202 });
    await becomes(sale, 'delivered');
  },
};

test.each(Object.entries(cases))('%s: the till gets the answer of the go-live list', async (_name, run) => {
  await run();
});

test('the go-live list in the documents matches the table of this test', () => {
  const doc = readFileSync(join(import.meta.dirname, '../../docs/pos/errors-and-limits.md'), 'utf8');
  const rows = [...doc.matchAll(/^\| \d{1,2} \| ([^|]+) \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(cases));
});

test('in training the receipt of the example customer `customer-assigned` goes to the account of that customer', async () => {
  last += 1;
  const customer = { externalId: 'customer-assigned' };
  const sale = await pos.json('POST', '/sales', { reference: `T1-${last}`, amount: 19.9, customer });
  await paid(sale);
  expect(await becomes(sale, 'delivered')).toMatchObject({ assigned: true, url: null });
});
