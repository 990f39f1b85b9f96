import { setImmediate as nextTurn } from 'node:timers/promises';
import type { House } from './house.ts';

/** Lets requests be answered until none has been in progress for a few turns, or the remaining ones hang. */
export async function idle(house: House, mostTurns = 400): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < mostTurns && quiet < 6; turn += 1) {
    await nextTurn();
    quiet = house.network.underWay === 0 ? quiet + 1 : 0;
  }
}

/** Advances the clock from timer to timer, and answers the requests of each before the next one. */
export async function passTime(house: House, ms: number, isOver: () => boolean = () => false): Promise<void> {
  const end = house.clock.now() + ms;
  await idle(house);
  while (house.clock.now() < end && !isOver()) {
    const [next = Number.POSITIVE_INFINITY] = house.clock.pendingMs();
    house.clock.advance(Math.min(Math.max(next, 0), end - house.clock.now()));
    await idle(house);
  }
}

/** Waits until requests over sockets are answered, regardless of other work. */
export async function quiet(turns = 60): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}

/** Awaits a request while the clock advances, but only for a limited time if the service never answers. */
export async function inTime<T>(house: House, asked: Promise<T>, ms = 60_000): Promise<T> {
  let isOver = false;
  const answer = asked.finally(() => {
    isOver = true;
  });
  await passTime(house, ms, () => isOver);
  return answer;
}

/** The same for a request that waits only for the clock: it advances in such steps until there is an answer. */
export async function withClock<T>(house: House, asked: Promise<T>, stepMs: number): Promise<T> {
  let isOver = false;
  const answer = asked.finally(() => {
    isOver = true;
  });
  await house.until(() => {
    if (!isOver) house.clock.advance(stepMs);
    return isOver;
  });
  return answer;
}
