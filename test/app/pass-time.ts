import { setImmediate as nextTurn } from 'node:timers/promises';
import { settled } from '../fakes/settled.ts';
import type { TestApp } from './test-app.ts';

/** Waits until no request has run for a few turns. Ends after `mostTurns` if a request hangs. */
export async function idle(testApp: TestApp, mostTurns = 400): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < mostTurns && quiet < 6; turn += 1) {
    await nextTurn();
    quiet = testApp.network.underWay === 0 ? quiet + 1 : 0;
  }
}

/** Advances the clock timer by timer. Waits for the requests of each timer before the next one. */
export async function passTime(testApp: TestApp, ms: number, isOver: () => boolean = () => false): Promise<void> {
  const end = testApp.clock.now() + ms;
  await idle(testApp);
  while (testApp.clock.now() < end && !isOver()) {
    const [next = Number.POSITIVE_INFINITY] = testApp.clock.pendingMs();
    testApp.clock.advance(Math.min(Math.max(next, 0), end - testApp.clock.now()));
    await idle(testApp);
  }
}

/** Waits for so many turns of the event loop that requests over sockets are answered. */
export async function quiet(turns = 60): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}

/** Advances the clock until the request is answered, for a limited time. */
export async function inTime<T>(testApp: TestApp, pending: Promise<T>, ms = 60_000): Promise<T> {
  await passTime(testApp, ms, settled(pending));
  return pending;
}

/** Advances the clock in steps until the answer arrives, for a request that waits only for the clock. */
export async function withClock<T>(testApp: TestApp, pending: Promise<T>, stepMs: number): Promise<T> {
  const isOver = settled(pending);
  await testApp.until(() => {
    if (!isOver()) testApp.clock.advance(stepMs);
    return isOver();
  });
  return pending;
}
