import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SaleResource } from '../../src-main/shared/till-view.ts';
import type { FaultInput } from '../../src-main/simulator/faults.ts';
import { drawnRandom, volume } from '../fakes/drawn.ts';
import { idle } from './pass-time.ts';
import { good, openTestApp, smallBill, type TestApp } from './test-app.ts';

/** One sale every 8.64 seconds during a day with many faults, followed by a night without faults. */
const sales = volume(10_000, 16);
const stepMs = 86_400_000 / sales;
const hours = 24;

type Weather = 'fair' | 'flaky' | 'offline' | 'down' | 'portal' | 'locked' | 'hanging' | 'refusing' | 'forgetful';
/** Hour by hour. */
const forecast: readonly Weather[] = [
  ...(['fair', 'flaky', 'hanging', 'flaky', 'fair', 'locked', 'flaky', 'offline'] as const),
  ...(['flaky', 'refusing', 'down', 'fair', 'forgetful', 'portal', 'flaky', 'offline'] as const),
  ...(['locked', 'refusing', 'flaky', 'hanging', 'down', 'forgetful', 'flaky', 'fair'] as const),
];

const vendorRoutes = ['register', 'bill', 'cancel', 'printed', 'loyaltyStart', 'loyaltyCancel'] as const;
const forGood = { times: 'forever' } as const;
const gone = '{"type":"pregeneratedbill-notfound","title":"PreGeneratedBill could not be found.","status":404}';

function faultsOf(weather: Weather): readonly FaultInput[] {
  const everywhere = (effect: FaultInput['effect'], probability: number): readonly FaultInput[] =>
    vendorRoutes.map((route) => ({ route, effect, probability, ...forGood }));
  switch (weather) {
    case 'flaky':
      return [
        ...everywhere({ kind: 'resetAfter' }, 0.08),
        ...everywhere({ kind: 'resetBefore' }, 0.05),
        ...everywhere({ kind: 'status', status: 503, processed: true }, 0.05),
        ...everywhere({ kind: 'status', status: 502 }, 0.05),
        ...everywhere({ kind: 'garbage', processed: true }, 0.03),
        ...everywhere({ kind: 'redirect' }, 0.02),
        ...(['bill', 'printed'] as const).map((route) => ({
          route,
          effect: { kind: 'deviates', how: 'otherId', pointer: '/billId' } as const,
          probability: 0.03,
          ...forGood,
        })),
        { route: 'bill', effect: { kind: 'halfBody' }, probability: 0.05, ...forGood },
        { route: 'token', effect: { kind: 'status', status: 503 }, probability: 0.2, ...forGood },
      ];
    case 'hanging':
      return [...everywhere({ kind: 'hang', processed: true }, 0.02), ...everywhere({ kind: 'hang' }, 0.02)];
    case 'down':
      return everywhere({ kind: 'status', status: 503 }, 1);
    case 'portal':
      return everywhere({ kind: 'html' }, 1);
    case 'refusing':
      return [
        {
          route: 'bill',
          effect: { kind: 'status', status: 400, body: 'a rule of the business' },
          probability: 0.12,
          ...forGood,
        },
        {
          route: 'bill',
          effect: { kind: 'status', status: 403, body: 'Missing permission' },
          probability: 0.08,
          ...forGood,
        },
      ];
    case 'forgetful':
      return [
        {
          route: 'bill',
          effect: { kind: 'status', status: 404, body: gone, headers: { 'content-type': 'application/problem+json' } },
          probability: 0.2,
          ...forGood,
        },
      ];
    default:
      return [];
  }
}

/** The value of a promise that may need the clock to advance. */
async function passing<T>(testApp: TestApp, promise: Promise<T>): Promise<T> {
  let isThere = false;
  void promise.finally(() => {
    isThere = true;
  });
  for (let turn = 1; !isThere; turn += 1) {
    await nextTurn();
    if (turn % 200 === 0) testApp.clock.advance(1_000);
  }
  return promise;
}

test(`${sales} sales through a day of faults: accepted = delivered + cancelled + attention, and both ledgers agree`, async () => {
  const startedAt = performance.now();
  const testApp = await openTestApp({
    settings: { pool: { target: 8 } },
    simulator: { account: { storeIds: ['store-1'] }, keep: 400_000, switches: { accessTokenSeconds: 7_200 } },
  });
  const { simulator, clock, network } = testApp;
  const dice = drawnRandom();
  const chance = (probability: number): boolean => dice.fraction() < probability;
  const ids: string[] = [];
  /** Bills of customers who have not paid yet: the sale id and the time of payment. */
  let unpaid: readonly { readonly id: string; readonly at: number }[] = [];
  const paidIds = new Set<string>();

  const payDue = async (): Promise<void> => {
    const due = unpaid.filter(({ at }) => at <= clock.now());
    unpaid = unpaid.filter(({ at }) => at > clock.now());
    for (const { id } of due) {
      const number = testApp.till.findSale(id)?.reference;
      const bill = smallBill(19.9, { head: { number, date: '2026-01-05T10:00:00+01:00' } });
      await testApp.pay(id, bill);
      paidIds.add(id);
      if (chance(0.2)) good(testApp.till.markPrinted(id));
      if (chance(0.04)) good(testApp.till.cancelSale(id));
    }
  };

  let weather: Weather | null = null;
  for (let index = 0; index < sales; index += 1) {
    const next = forecast[Math.floor((index * hours) / sales)] ?? 'fair';
    if (next !== weather) {
      weather = next;
      simulator.faults.clear();
      for (const fault of faultsOf(weather)) simulator.faults.add(fault);
      network.down = weather === 'offline';
      if (weather === 'fair') testApp.app.wake('network-back');
    }
    if (weather === 'locked' && index % 20 === 0) simulator.revokeAccessTokens();
    if (index % Math.ceil(sales / 5) === Math.ceil(sales / 7)) await testApp.restart();

    const { sale } = good(await passing(testApp, testApp.till.openSale({ reference: `sale-${index}`, amount: 19.9 })));
    ids.push(sale.id);
    if (chance(0.03)) await passing(testApp, testApp.till.startLoyalty(sale.id, 'card-1'));
    if (chance(0.04)) good(testApp.till.cancelSale(sale.id));
    else if (!chance(0.03)) unpaid = [...unpaid, { id: sale.id, at: clock.now() + 30_000 * dice.fraction() }];
    await payDue();
    await idle(testApp, 200);
    clock.advance(stepMs);
    await idle(testApp, 200);
  }

  // The night: everything works again, and the next day of business starts.
  simulator.faults.clear();
  network.down = false;
  clock.advance(30_000);
  await payDue();
  testApp.app.wake('network-back');
  const morning = clock.now() + 24 * 3_600_000;
  const tooLate = morning + 24 * 3_600_000;
  while (clock.now() < morning || (testApp.till.status().outbox.queued > 0 && clock.now() < tooLate)) {
    // Requests in progress need at least the time limit of a request.
    clock.advance(testApp.till.status().outbox.queued === 0 ? 600_000 : 14_000);
    await idle(testApp, 200);
  }

  const count = judge(testApp, ids, paidIds);
  const { requests, tokenRequests, loyalty } = simulator.ledger();
  const faulty = requests.filter(({ fault }) => fault !== null).length;
  console.log(
    JSON.stringify({
      ...count,
      requests: requests.length,
      faulty,
      signIns: tokenRequests.length,
      loyalty: loyalty.length,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    }),
  );
  expect(count.delivered + count.cancelled + count.attention).toBe(count.accepted);
  expect(count.accepted).toBe(sales);
  expect(count.attention).toBeGreaterThan(0);
  expect(count.cancelled).toBeGreaterThan(0);
  expect(count.qrReplaced).toBeGreaterThan(0);
  expect(faulty).toBeGreaterThan(sales / 20);
});

/** Compares the state of the app with the data of the service, receipt by receipt. */
function judge(testApp: TestApp, ids: readonly string[], paidIds: ReadonlySet<string>) {
  const { bills, cancels, printed, complaints } = testApp.simulator.ledger();
  const storedUnder = new Map<string, string[]>();
  for (const { billId, body } of bills) {
    const reference = referenceOf(body);
    storedUnder.set(reference, [...(storedUnder.get(reference) ?? []), billId]);
  }
  const deleted = new Set(cancels.map(({ billId }) => billId));
  const printedIds = new Set(printed.map(({ billId }) => billId));
  const count = {
    accepted: ids.length,
    delivered: 0,
    cancelled: 0,
    attention: 0,
    qrReplaced: 0,
    printed: 0,
    paid: paidIds.size,
  };
  const wrong: string[] = [];
  const owners = new Map<string, string>();
  for (const id of ids) {
    const sale = testApp.till.findSale(id);
    if (sale === null) {
      wrong.push(`${id} was accepted and is gone`);
      continue;
    }
    const stored = storedUnder.get(sale.reference) ?? [];
    wrong.push(...faultsIn(sale, stored, deleted, printedIds, paidIds.has(id)));
    if (sale.billId !== null) {
      if (owners.has(sale.billId)) wrong.push(`${sale.reference} shares its id with ${owners.get(sale.billId)}`);
      owners.set(sale.billId, sale.reference);
    }
    if (sale.state === 'delivered' || sale.state === 'cancelled' || sale.state === 'attention') count[sale.state] += 1;
    if (sale.qrReplaced) count.qrReplaced += 1;
    if (sale.printed === 'done') count.printed += 1;
  }
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(complaints).toEqual([]);
  expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: count.attention });
  return count;
}

/** The faults of one sale, in sentences. */
function faultsIn(
  sale: SaleResource,
  stored: readonly string[],
  deleted: ReadonlySet<string>,
  printedIds: ReadonlySet<string>,
  isPaid: boolean,
): readonly string[] {
  const { reference, state, billId } = sale;
  const wrong: string[] = [];
  if (stored.length > 1) wrong.push(`${reference} is stored ${stored.length} times`);
  if (stored.some((id) => id !== billId)) wrong.push(`${reference} is stored under another id`);
  if (state === 'delivered' && stored.length !== 1) wrong.push(`${reference} is delivered and not stored`);
  if (state === 'delivered' && billId !== null && deleted.has(billId))
    wrong.push(`${reference} is delivered and deleted`);
  // The bill was refused at a retry after it had been stored without an answer: a warning must report it.
  if (state === 'attention' && stored.length > 0 && sale.attention?.code !== 'mayBeDelivered')
    wrong.push(`${reference} was refused and is stored`);
  if (state === 'cancelled' && sale.cancelled !== 'done')
    wrong.push(`${reference} is cancelled, and the service was not told`);
  if (state === 'cancelled' && billId !== null && !deleted.has(billId))
    wrong.push(`${reference} is cancelled and not deleted`);
  if (state === 'open' || state === 'queued') wrong.push(`${reference} is still ${state}`);
  if (isPaid && state === 'cancelled' && sale.cancelled === null) wrong.push(`${reference} was paid and abandoned`);
  if (sale.printed === 'done' && (billId === null || !printedIds.has(billId)))
    wrong.push(`${reference} is not printed there`);
  if (sale.printed === 'queued' && state === 'delivered') wrong.push(`${reference} waits to be printed`);
  return wrong;
}

function referenceOf(body: unknown): string {
  const at = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return String(at(at(at(body, 'bill'), 'head'), 'number'));
}
