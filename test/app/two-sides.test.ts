import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { volume } from '../fakes/drawn.ts';
import { good, type House, openHouse, smallBill } from './house.ts';
import { inTime, passTime } from './pass-time.ts';

/** The possible events for one sale from the till, the folder and the cashier window, which do not know of each other. */
const acts = {
  'loyalty start': (house: House, id: string) => house.till.startLoyalty(id, 'card-1'),
  'loyalty cancel': (house: House, id: string) => house.till.cancelLoyalty(id),
  bill: (house: House, id: string) => house.till.acceptBill(id, { bill: smallBill() }),
  'bill by folder': (house: House, id: string) =>
    house.till.acceptReceipt({ reference: referenceOf(house, id), bill: smallBill() }, 'folder'),
  'paid by hand': (house: House, saleId: string) =>
    house.cashier['sale.pay']({ saleId, amount: 19.9, vatPercent: 19, payment: 'Cash' }),
  printed: (house: House, id: string) => house.till.markPrinted(id),
  cancel: (house: House, id: string) => house.till.cancelSale(id),
  'cancel at the counter': (house: House, saleId: string) => house.cashier['sale.cancel']({ saleId }),
  'customer scanned': (house: House, saleId: string) => house.cashier['sale.identify']({ saleId, code: 'known-1' }),
} as const satisfies Record<string, (house: House, id: string) => unknown>;
type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];

const referenceOf = (house: House, id: string) => house.till.findSale(id)?.reference ?? '';

test('two simultaneous changes of one sale lose and double no receipt, and leave no loyalty transaction active', async () => {
  const race = fc.record({
    one: fc.constantFrom(...names),
    other: fc.constantFrom(...names),
    before: fc.constantFrom<Act | null>(null, 'loyalty start'),
    between: fc.nat(12),
    delays: fc.array(fc.nat(25), { minLength: 12, maxLength: 12 }),
  });
  // One sale after the other, before one service.
  await fc.assert(
    fc.asyncProperty(fc.array(race, { minLength: 1, maxLength: 40, size: 'max' }), async (races) => {
      const house = await openHouse({
        settings: { pool: { target: 2 } },
        simulator: { switches: { knownExternalIds: ['known-1'] } },
      });
      try {
        for (const [count, { one, other, before, between, delays }] of races.entries()) {
          const { id } = good(await house.till.openSale({ reference: `sale-${count}`, amount: 19.9 })).sale;
          if (before !== null) await acts[before](house, id);
          let asked = 0;
          house.network.meets = async (url, init) => {
            const turns = delays[asked++ % delays.length] ?? 0;
            for (let turn = 0; turn < turns; turn += 1) await nextTurn();
            return fetch(url, init);
          };
          const first = Promise.resolve(acts[one](house, id));
          for (let turn = 0; turn < between; turn += 1) await nextTurn();
          const second = Promise.resolve(acts[other](house, id));
          await inTime(house, Promise.all([first, second]));
          await passTime(house, 15 * 60_000, () => house.till.status().outbox.queued === 0);
        }
        judge(house);
      } finally {
        await house.close();
      }
    }),
    { numRuns: volume(120) },
  );
});

function judge(house: House): void {
  const { bills, loyalty, cancels } = house.simulator.ledger();
  const { items } = house.till.listSales({ limit: 100 });
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
  expect(house.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
}

test('a loyalty transaction that starts after its bill was sent is cancelled at the provider, and the till is informed', async () => {
  const house = await openHouse({ settings: { pool: { target: 1 } } });
  const { id } = good(await house.till.openSale({ reference: 'sale-1', amount: 19.9 })).sale;
  const answered = Promise.withResolvers<void>();
  house.network.meets = (url, init) =>
    init.method === 'PUT' ? fetch(url, init).then((answer) => answered.promise.then(() => answer)) : null;
  const start = house.till.startLoyalty(id, 'card-1');
  await house.until(() => house.simulator.ledger().loyalty.length === 1);
  // The wait has this limit, for any duration of the start.
  house.changeSettings({ service: { interactiveTimeoutMs: 1_000 } });
  await house.pay(id);
  await house.until(() => house.clock.pendingMs().includes(1_000));
  house.clock.advance(1_000);
  await house.delivered(id);
  answered.resolve();
  expect(await start).toMatchObject({ ok: false, error: { code: 'conflict' } });
  const sale = await house.sale(id, ({ loyalty }) => loyalty?.state === 'cancelled');
  expect(sale.state).toBe('delivered');
  expect(house.simulator.ledger().loyalty.map(({ state }) => state)).toEqual(['cancelled']);
  expect(await house.till.startLoyalty(id, 'card-1')).toMatchObject({ error: { code: 'wrongState' } });
});
