import { expect, test } from 'vitest';
import { createPoolRefill } from '../../../src-main/delivery/pool-refill.ts';
import type { PooledReceipt, PoolStore } from '../../../src-main/outbox/pool-store.ts';
import type { Answer } from '../../../src-main/service/answers.ts';
import type { Registration } from '../../../src-main/service/described.ts';
import { noAnswer } from '../../../src-main/service/http.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const hour = 3_600_000;

type Register = () => Promise<Answer<Registration>>;
const silence = noAnswer('no-connection', 'nobody is there', { mayHaveArrived: false });
const deleted = { kind: 'ok', value: null } as const;
const notLetIn = { kind: 'signInNeeded', detail: 'another password' } as const;

/** A pool in memory that should contain two receipt ids, which expire after ten hours. */
function pool(register: Register, discard: (billId: string) => Promise<Answer<null>> = async () => deleted) {
  const clock = createManualClock(0);
  const log = createTestLog();
  let ids: readonly (PooledReceipt & { readonly at: number; readonly state: string })[] = [];
  let isFull = false;
  const service = { isAway: false, waiting: 0 };
  const oldest = () => clock.now() - 10 * hour;
  const store: PoolStore = {
    add(_storeId, receipt, now) {
      if (isFull) throw new Error('database or disk is full');
      ids = [...ids, { ...receipt, at: now, state: 'available' }];
    },
    take() {
      const first = ids.find(({ state }) => state === 'available') ?? null;
      ids = ids.filter((id) => id !== first);
      return first;
    },
    available: () => ids.filter(({ state, at }) => state === 'available' && at >= oldest()).length,
    expire() {
      const old = ids.filter(({ state, at }) => state === 'available' && at < oldest());
      ids = ids.map((id) => (old.includes(id) ? { ...id, state: 'expired' } : id));
      return old.length;
    },
    giveUp: () => 0,
    abandon: () => undefined,
    shift: () => undefined,
    claim: () => true,
    holderOf: () => null,
    expired: () => ids.filter(({ state }) => state === 'expired').map(({ billId }) => billId),
    forget(billId) {
      ids = ids.filter((id) => id.billId !== billId);
    },
  };
  const refill = createPoolRefill({
    pool: store,
    isDateSure: () => true,
    vendor: { registerReceipt: register, cancelReceipt: discard },
    service: { state: () => (service.isAway ? 'offline' : 'online') },
    outbox: { counts: () => ({ waiting: service.waiting, parked: 0, parkedOnPaper: 0, oldestCreatedAt: null }) },
    settings: () => ({ service: { storeId: 's' }, pool: { target: 2 } }),
    busiestHour: () => 0,
    // The jitter is always largest, so that each pause is known.
    random: { ...createSeededRandom(), fraction: () => 1 },
    onChange: () => undefined,
    clock,
    log,
  });
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await turns();
  };
  return {
    refill,
    clock,
    pass,
    store,
    log,
    turns,
    service,
    ids: () => ids,
    fillDisk: (full: boolean) => {
      isFull = full;
    },
  };
}

function numbered(): Register {
  let count = 0;
  return async () => {
    count += 1;
    return { kind: 'ok', value: { type: 'url', billId: `id-${count}`, url: `https://receipts.invalid/${count}` } };
  };
}

test('a full disk loses the registered id, but does not stop the refill', async () => {
  const testApp = pool(numbered());
  testApp.fillDisk(true);
  testApp.refill.start();
  await testApp.turns();
  expect(testApp.log.lines.map(({ event }) => event)).toContain('pool-not-filled');
  testApp.fillDisk(false);
  await testApp.pass(1_000);
  expect(testApp.ids()).toHaveLength(2);
});

test('a refusal that a person must correct is retried automatically, in the end every five minutes', async () => {
  let count = 0;
  const testApp = pool(async () => {
    count += 1;
    return notLetIn;
  });
  testApp.refill.start();
  await testApp.turns();
  const minutes = async (most: number): Promise<void> => {
    for (let minute = 0; minute < most; minute += 1) await testApp.pass(60_000);
  };
  await minutes(15);
  count = 0;
  await minutes(50);
  expect(count).toBe(10);
});

test('a refusal with a time for the next try is not retried earlier', async () => {
  let count = 0;
  const testApp = pool(async () => {
    count += 1;
    return { ...notLetIn, askAgainMs: 600_000 };
  });
  testApp.refill.start();
  await testApp.turns();
  await testApp.pass(599_000);
  expect(count).toBe(1);
  await testApp.pass(1_000);
  expect(count).toBe(2);
});

test('a full pool registers an id to find out whether the service answers again, and discards this id', async () => {
  const next = numbered();
  let requests = 0;
  let answers = true;
  const testApp = pool(async () => {
    requests += 1;
    if (!answers) return silence;
    testApp.service.isAway = false;
    return next();
  });
  testApp.refill.start();
  await testApp.turns();
  expect(requests).toBe(2);
  answers = false;
  testApp.service.isAway = true;
  testApp.refill.serviceLost();
  for (let second = 0; second < 7; second += 1) await testApp.pass(1_000);
  expect(requests).toBe(5);
  // Waiting receipts already try to reach the service, so the pool sends no request.
  testApp.service.waiting = 1;
  await testApp.pass(60_000);
  expect(requests).toBe(5);
  testApp.service.waiting = 0;
  answers = true;
  await testApp.pass(60_000);
  expect(requests).toBe(6);
  expect(testApp.ids()).toHaveLength(2);
  await testApp.pass(60_000);
  expect(requests).toBe(6);
});

test('a busy till does not send a request for every sale while the service is away', async () => {
  let requests = 0;
  const { refill, pass, turns } = pool(async () => {
    requests += 1;
    return silence;
  });
  refill.start();
  await turns();
  expect(requests).toBe(1);
  for (let sale = 0; sale < 10; sale += 1) refill.taken();
  await turns();
  expect(requests).toBe(1);
  await pass(1_000);
  expect(requests).toBe(2);
  refill.schedule();
  await turns();
  expect(requests).toBe(3);
});
