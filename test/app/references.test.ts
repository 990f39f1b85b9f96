import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { badBill, openWithTill, pairTill } from './paired-till.ts';
import { numberedBill } from './small-bill.ts';
import { smallBill, test } from './test-app.ts';

/** A reference belongs to one till and business day, and must never open another customer's sale. */

const local = (day: number, hours: number, minutes = 0, seconds = 0): number =>
  new Date(2026, 0, day, hours, minutes, seconds).getTime();

const differsAt = (path: string) => expect.objectContaining({ path, code: 'differs' });

test('a till has one sale per reference until the hour that the settings name: the same content is the same sale, other content is a conflict, and an equal receipt of the next day is new', async () => {
  const { testApp, till } = await openWithTill({ settings: { delivery: { dayStartsAtHour: 6 } } });
  for (const day of [5, 6]) {
    testApp.clock.jumpTo(local(day, 9));
    const first = await till.open('0001', { amount: 5 });
    expect(first.status).toBe(201);
    // The receipt has no number, so an equal one of the next day is another receipt.
    expect(await till.receipt('0002', smallBill(5))).toMatchObject({ status: 202, sale: { acceptedAs: null } });
    testApp.clock.jumpTo(local(day + 1, 5, 59));
    expect(await till.open('0001', { amount: 5 })).toMatchObject({ status: 200, sale: { id: first.sale.id } });
    expect((await till.open('0001', { amount: 6 })).status).toBe(409);
  }
});

test('after a cancel a reference opens a new sale, and the last bill is delivered', async ({ testApp }) => {
  const till = await pairTill(testApp, 'Till 1');
  const ids: string[] = [];
  for (const amount of [5, 5, 7]) {
    await testApp.poolHas(1);
    const opened = await till.open('0001', { amount });
    expect(opened).toMatchObject({ status: 201, sale: { state: 'open' } });
    expect(await till.open('0001', { amount })).toMatchObject({ status: 200, sale: { id: opened.sale.id } });
    expect((await till.call('DELETE', `/sales/${opened.sale.id}`)).status).toBe(202);
    ids.unshift(opened.sale.id);
  }
  await testApp.poolHas(1);
  const last = await till.open('0001', { amount: 7 });
  expect(await till.bill(last.sale.id, smallBill(7))).toMatchObject({ status: 202 });
  await testApp.delivered(last.sale.id);
  expect(await till.list('0001')).toEqual([last.sale.id, ...ids]);
  expect(testApp.simulator.ledger().complaints).toEqual([]);
});

describe('a sale that was opened with an amount', () => {
  test.each([
    ['the same amount', 19.9, []],
    ['another amount', 24.9, ['amount-differs']],
  ])(
    'accepts a receipt in one call with %s as its bill, with a warning only if the amounts differ',
    async (_what, amount, codes) => {
      const { testApp, till } = await openWithTill();
      await testApp.poolHas(1);
      const opened = await till.open('0001', { amount: 19.9 });
      for (let time = 0; time < 2; time += 1) {
        const paid = await till.receipt('0001', smallBill(amount));
        expect(paid).toMatchObject({ status: 202, sale: { id: opened.sale.id, billId: opened.sale.billId } });
        expect(paid.sale.warnings.map(({ code }) => code)).toEqual(codes);
      }
      await testApp.delivered(opened.sale.id);
      expect(testApp.simulator.ledger().bills).toHaveLength(1);
      const other = await till.receipt('0001', smallBill(7));
      expect(other).toMatchObject({
        status: 409,
        sale: { errors: expect.arrayContaining([differsAt('/bill/data/fullAmountInclVat')]) },
      });
    },
  );

  test('accepts a corrected bill in one call after the first one was refused', async ({ testApp }) => {
    const till = await pairTill(testApp, 'Till 1');
    const opened = await till.open('0001', { amount: 19.9 });
    testApp.simulator.faults.add({ route: 'bill', effect: badBill, times: 1 });
    await till.receipt('0001', smallBill(19.9));
    await testApp.sale(opened.sale.id, ({ state }) => state === 'attention');
    const corrected = await till.receipt('0001', smallBill(19.9, { extension: { corrected: true } }));
    expect(corrected).toMatchObject({ status: 202, sale: { id: opened.sale.id, attention: null } });
    await testApp.delivered(opened.sale.id);
  });

  test('refuses a receipt of another customer, and retains its customer if the receipt names none', async () => {
    const { testApp, till } = await openWithTill();
    const customer = { externalId: 'customer-1' };
    const opened = await till.open('0001', { amount: 19.9, customer });
    const bill = numberedBill('0417');
    const send = (more: object) => till.call('POST', '/receipts', { reference: '0001', bill, ...more });
    const other = await send({ customer: { externalId: 'customer-2' } });
    expect(other).toMatchObject({ status: 409, sale: { errors: [{ path: '/customer/externalId', code: 'differs' }] } });
    expect(JSON.stringify(other)).not.toContain('customer-1');
    for (const _time of ['first', 'repeated'])
      expect(await send({})).toMatchObject({ status: 202, sale: { id: opened.sale.id } });
    await testApp.delivered(opened.sale.id);
    expect(JSON.stringify(testApp.simulator.ledger().bills)).toContain('customer-1');
  });

  test('is found again by a restarted till, with its first amount or the present one', async ({ testApp }) => {
    const till = await pairTill(testApp, 'Till 1');
    const { sale } = await till.open('0001', { amount: 19.9 });
    await till.call('PATCH', `/sales/${sale.id}`, { amount: 24.9 });
    for (const amount of [24.9, 19.9]) {
      expect(await till.open('0001', { amount })).toMatchObject({ status: 200, sale: { id: sale.id, amount: 24.9 } });
    }
    const lines = [{ text: 'Coffee', amount: 5 }];
    await till.call('PUT', `/sales/${sale.id}/basket`, { lines, total: 5, currency: 'EUR' });
    for (const more of [{ amount: 5 }, { amount: 5, currency: 'EUR' }, { amount: 19.9 }]) {
      expect(await till.open('0001', more)).toMatchObject({ status: 200, sale: { id: sale.id, amount: 5 } });
    }
    for (const more of [{ amount: 24.9 }, { amount: 5, currency: 'CHF' }, {}]) {
      expect((await till.open('0001', more)).status).toBe(409);
    }
    const detail = expect.stringContaining('PATCH /v1/sales/');
    const message = 'Found 25. Expected 19.9, as when the sale was opened.';
    const errors = [{ path: '/storeId' }, { path: '/amount', message }];
    const other = await till.open('0001', { amount: 25, storeId: 'store-1' });
    expect(other).toMatchObject({ status: 409, sale: { type: 'conflict', detail, errors } });
  });
});

test('a reference whose sale was paid today opens nothing: the answer has the time of payment, and no code is shown', async () => {
  const { testApp, till } = await openWithTill({ settings: { pool: { target: 4 } } });
  testApp.clock.jumpTo(local(5, 9));
  await testApp.poolHas(2);
  const first = await till.open('0001', { amount: 5 });
  expect((await till.open('0001', { amount: 5 })).status).toBe(200);
  testApp.clock.jumpTo(local(5, 9, 5));
  await till.bill(first.sale.id, smallBill(5));
  const next = await till.open('0002', { amount: 7 });
  const shown = testApp.screen;
  for (const state of ['queued', 'delivered'] as const) {
    await testApp.sale(first.sale.id, (sale) => sale.state === state || sale.state === 'delivered');
    const again = await till.open('0001', { amount: 5 });
    expect(again).toMatchObject({
      status: 409,
      sale: {
        type: 'conflict',
        detail: expect.stringMatching(/"0001" was paid at 2026-01-05T09:05:00/),
        errors: [{ path: '/reference', code: 'paid' }],
      },
    });
    expect(JSON.stringify(again)).not.toContain(String(first.sale.url));
    await testApp.delivered(first.sale.id);
  }
  expect(testApp.screen).toEqual(shown);
  expect(JSON.stringify(testApp.screen)).toContain(next.sale.url);
  await testApp.drop('a.json', { do: 'open', reference: '0003', amount: 5 });
  const byFile = await testApp.resultOf('a');
  await testApp.pay(String(byFile.id), smallBill(5));
  await testApp.drop('b.json', { do: 'open', reference: '0003', amount: 5 });
  const problem = join(testApp.dataDir, 'inbox', 'failed', 'b.problem.json');
  await testApp.until(() => existsSync(problem));
  expect(JSON.parse(readFileSync(problem, 'utf8'))).toMatchObject({ status: 409, errors: [{ code: 'paid' }] });
});

describe('when the day changes while a till waits for its answer', () => {
  test('the sale is not opened twice, as long as it is open, not paid, and was opened less than 5 minutes ago', async () => {
    const { testApp, till } = await openWithTill({ settings: { pool: { target: 9 } } });
    testApp.clock.jumpTo(local(6, 3, 59, 59));
    await testApp.poolHas(1);
    const first = await till.open('0417', { amount: 5 });
    const paid = await till.open('0416');
    expect((await till.bill(paid.sale.id, smallBill(5))).status).toBe(202);
    testApp.clock.jumpTo(local(6, 4, 0, 1));
    expect((await till.open('0416')).sale.id).not.toBe(paid.sale.id);
    expect(await till.open('0417', { amount: 5 })).toMatchObject({ status: 200, sale: { id: first.sale.id } });
    const other = await till.open('0417', { amount: 6 });
    expect(other.status).toBe(201);
    expect(await till.open('0417', { amount: 6 })).toMatchObject({ status: 200, sale: { id: other.sale.id } });
    const late = await till.open('0418', { amount: 5 });
    testApp.clock.jumpTo(local(7, 4, 0, 0));
    expect((await till.open('0418', { amount: 5 })).sale.id).not.toBe(late.sale.id);
  });

  test('a clock that is turned back does not open the sale twice either', async () => {
    const { testApp, till } = await openWithTill({ settings: { delivery: { dayStartsAtHour: 0 } } });
    testApp.clock.jumpTo(local(6, 0, 1));
    const first = await till.open('0001', { amount: 5 });
    testApp.clock.jumpTo(local(5, 23, 59));
    expect(await till.open('0001', { amount: 5 })).toMatchObject({ status: 200, sale: { id: first.sale.id } });
  });
});
