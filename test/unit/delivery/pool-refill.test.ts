import { expect, test } from 'vitest';
import { createPoolRefill } from '../../../src-main/delivery/pool-refill.ts';
import { createPoolStore } from '../../../src-main/outbox/pool-store.ts';
import type { Answer } from '../../../src-main/service/answers.ts';
import type { Registration } from '../../../src-main/service/described.ts';
import { noAnswer } from '../../../src-main/service/http.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { openReceipts } from '../../fakes/sale-row.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { turns } from '../../fakes/settled.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const hour = 3_600_000;

type Register = (service: { isAway: boolean }) => Promise<Answer<Registration>>;
const silence = noAnswer('no-connection', 'nobody is there', { mayHaveArrived: false });
const notLetIn = { kind: 'signInNeeded', detail: 'another password' } as const;

/** A started pool that should contain two receipt ids, which expire after ten hours. */
async function pool(register: Register) {
  const clock = createManualClock(0);
  const database = openReceipts();
  const store = createPoolStore(database, () => clock.now() - 10 * hour);
  let requests = 0;
  const service = { isAway: false, waiting: 0 };
  const refill = createPoolRefill({
    pool: store,
    isDateSure: () => true,
    vendor: {
      registerReceipt() {
        requests += 1;
        return register(service);
      },
      cancelReceipt: async () => ({ kind: 'ok', value: null }),
    },
    service: { state: () => (service.isAway ? 'offline' : 'online') },
    outbox: { counts: () => ({ waiting: service.waiting, parked: 0, parkedOnPaper: 0, oldestCreatedAt: null }) },
    settings: () => ({ service: { storeId: 's' }, pool: { target: 2 } }),
    busiestHour: () => 0,
    // The jitter is always largest, so that each pause is known.
    random: { ...createSeededRandom(), fraction: () => 1 },
    onChange: () => undefined,
    clock,
    log: createTestLog(),
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await turns();
  };
  refill.start();
  await turns();
  return {
    refill,
    clock,
    pass,
    service,
    /** The requests since the last call. */
    requests() {
      const since = requests;
      requests = 0;
      return since;
    },
    count: () => store.available('s'),
  };
}

function numbered(): () => ReturnType<Register> {
  let count = 0;
  return async () => {
    count += 1;
    return { kind: 'ok', value: { type: 'url', billId: `id-${count}`, url: `https://receipts.invalid/${count}` } };
  };
}

test('a full disk loses the registered id, but does not stop the refill', async () => {
  let isFull = true;
  const next = numbered();
  const { pass, count } = await pool(async () => {
    if (isFull) throw new Error('database or disk is full');
    return next();
  });
  isFull = false;
  await pass(1_000);
  expect(count()).toBe(2);
});

test('a refusal that a person must correct is retried automatically, in the end every five minutes', async () => {
  const testApp = await pool(async () => notLetIn);
  const minutes = async (most: number): Promise<number> => {
    for (let minute = 0; minute < most; minute += 1) await testApp.pass(60_000);
    return testApp.requests();
  };
  await minutes(15);
  expect(await minutes(50)).toBe(10);
});

test('a service that registers the same id again and again is asked with growing pauses', async () => {
  const testApp = await pool(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return { kind: 'ok', value: { type: 'url', billId: 'id-1', url: 'https://receipts.invalid/1' } };
  });
  expect([testApp.requests(), testApp.count()]).toEqual([2, 1]);
  await testApp.pass(1_000);
  expect(testApp.requests()).toBe(1);
});

test('a refusal with a time for the next try is not retried earlier', async () => {
  const testApp = await pool(async () => ({ ...notLetIn, askAgainMs: 600_000 }));
  await testApp.pass(599_000);
  expect(testApp.requests()).toBe(1);
  await testApp.pass(1_000);
  expect(testApp.requests()).toBe(1);
});

test('a full pool registers an id to find out whether the service answers again, and discards this id', async () => {
  const next = numbered();
  let answers = true;
  const testApp = await pool(async (service) => {
    if (!answers) return silence;
    service.isAway = false;
    return next();
  });
  expect(testApp.requests()).toBe(2);
  answers = false;
  testApp.service.isAway = true;
  testApp.refill.serviceLost();
  for (let second = 0; second < 7; second += 1) await testApp.pass(1_000);
  expect(testApp.requests()).toBe(3);
  // Waiting receipts already try to reach the service, so the pool sends no request.
  testApp.service.waiting = 1;
  await testApp.pass(60_000);
  expect(testApp.requests()).toBe(0);
  testApp.service.waiting = 0;
  answers = true;
  await testApp.pass(60_000);
  expect([testApp.requests(), testApp.count()]).toEqual([1, 2]);
  await testApp.pass(60_000);
  expect(testApp.requests()).toBe(0);
});

test('ids that were registered while the clock was ahead are replaced once the date is right', async () => {
  const { clock, refill, requests, count } = await pool(numbered());
  clock.jumpTo(-hour);
  refill.schedule();
  await turns();
  expect(requests()).toBe(2);
  clock.jumpTo(-24 * hour);
  refill.schedule();
  await turns();
  expect([requests(), count()]).toEqual([2, 2]);
});

test('a busy till does not send a request for every sale while the service is away', async () => {
  const { refill, pass, requests } = await pool(async () => silence);
  for (let sale = 0; sale < 10; sale += 1) refill.taken();
  await turns();
  expect(requests()).toBe(1);
  await pass(1_000);
  expect(requests()).toBe(1);
  refill.schedule();
  await turns();
  expect(requests()).toBe(1);
});
