import { setImmediate as nextTurn } from 'node:timers/promises';
import type { House } from './house.ts';

/** Lets requests be answered until nothing is under way for a few turns, or what is under way hangs. */
export async function idle(house: House, mostTurns = 400): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < mostTurns && quiet < 6; turn += 1) {
    await nextTurn();
    quiet = house.network.underWay === 0 ? quiet + 1 : 0;
  }
}

/** Time as it passes for the app: from timer to timer, and what each of them asks is answered before the next one. */
export async function passTime(house: House, ms: number, isOver: () => boolean = () => false): Promise<void> {
  const end = house.clock.now() + ms;
  await idle(house);
  while (house.clock.now() < end && !isOver()) {
    const [next = Number.POSITIVE_INFINITY] = house.clock.pendingMs();
    house.clock.advance(Math.min(Math.max(next, 0), end - house.clock.now()));
    await idle(house);
  }
}

/** What was sent over a socket is answered, whatever else is under way. */
export async function quiet(turns = 60): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}

/** What is asked, while time passes for it: a service that never answers is waited for only so long. */
export async function inTime<T>(house: House, asked: Promise<T>, ms = 60_000): Promise<T> {
  let isOver = false;
  const answer = asked.finally(() => {
    isOver = true;
  });
  await passTime(house, ms, () => isOver);
  return answer;
}

/** The same where nothing but the clock is waited for: it goes on in such steps until there is an answer. */
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
