import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { volume } from '../fakes/drawn.ts';
import { inTime, passTime } from './pass-time.ts';
import { good, openTestApp, smallBill, type TestApp } from './test-app.ts';

/** The steps that the till, the folder and the cashier window can take with one sale at the same time. */
const acts = {
  'loyalty start': (testApp: TestApp, id: string) => testApp.till.startLoyalty(id, 'card-1'),
  'loyalty cancel': (testApp: TestApp, id: string) => testApp.till.cancelLoyalty(id),
  bill: (testApp: TestApp, id: string) => testApp.till.acceptBill(id, { bill: smallBill() }),
  'bill by folder': (testApp: TestApp, id: string) =>
    testApp.till.acceptReceipt({ reference: referenceOf(testApp, id), bill: smallBill() }, 'folder'),
  'paid by hand': (testApp: TestApp, saleId: string) =>
    testApp.cashier['sale.pay']({ saleId, amount: 19.9, vatPercent: 19, payment: 'Cash' }),
  printed: (testApp: TestApp, id: string) => testApp.till.markPrinted(id),
  cancel: (testApp: TestApp, id: string) => testApp.till.cancelSale(id),
  'cancel at the counter': (testApp: TestApp, saleId: string) => testApp.cashier['sale.cancel']({ saleId }),
  'customer scanned': (testApp: TestApp, saleId: string) =>
    testApp.cashier['sale.identify']({ saleId, code: 'known-1' }),
} as const satisfies Record<string, (testApp: TestApp, id: string) => unknown>;
type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];

const referenceOf = (testApp: TestApp, id: string) => testApp.till.findSale(id)?.reference ?? '';

test('two simultaneous changes of one sale lose and double no receipt, and leave no loyalty transaction active', async () => {
  const race = fc.record({
    one: fc.constantFrom(...names),
    other: fc.constantFrom(...names),
    before: fc.constantFrom<Act | null>(null, 'loyalty start'),
    between: fc.nat(12),
    delays: fc.array(fc.nat(25), { minLength: 12, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(race, { minLength: 1, maxLength: 40, size: 'max' }), async (races) => {
      const testApp = await openTestApp({
        settings: { pool: { target: 2 } },
        simulator: { switches: { knownExternalIds: ['known-1'] } },
      });
      try {
        for (const [count, { one, other, before, between, delays }] of races.entries()) {
          const { id } = good(await testApp.till.openSale({ reference: `sale-${count}`, amount: 19.9 })).sale;
          if (before !== null) await acts[before](testApp, id);
          let asked = 0;
          testApp.network.meets = async (url, init) => {
            const turns = delays[asked++ % delays.length] ?? 0;
            for (let turn = 0; turn < turns; turn += 1) await nextTurn();
            return fetch(url, init);
          };
          const first = Promise.resolve(acts[one](testApp, id));
          for (let turn = 0; turn < between; turn += 1) await nextTurn();
          const second = Promise.resolve(acts[other](testApp, id));
          await inTime(testApp, Promise.all([first, second]));
          await passTime(testApp, 15 * 60_000, () => testApp.till.status().outbox.queued === 0);
        }
        judge(testApp);
      } finally {
        await testApp.close();
      }
    }),
    { numRuns: volume(120) },
  );
});

function judge(testApp: TestApp): void {
  const { bills, loyalty, cancels } = testApp.simulator.ledger();
  const { items } = testApp.till.listSales({ limit: 100 });
  const gone = new Set(cancels.map(({ billId }) => billId));
  for (const sale of items) {
    const stored = bills.filter(({ billId }) => billId === sale.billId).length;
    expect(stored).toBe(sale.state === 'delivered' ? 1 : stored);
    if (sale.state === 'cancelled' && stored > 0) expect(gone).toContain(sale.billId);
  }
  expect(new Set(bills.map(({ billId }) => billId)).size).toBe(bills.length);
  const carried = JSON.stringify(bills.filter(({ billId }) => !gone.has(billId)).map(({ body }) => body));
  const open = items.filter(({ state }) => state === 'open').map((sale) => sale.loyalty?.transactionId);
  const active = loyalty.filter(({ state }) => state === 'active').map(({ transactionId }) => transactionId);
  expect(active.filter((id) => !carried.includes(`"${id}"`) && !open.includes(id))).toEqual([]);
  expect(items.filter(({ state }) => !['open', 'delivered', 'cancelled'].includes(state))).toEqual([]);
  expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
}

test('a loyalty transaction that starts after its bill was sent is cancelled at the provider, and the till is informed', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 1 } } });
  const { id } = good(await testApp.till.openSale({ reference: 'sale-1', amount: 19.9 })).sale;
  const answered = Promise.withResolvers<void>();
  testApp.network.meets = (url, init) =>
    init.method === 'PUT' ? fetch(url, init).then((answer) => answered.promise.then(() => answer)) : null;
  const start = testApp.till.startLoyalty(id, 'card-1');
  await testApp.until(() => testApp.simulator.ledger().loyalty.length === 1);
  // The bill waits only this long for the loyalty start.
  testApp.changeSettings({ service: { interactiveTimeoutMs: 1_000 } });
  await testApp.pay(id);
  await testApp.until(() => testApp.clock.pendingMs().includes(1_000));
  testApp.clock.advance(1_000);
  await testApp.delivered(id);
  answered.resolve();
  expect(await start).toMatchObject({ ok: false, error: { code: 'conflict' } });
  const sale = await testApp.sale(id, ({ loyalty }) => loyalty?.state === 'cancelled');
  expect(sale.state).toBe('delivered');
  expect(testApp.simulator.ledger().loyalty.map(({ state }) => state)).toEqual(['cancelled']);
  expect(await testApp.till.startLoyalty(id, 'card-1')).toMatchObject({ error: { code: 'wrongState' } });
});
