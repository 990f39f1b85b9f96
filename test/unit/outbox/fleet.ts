import type { DeliveryOutcome } from '../../../src-main/outbox/job.ts';
import {
  afterTry,
  type ConcurrencyLimiter,
  mayRetry,
  mayTryFresh,
  pacedUntil,
  restarted,
  slotsOf,
  unlimited,
} from '../../../src-main/outbox/plan.ts';
import { settleJob, waitRequested } from '../../../src-main/outbox/policy.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

/** Simulates two thousand tills with one service, in virtual time. */

const tills = 2_000;
/**
 * The answers of the service per second, 4.5 times the tills' need. Requests that would wait over a second are refused.
 */
export const capacity = 150;
const hourMs = 3_600_000;
const tokenLifeMs = hourMs;
const most = 4;

export interface Fleet {
  /** In the first hour the service is silent, or a gateway answers 503 with `Retry-After: 10`. Null: it is never away. */
  readonly away: 'silent' | 'busy' | null;
  /** The longest time until a till detects that the network is back; null if it does not. */
  readonly knownWithinS: number | null;
}

interface Row {
  saleId: string;
  attempts: number;
  dueAt: number;
  lastReason: string | null;
  isFlying: boolean;
}

interface Till {
  concurrencyLimiter: ConcurrencyLimiter;
  rows: Row[];
  flying: number;
  tokenUntil: number;
  looksAt: number;
}

export function courseOf({ away, knownWithinS }: Fleet, seed = 1) {
  const random = createSeededRandom(seed);
  const events = createQueue();
  const backAt = hourMs;
  const endAt = backAt + 25 * 60_000;
  const perSecond = Array.from({ length: (endAt - backAt) / 1_000 }, () => 0);
  let now = 0;
  let busyUntil = 0;
  let waiting = 0;
  let waited = 0;
  let drainedAt = endAt;
  const retryAfterMs = away === 'busy' ? 10_000 : null;
  const silence = { kind: 'retry', reason: 'no-connection', retryAfterMs: null } as const;
  const turnedAway: DeliveryOutcome = { kind: 'retry', reason: 'server-error', retryAfterMs };
  const delivered: DeliveryOutcome = { kind: 'delivered', assigned: false, url: null };

  function request(ended: (outcome: DeliveryOutcome) => void): void {
    const isAway = away !== null && now < backAt;
    const second = Math.floor((now - backAt) / 1_000);
    if (second >= 0) perSecond[second] = (perSecond[second] ?? 0) + 1;
    if (isAway || busyUntil - now > 1_000) {
      const answer = isAway && away === 'silent' ? silence : turnedAway;
      events.add(now + 50, () => ended(answer));
      return;
    }
    busyUntil = Math.max(busyUntil, now) + 1_000 / capacity;
    events.add(busyUntil + 200, () => ended(delivered));
  }

  function begin(till: Till, row: Row): void {
    row.isFlying = true;
    row.attempts += 1;
    till.flying += 1;
    const beganAt = now;
    const end = (outcome: DeliveryOutcome): void => {
      row.isFlying = false;
      till.flying -= 1;
      const { dueAt, lastReason, state } = settleJob(
        { ...row, kind: 'bill', state: 'due', sentAs: null },
        outcome,
        now,
        random.fraction(),
      );
      Object.assign(row, { dueAt, lastReason });
      if (state === 'done') {
        till.rows.splice(till.rows.indexOf(row), 1);
        waiting -= 1;
        if (now > backAt && waiting < tills / 20) drainedAt = Math.min(drainedAt, now);
        if (till.concurrencyLimiter.silences > 0) wakeRows(till);
      }
      till.concurrencyLimiter = afterTry(till.concurrencyLimiter, outcome, {
        beganAt,
        now,
        jitter: random.fraction(),
        most,
      });
      look(till);
    };
    const signedIn = (outcome: DeliveryOutcome): void => {
      if (outcome.kind === 'delivered') {
        till.tokenUntil = now + tokenLifeMs;
        request(end);
      } else end(outcome);
    };
    request(now < till.tokenUntil ? end : signedIn);
  }

  const wakeRows = (till: Till): void => {
    for (const row of till.rows) if (row.lastReason !== waitRequested) row.dueAt = Math.min(row.dueAt, now);
  };

  /** Starts a job for each open slot, the earliest due first. */
  function look(till: Till): void {
    const { concurrencyLimiter } = till;
    const closed = pacedUntil(concurrencyLimiter, now);
    if (closed !== null) later(till, closed);
    while (closed === null && till.flying < slotsOf(concurrencyLimiter, most)) {
      const isFree = mayRetry(concurrencyLimiter, now);
      const isFresh = mayTryFresh(concurrencyLimiter, now);
      let next: Row | null = null;
      for (const row of till.rows) {
        const isAble = !row.isFlying && (row.attempts === 0 ? isFresh : isFree);
        if (isAble && (next === null || row.dueAt < next.dueAt)) next = row;
      }
      if (next === null || next.dueAt > now) {
        const gates = [
          isFree ? Infinity : concurrencyLimiter.nextAt,
          isFresh ? Infinity : concurrencyLimiter.freshAt,
          next?.dueAt ?? Infinity,
        ];
        if (till.rows.length > till.flying) later(till, Math.min(...gates.filter((at) => at > now)));
        return;
      }
      begin(till, next);
    }
  }

  function later(till: Till, at: number): void {
    if (at === Infinity || (till.looksAt > now && till.looksAt <= at)) return;
    till.looksAt = at;
    events.add(at, () => {
      if (till.looksAt === at) look(till);
    });
  }

  for (let index = 0; index < tills; index += 1) {
    const till: Till = { concurrencyLimiter: unlimited, rows: [], flying: 0, tokenUntil: hourMs, looksAt: 0 };
    const sell = (): void => {
      till.rows.push({ saleId: '', attempts: 0, dueAt: now, lastReason: null, isFlying: false });
      waiting += 1;
      if (now < backAt) waited = waiting;
      look(till);
      events.add(now + 30_000 + random.fraction() * 60_000, sell);
    };
    events.add(random.fraction() * 60_000, sell);
    if (knownWithinS !== null)
      events.add(backAt + random.fraction() * knownWithinS * 1_000, () => {
        till.concurrencyLimiter = restarted(till.concurrencyLimiter, now, random.fraction());
        wakeRows(till);
        look(till);
      });
  }
  for (let event = events.next(); event !== null && event.at < endAt; event = events.next()) {
    now = event.at;
    event.run();
  }
  /** The shortest time for any policy: everything that waits, divided by the free capacity. */
  const leastS = waited / (capacity - tills / 60);
  return { perSecond, drainedS: (drainedAt - backAt) / 1_000, leastS };
}

interface Event {
  readonly at: number;
  readonly run: () => void;
}

function createQueue() {
  const heap: Event[] = [];
  const at = (index: number): number => heap[index]?.at ?? Infinity;
  const swap = (one: number, other: number): void => {
    const [held, moved] = [heap[one], heap[other]];
    if (held !== undefined && moved !== undefined) [heap[one], heap[other]] = [moved, held];
  };
  return {
    add(time: number, run: () => void): void {
      let index = heap.push({ at: time, run }) - 1;
      for (let above = (index - 1) >> 1; index > 0 && at(above) > time; above = (index - 1) >> 1) {
        swap(index, above);
        index = above;
      }
    },
    next(): Event | null {
      const [first] = heap;
      const last = heap.pop();
      if (first === undefined || last === undefined) return null;
      if (heap.length > 0) heap[0] = last;
      for (let index = 0; ; ) {
        const below = 2 * index + (at(2 * index + 2) < at(2 * index + 1) ? 2 : 1);
        if (at(below) >= at(index)) return first;
        swap(index, below);
        index = below;
      }
    },
  };
}

export const cases = {
  'silent for an hour': { away: 'silent', knownWithinS: null },
  '503 with Retry-After: 10 for an hour': { away: 'busy', knownWithinS: null },
  'silent for an hour, all told within one second that the network is back': { away: 'silent', knownWithinS: 1 },
  'never away, all tokens expire at once': { away: null, knownWithinS: null },
} as const satisfies Readonly<Record<string, Fleet>>;
