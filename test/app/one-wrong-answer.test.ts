import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SaleResource } from '../../src-main/shared/till-view.ts';
import { volume } from '../fakes/drawn.ts';
import { deviates } from '../fakes/every-deviation.ts';
import { type CallName, routes, table } from './fault-table.ts';
import { inTime, passTime } from './pass-time.ts';
import { numberedBill } from './small-bill.ts';
import { openTestApp, type TestApp, unwrap } from './test-app.ts';

/** Opens and bills sales while the network is away. The first few have an id from the pool. */
async function appWithQueue(count: number, target = 3): Promise<{ testApp: TestApp; ids: readonly string[] }> {
  const testApp = await openTestApp({ settings: { pool: { target } } });
  await testApp.poolHas(target);
  testApp.network.down = true;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { sale } = unwrap(await testApp.till.openSale({ reference: `sale-${index}`, amount: 19.9 }));
    ids.push(sale.id);
    unwrap(await testApp.till.acceptBill(sale.id, { bill: numberedBill(`R-${index}`) }));
  }
  testApp.network.down = false;
  return { testApp, ids };
}

const salesOf = (testApp: TestApp, ids: readonly string[]): readonly SaleResource[] =>
  ids.map((id) => testApp.till.findSale(id)).filter((sale) => sale !== null);

async function drained(testApp: TestApp): Promise<void> {
  testApp.app.wake('network-back');
  const isOver = () => testApp.till.status().outbox.queued === 0;
  // Advances by seconds, so that a running request does not time out at once.
  for (let seconds = 15 * 60; seconds > 0 && !isOver(); seconds -= 1) await passTime(testApp, 1_000, isOver);
}

const isBillPost = (url: string, { method }: RequestInit): boolean => method === 'POST' && /\/v3\/bill(\?|$)/.test(url);

test('behind a proxy that repeats POSTs every receipt is stored once, and a person resolves the repeated ones', async () => {
  const { testApp, ids } = await appWithQueue(20);
  let posts = 0;
  testApp.network.meets = (url, init) => {
    if (!isBillPost(url, init) || posts++ % 3 !== 0) return null;
    return fetch(url, init).then(async (first) => {
      await first.arrayBuffer();
      return fetch(url, init);
    });
  };
  await drained(testApp);
  const held = salesOf(testApp, ids).filter(({ state }) => state === 'attention');
  expect(held.map(({ attention }) => attention?.code)).toEqual(Array.from({ length: 7 }, () => 'idInUse'));
  expect(salesOf(testApp, ids).filter(({ state }) => state === 'delivered')).toHaveLength(13);
  expect(testApp.till.status().notices).toEqual([]);
  for (const { id } of held) unwrap(await testApp.cashier['attention.decide']({ saleId: id, as: 'delivered' }));
  expect(salesOf(testApp, ids).map(({ state }) => state)).toEqual(ids.map(() => 'delivered'));
  const stored = testApp.simulator.ledger().bills.map(({ billId }) => billId);
  expect(stored.toSorted()).toEqual(
    salesOf(testApp, ids)
      .map(({ billId }) => billId)
      .toSorted(),
  );
  expect(new Set(stored).size).toBe(20);
});

test('an id that the service registers twice is not shown for the second sale, whose cancel deletes no receipt', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  const first = unwrap(await testApp.till.openSale({ reference: 'first', amount: 19.9 })).sale;
  await testApp.pay(first.id);
  await testApp.delivered(first.id);
  const { url, billId } = first;
  testApp.network.meets = (to) =>
    to.endsWith('/v3/bill/url') ? Promise.resolve(Response.json({ type: 'url', url, billId })) : null;
  const second = unwrap(await testApp.till.openSale({ reference: 'second', amount: 5 })).sale;
  expect(JSON.stringify(testApp.app.snapshot('customer'))).not.toContain(url);
  unwrap(testApp.till.cancelSale(second.id));
  await testApp.sale(second.id, ({ cancelled }) => cancelled === 'done');
  expect(testApp.simulator.ledger().cancels).toEqual([]);
});

/** The requests of the till for its sales; together they use each route of the service. */
const wishes = ['billed', 'printed', 'cancelled', 'loyalty'] as const;
type Wish = (typeof wishes)[number];

const isAsWished: Readonly<Record<Wish, (sale: SaleResource) => boolean>> = {
  billed: ({ state }) => state === 'delivered',
  printed: ({ state, printed }) => state === 'delivered' && printed === 'done',
  cancelled: ({ cancelled, loyalty }) => cancelled === 'done' && loyalty?.state !== 'active',
  loyalty: ({ state, loyalty }) => state === 'delivered' && loyalty?.state === 'ended',
};

async function sell(testApp: TestApp, index: number, wish: Wish): Promise<string> {
  const till = testApp.till;
  const { id } = unwrap(await inTime(testApp, till.openSale({ reference: `sale-${index}`, amount: 19.9 }))).sale;
  if (wish === 'cancelled' || wish === 'loyalty') await inTime(testApp, till.startLoyalty(id, 'card-1'));
  if (wish === 'cancelled') unwrap(till.cancelSale(id));
  else unwrap(await till.acceptBill(id, { bill: numberedBill(`R-${index}`) }));
  if (wish === 'printed') unwrap(till.markPrinted(id));
  return id;
}

const paths: Readonly<Record<CallName, RegExp>> = {
  register: /^POST .*\/v3\/bill\/url$/,
  bill: /^POST .*\/v3\/bill$/,
  cancel: /^DELETE .*\/v3\/bill\/[^/]+$/,
  printed: /^POST .*\/printed$/,
  loyaltyStart: /^PUT /,
  loyaltyCancel: /^DELETE .*\/loyalty\//,
};

test('any wrong answer on any route changes at most one receipt', async () => {
  const wrong = table.flatMap(({ fault, answer }) => (typeof fault === 'string' ? [] : [{ answer, fault }]));
  /** `at: 3` is the last call of this route, so no later good answer follows the wrong one. */
  const last = {
    route: 'loyaltyStart',
    at: 3,
    wrong: { answer: 'no id', fault: deviates('object', '/transactionId') },
  } as const;
  const drawn = fc.record({ route: fc.constantFrom(...routes), wrong: fc.constantFrom(...wrong), at: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ route, wrong: { fault }, at }) => {
      const testApp = await openTestApp({ settings: { pool: { target: 3 } } });
      try {
        let met = 0;
        testApp.network.meets = (url, { method }) => {
          if (paths[route].test(`${method} ${new URL(url).pathname}`)) {
            if (met === at) testApp.simulator.faults.add({ route, effect: fault });
            met += 1;
          }
          return null;
        };
        const wishList: readonly Wish[] = [...wishes, ...wishes];
        const ids: string[] = [];
        for (const [index, wish] of wishList.entries()) ids.push(await sell(testApp, index, wish));
        await drained(testApp);
        const changed = wishList.filter((wish, index) => {
          const sale = testApp.till.findSale(ids[index] ?? '');
          return sale === null || !isAsWished[wish](sale);
        });
        expect(changed.slice(1)).toEqual([]);
        expect(testApp.till.status()).toMatchObject({ service: 'online', outbox: { queued: 0 }, notices: [] });
        const stored = testApp.simulator
          .ledger()
          .bills.map(({ body }) => /"number":"R-\d"/.exec(JSON.stringify(body))?.[0]);
        expect(stored.length).toBeGreaterThanOrEqual(5); // Of the six billed sales at least five must be stored.
        expect(new Set(stored).size).toBe(stored.length);
      } finally {
        await testApp.close();
      }
    }),
    { numRuns: volume(60), examples: [[last]] },
  );
});
