import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPoolRefill } from '../../../src-main/delivery/pool-refill.ts';
import { createPoolStore } from '../../../src-main/outbox/pool-store.ts';
import type { Answer } from '../../../src-main/service/answers.ts';
import type { Registration } from '../../../src-main/service/described.ts';
import { noAnswer } from '../../../src-main/service/http.ts';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { receiptFormat } from '../../../src-main/storage/schema.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const hour = 3_600_000;

type Register = () => Promise<Answer<Registration>>;
const silence = noAnswer('no-connection', 'nobody is there', { mayHaveArrived: false });
const notLetIn = { kind: 'signInNeeded', detail: 'another password' } as const;

/** A pool that should contain two receipt ids, which expire after ten hours. */
function pool(register: Register) {
  const clock = createManualClock(0);
  const log = createTestLog();
  const database = openDatabase(join(tempFolder(), 'receipts.db'), receiptFormat);
  onTestFinished(() => database.close());
  const store = createPoolStore(database, () => clock.now() - 10 * hour);
  let isFull = false;
  const service = { isAway: false, waiting: 0 };
  const refill = createPoolRefill({
    pool: {
      ...store,
      add(...given) {
        if (isFull) throw new Error('database or disk is full');
        return store.add(...given);
      },
    },
    isDateSure: () => true,
    vendor: { registerReceipt: register, cancelReceipt: async () => ({ kind: 'ok', value: null }) },
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
    pass,
    log,
    turns,
    service,
    count: () => store.available('s'),
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
  expect(testApp.count()).toBe(2);
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

test('a service that registers the same id again and again is asked with growing pauses', async () => {
  let count = 0;
  const testApp = pool(async () => {
    count += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return { kind: 'ok', value: { type: 'url', billId: 'id-1', url: 'https://receipts.invalid/1' } };
  });
  testApp.refill.start();
  await testApp.turns();
  expect([count, testApp.count()]).toEqual([2, 1]);
  await testApp.pass(1_000);
  expect(count).toBe(3);
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
  expect(testApp.count()).toBe(2);
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
