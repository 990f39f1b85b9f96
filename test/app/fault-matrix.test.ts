import { describe, expect, test } from 'vitest';
import type { SaleResource } from '../../src-main/shared/till-view.ts';
import { inTurn } from '../fakes/drawn.ts';
import { type CallName, type FaultResult, type FaultRow, routes, routeTitles, table } from './fault-table.ts';
import { quiet } from './pass-time.ts';
import { openPooledSale, openTestApp, type TestApp, unwrap } from './test-app.ts';

for (const [at, route] of routes.entries()) {
  describe(routeTitles[route], () => {
    // A run tests each answer on every second route. The seed of the run decides on which ones.
    for (const row of inTurn(table, at, 2)) {
      const seen = row.seen[at] ?? null;
      if (seen === null) continue;
      test(`the answer "${row.answer}" ends as "${seen}"`, async () => {
        const testApp = await openTestApp({ settings: { pool: { target: route === 'register' ? 0 : 2 } } });
        const cell = await prepare(testApp, route);
        const found = await meet(testApp, cell, row);
        expect(found).toBe(seen);
        await assertWhileItLasts(testApp, cell, row, seen);
        await assertAfterwards(testApp, cell, row, seen);
      });
    }
  });
}

type Cell = Awaited<ReturnType<typeof prepare>>;

async function prepare(testApp: TestApp, route: CallName) {
  const { simulator, till } = testApp;
  const sale = await openSaleFor(testApp, route);
  if (route === 'cancel' || route === 'printed') {
    await testApp.pay(sale.id);
    await testApp.delivered(sale.id);
  }
  if (route === 'loyaltyCancel') unwrap(await testApp.till.startLoyalty(sale.id, 'card-1'));
  if (route !== 'register') await testApp.until(() => testApp.till.status().pool.available === 2);
  const count = (): number => simulator.ledger().requests.filter((request) => request.route === route).length;
  const before = count();
  const refreshes = (): number =>
    simulator.ledger().tokenRequests.filter(({ grantType }) => grantType === 'refresh_token').length;
  const cancel = () => till.cancelSale(sale.id);
  const pay = () => testApp.pay(sale.id);
  const triggers: Readonly<Record<CallName, () => unknown>> = {
    ...{ register: pay, bill: pay, cancel, loyaltyCancel: cancel },
    printed: () => till.markPrinted(sale.id),
    loyaltyStart: () => null,
  };
  const done: Readonly<Record<CallName, (sale: SaleResource) => boolean>> = {
    register: ({ state }) => state === 'delivered',
    bill: ({ state }) => state === 'delivered',
    cancel: ({ cancelled }) => cancelled === 'done',
    printed: ({ printed }) => printed === 'done',
    loyaltyStart: ({ loyalty }) => loyalty?.state === 'active',
    loyaltyCancel: ({ loyalty }) => loyalty?.state === 'cancelled' || loyalty?.state === 'ended',
  };
  return {
    route,
    saleId: sale.id,
    /** Makes the app send the request. */
    trigger: triggers[route],
    isDone: done[route],
    /** The requests on this route since `prepare`. */
    requests: () => count() - before,
    refreshes,
  };
}

/** For the registration the till opens the sale while the network is down, so that it has no id yet. */
async function openSaleFor(testApp: TestApp, route: CallName): Promise<SaleResource> {
  if (route !== 'register') return openPooledSale(testApp);
  testApp.network.down = true;
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'sale-1', amount: 19.9 }));
  expect(testApp.screen.kind).toBe('paper');
  testApp.network.down = false;
  return sale;
}

const saleOf = (testApp: TestApp, { saleId }: Cell): SaleResource => {
  const sale = testApp.till.findSale(saleId);
  if (sale === null) throw new Error('the sale is gone');
  return sale;
};

const loyaltyCodes: Readonly<Record<string, FaultResult>> = {
  outcomeUnknown: 'unknown',
  refused: 'refused',
  loyaltyNotActive: 'notActive',
  loyaltyUserUnknown: 'noUser',
  offline: 'notStarted',
  signInNeeded: 'signIn',
};

/** Sends the request during the fault and returns the till's result. */
async function meet(testApp: TestApp, cell: Cell, row: FaultRow): Promise<string> {
  const { simulator, clock, log } = testApp;
  const { fault } = row;
  if (fault === 'down') testApp.network.down = true;
  else if (fault !== 'none')
    simulator.faults.add({ route: cell.route, effect: fault, times: row.once ? 1 : 'forever' });
  const hangs = fault !== 'none' && fault !== 'down' && fault.kind === 'hang';

  if (cell.route === 'loyaltyStart') {
    const result = testApp.till.startLoyalty(cell.saleId, 'card-1');
    if (hangs) {
      await testApp.until(() => cell.requests() === 1);
      clock.advance(5_000);
    }
    const expected = row.seen[routes.indexOf('loyaltyStart')];
    if (fault !== 'down' && expected === 'notStarted') {
      for (const pauseMs of [400, 800]) await clock.passTimerIn(pauseMs);
    }
    const started = await result;
    if (started.ok) return cell.requests() === 1 ? 'done' : 'resent';
    const { code, message } = started.error;
    if (row.unclear) expect(message).toContain('The answer names no transaction.');
    if (code === 'offline' && row.fault !== 'down' && cell.requests() === 1) return 'notStartedWait';
    return loyaltyCodes[code] ?? `result ${code}`;
  }

  await cell.trigger();
  if (hangs) {
    await testApp.until(() => cell.requests() === 1);
    clock.advance(15_000);
  }
  const outcomes = (): readonly unknown[] =>
    log.lines.filter(({ event }) => event === 'delivery-not-completed').map(({ fields }) => fields.outcome);
  await testApp.until(
    () => cell.isDone(saleOf(testApp, cell)) || outcomes().some((outcome) => outcome !== 'registrationExpired'),
  );
  const sale = saleOf(testApp, cell);
  if (cell.isDone(sale)) {
    if (sale.qrReplaced) return 'newId';
    return cell.requests() === 2 && cell.refreshes() === 1 ? 'resent' : 'done';
  }
  if (sale.attention !== null) return 'attention';
  if (testApp.till.status().service === 'signInNeeded') return 'signIn';
  if (testApp.till.status().outbox.storesUnknown !== undefined) return 'pause';
  if (outcomes().at(-1) !== 'retry') return String(outcomes().at(-1));
  const requested =
    fault !== 'none' && fault !== 'down' && fault.kind === 'status' && 'retry-after' in (fault.headers ?? {});
  return requested ? 'wait' : 'retry';
}

/** The state in the till, the windows and the service during the fault. */
async function assertWhileItLasts(testApp: TestApp, cell: Cell, row: FaultRow, seen: FaultResult): Promise<void> {
  const { app, simulator } = testApp;
  const sale = saleOf(testApp, cell);
  const { service, outbox } = testApp.till.status();
  expect(simulator.ledger().complaints).toEqual([]);
  const isTriedAgain = seen === 'retry' || seen === 'unknown';
  const isUnclear =
    isTriedAgain && cell.route !== 'loyaltyStart' && !row.between && (row.unclear || row.answer.startsWith('4'));
  const isRefused = cell.route === 'register' && (seen === 'attention' || seen === 'pause');
  const notices = [
    ...(isTriedAgain && row.between ? ['notTheService'] : []),
    ...(isUnclear ? ['notUnderstood'] : []),
    ...(isRefused ? ['registrationRefused'] : []),
  ];
  expect(testApp.till.status().notices).toEqual(notices);
  const waits = ['retry', 'wait', 'pause', 'signIn'].includes(seen) && cell.route !== 'loyaltyStart';
  if (waits) {
    // The request waits, so it must count neither as done nor as needing a person.
    expect(cell.isDone(sale)).toBe(false);
    expect(sale.attention).toBeNull();
    // Without any connection the cancel of the receipt waits together with that of the loyalty transaction.
    const queued = cell.route === 'loyaltyCancel' && row.fault === 'down' ? 2 : 1;
    expect(outbox).toMatchObject({ queued, attention: 0 });
    expect(sale.state).toBe(stateWhileWaiting[cell.route]);
  }
  const [shown, requests] = whileItLasts[seen];
  // On a loyalty route a 503 concerns only the provider.
  const isOnline = (seen === 'retry' && isUnclear) || (row.answer === '503' && cell.route.startsWith('loyalty'));
  if (shown !== null) expect(service).toBe(isOnline ? 'online' : shown);
  expect(cell.requests()).toBe(row.fault === 'down' ? 0 : requests);
  if (notStarted.includes(seen)) expect(sale.loyalty).toBeNull();
  switch (seen) {
    case 'done':
    case 'resent':
      expect(cell.refreshes()).toBe(seen === 'resent' ? 1 : 0);
      break;
    case 'pause':
      expect(outbox.storesUnknown).toEqual([sale.storeId]);
      if (cell.route === 'bill') {
        const [refusal] = testApp.till.status().refusals ?? [];
        expect(refusal).toMatchObject({ what: 'store', storeId: sale.storeId, status: 404 });
        if (row.answer !== '404 without a word')
          expect(row.fault).toMatchObject({ body: expect.stringContaining(refusal?.detail ?? 'nothing') });
        if (row.answer === '404 as a problem')
          expect(refusal).toMatchObject({ traceId: 't-1', detail: 'Shop is closed.' });
      }
      break;
    case 'attention':
      expect(outbox).toMatchObject({ queued: 0, attention: 1 });
      expect(sale.attention?.status).toBe(Number.parseInt(row.answer, 10));
      if (row.answer === '400 with errors')
        expect(sale.attention?.errors).toMatchObject([{ path: '/bill/head/date', message: 'is in the future' }]);
      if (row.answer === '403') expect(sale.attention?.detail).toBe('Missing scope or permission');
      expect(sale.state).toBe(
        cell.route === 'bill' || cell.route === 'register' ? 'attention' : stateWhileWaiting[cell.route],
      );
      break;
    case 'newId':
      expect(app.snapshot('customer')?.view.screen).toMatchObject({ kind: 'qr', replaced: true, url: sale.url });
      expect(app.snapshot('cashier')?.view.sale?.qrReplaced).toBe(true);
      break;
    case 'unknown':
      expect(sale.loyalty?.state).toBe('unknown');
      break;
  }
}

/** The state of the service that the till reads, and the number of requests unless no connection is possible. */
const whileItLasts: Readonly<Record<FaultResult, readonly [service: string | null, requests: number]>> = {
  done: ['online', 1],
  resent: ['online', 2],
  retry: ['offline', 1],
  wait: ['online', 1],
  signIn: ['signInNeeded', 2],
  pause: ['online', 1],
  attention: ['online', 1],
  newId: ['online', 2],
  unknown: [null, 1],
  notStarted: ['offline', 3],
  notStartedWait: ['online', 1],
  refused: ['online', 1],
  notActive: ['online', 1],
  noUser: ['online', 1],
};
/** The results of a loyalty start after which the sale has no transaction. */
const notStarted: readonly FaultResult[] = ['notStarted', 'notStartedWait', 'refused', 'notActive', 'noUser'];

const stateWhileWaiting: Readonly<Record<CallName, SaleResource['state']>> = {
  register: 'queued',
  bill: 'queued',
  cancel: 'cancelled',
  printed: 'delivered',
  loyaltyStart: 'open',
  loyaltyCancel: 'cancelled',
};

/** After the fault every waiting request is sent once, and app and service agree. */
async function assertAfterwards(testApp: TestApp, cell: Cell, row: FaultRow, seen: FaultResult): Promise<void> {
  const { app, simulator, clock } = testApp;
  const before = cell.requests();
  simulator.faults.clear();
  testApp.network.down = false;
  switch (seen) {
    case 'retry':
      clock.advance(1_000);
      break;
    case 'wait':
      // Neither time nor the return of the network may end the pause before the time that the service gave.
      clock.advance(80_000);
      app.wake('network-back');
      await quiet();
      expect(cell.requests()).toBe(before);
      // A random part lengthens the pause by up to half.
      clock.advance(55_000);
      break;
    case 'attention':
      unwrap(await testApp.cashier['attention.resend']({ saleId: cell.saleId }));
      break;
    case 'pause':
      unwrap(await testApp.cashier['attention.resendAll']({ status: 404 }));
      break;
    case 'signIn':
      app.wake('resumed');
      if (cell.route === 'loyaltyStart') unwrap(await testApp.till.startLoyalty(cell.saleId, 'card-1'));
      break;
    case 'unknown':
      clock.advance(3_600_000);
      app.wake('network-back');
      await quiet();
      expect(cell.requests()).toBe(1);
      expect(simulator.ledger().loyalty).toHaveLength(row.processed ? 1 : 0);
      return;
    case 'done':
    case 'resent':
    case 'newId':
      break;
    default:
      clock.advance(3_600_000);
      await quiet();
      expect(cell.requests()).toBe(before);
      unwrap(await testApp.till.startLoyalty(cell.saleId, 'card-1'));
  }
  await testApp.until(() => cell.isDone(saleOf(testApp, cell)));
  const isOver = seen === 'done' || seen === 'resent' || seen === 'newId';
  expect(cell.requests() - before).toBe(isOver ? 0 : 1);
  await testApp.until(() => testApp.till.status().service === 'online' && testApp.till.status().outbox.queued === 0);
  expect(testApp.till.status()).toMatchObject({ notices: [], outbox: { queued: 0, attention: 0 } });
  expect(testApp.till.status().refusals).toBeUndefined();
  assertLedger(testApp, cell, row, seen);
}

function assertLedger(testApp: TestApp, cell: Cell, row: FaultRow, seen: FaultResult): void {
  const { bills, cancels, printed, loyalty, complaints, registrations } = testApp.simulator.ledger();
  const sale = saleOf(testApp, cell);
  expect(complaints).toEqual([]);
  expect(sale.attention).toBeNull();
  const wasPaid = cell.route !== 'loyaltyStart' && cell.route !== 'loyaltyCancel';
  expect(bills.map(({ billId }) => billId)).toEqual(wasPaid ? [sale.billId] : []);
  if (seen === 'newId') expect(registrations.at(-1)?.billId).toBe(sale.billId);
  if (cell.route === 'cancel') expect(new Set(cancels.map(({ billId }) => billId))).toEqual(new Set([sale.billId]));
  if (cell.route === 'printed') expect(new Set(printed.map(({ billId }) => billId))).toEqual(new Set([sale.billId]));
  if (cell.route === 'loyaltyCancel') {
    expect(cancels.map(({ billId }) => billId)).toEqual([sale.billId]);
    const gone = row.answer.startsWith('404') && seen === 'done';
    expect(loyalty.map(({ state }) => state)).toEqual([gone ? 'active' : 'cancelled']);
    const wasThere = row.processed && seen !== 'done';
    expect(sale.loyalty?.state).toBe(gone || wasThere ? 'ended' : 'cancelled');
  }
  if (cell.route === 'loyaltyStart') expect(loyalty.length).toBe(row.processed && seen !== 'done' ? 2 : 1);
}
