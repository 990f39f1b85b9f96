import { expect, test } from 'vitest';
import { settled } from '../fakes/settled.ts';
import { quiet } from './pass-time.ts';
import { openTestApp, type TestApp, unwrap } from './test-app.ts';

/** All requests get lost, even the sign-in. */
function blackHole(testApp: TestApp): { requests: number; end: () => void } {
  const swallowed: ReturnType<typeof blackHole> = {
    requests: 0,
    end: () => {
      testApp.network.meets = () => null;
    },
  };
  testApp.network.meets = (_url, { signal }) => {
    swallowed.requests += 1;
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  return swallowed;
}

/** Whether the work ends without an advance of the clock. */
async function isAnswered(work: Promise<unknown>): Promise<boolean> {
  const isOver = settled(work);
  await quiet();
  return isOver();
}

test('if the pool is empty and the service never answers, the first time-out releases every waiting sale, later sales do not wait, and the app asks again automatically: they get their codes with the first answer', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  const hole = blackHole(testApp);
  const open = (reference: string) => testApp.till.openSale({ reference, amount: 1 });
  const first = open('first');
  await quiet();
  testApp.clock.advance(3_000);
  const second = open('second');
  expect(await isAnswered(second)).toBe(false);
  testApp.clock.advance(2_000);
  unwrap(await first);
  expect(await isAnswered(second)).toBe(true);
  const later = unwrap(await open('later')).sale;
  expect(later.url).toBeNull();
  testApp.clock.advance(1_000);
  const requests = hole.requests;
  // A busy till must not cause a request for each sale.
  for (let count = 0; count < 5; count += 1) expect(await isAnswered(open(`busy-${count}`))).toBe(true);
  expect(hole.requests - requests).toBeLessThanOrEqual(1);
  hole.end();
  // The code arrives within 90 seconds, whatever the first request's result is.
  for (let step = 0; step < 30 && testApp.till.findSale(later.id)?.url === null; step += 1) {
    testApp.clock.advance(3_000);
    await quiet();
  }
  expect((await testApp.sale(later.id, ({ url }) => url !== null)).state).toBe('open');
  expect(testApp.till.status().service).toBe('online');
  expect(unwrap(await open('well')).sale.url).not.toBeNull();
});
