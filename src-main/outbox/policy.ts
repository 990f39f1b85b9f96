import type { Refusal } from '../shared/till-view.ts';
import { mustWait } from '../shared/waiting.ts';
import { type DeliveryOutcome, type DueJob, type Job, type StorePauseReason, storePauseReasons } from './job.ts';

/** The retries of receipt-service.md 7: full jitter, exponential, base 1 s, cap 5 min, without an end. */
export const retryRules = { baseMs: 1_000, capMs: 5 * 60_000 } as const;

/** Milliseconds until attempt number `attempt` + 1. `jitter` is in [0, 1). */
export function backoffMs(attempt: number, jitter: number): number {
  const ceiling = Math.min(retryRules.capMs, retryRules.baseMs * 2 ** Math.min(Math.max(0, attempt - 1), 30));
  // The pause is never zero, because a jitter of zero must not cause a busy loop against an unavailable service.
  return Math.max(100, Math.round(jitter * ceiling));
}

/** The `lastReason` of a row that the service asked to delay (Retry-After): it is not woken before its time. */
export const waitRequested = 'asked-to-wait';

/** After this many equal 4xx answers without problem details a bill counts as refused, and a person looks at it. */
const mostUnclear = 5;

/** The `lastReason` after a 4xx without problem details: status, hash of the text, and how often it came in a row. */
function unclearReason({ lastReason }: Job, { status, title, detail }: Refusal): string {
  const words = checksum(`${title}\n${detail}`);
  const answer = `unclear-${status}-${words}`;
  const before = lastReason?.startsWith(`${answer}-`) === true ? Number(lastReason.slice(answer.length + 1)) : 0;
  return `${answer}-${before + 1}`;
}

/** Distinguishes two texts. Equal checksums of different texts only count two unclear answers as the same. */
const checksum = (text: string): string => {
  let sum = 7;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
  return sum.toString(36);
};

/** Refuses a bill that got the same unclear answer five times in a row. */
export function confirmedOutcome(job: Job, outcome: DeliveryOutcome): DeliveryOutcome {
  if (job.kind !== 'bill' || outcome.kind !== 'retry' || outcome.words === undefined) return outcome;
  const isBelieved = unclearReason(job, outcome.words).endsWith(`-${mostUnclear}`);
  return isBelieved ? { kind: 'refused', refusal: outcome.words } : outcome;
}

export type Refusals = readonly { readonly storeId: string; readonly words: string; readonly at: number }[];

const sameWordsMs = 60_000;
const mostSame = 4;
const mostRemembered = 50;

/** The text by which refusals are counted. Null if the bill may be stored or the refusal names fields of this bill. */
const wordsOf = ({ status, title, detail, errors, code }: Refusal): string | null =>
  errors.length > 0 || code !== null ? null : JSON.stringify([status, title, detail]);

export function refusalsAfter(
  before: Refusals,
  { kind, storeId }: DueJob,
  outcome: DeliveryOutcome,
  now: number,
): Refusals {
  if (kind !== 'bill') return before;
  if (outcome.kind === 'delivered') return before.filter((other) => other.storeId !== storeId);
  const words = outcome.kind === 'refused' ? wordsOf(outcome.refusal) : null;
  if (words === null) return before;
  const lately = before.filter(({ at }) => at <= now && now - at < sameWordsMs);
  return [...lately.slice(1 - mostRemembered), { storeId, words, at: now }];
}

interface AroundStore {
  /** Another bill of the store was delivered after the service reported the store as unknown or refused. */
  readonly isProven: boolean;
  readonly pause: StorePause | null;
  readonly refusals: Refusals;
}

/** Decides whether an answer concerns its bill or all bills of the store, as after many refusals with the same text. */
export function ofBillOrStore(job: DueJob, outcome: DeliveryOutcome, around: AroundStore): DeliveryOutcome {
  if (job.kind !== 'bill' || (outcome.kind !== 'storeUnknown' && outcome.kind !== 'refused')) return outcome;
  const { refusal } = outcome;
  if (around.isProven && storePauseReasons.some((reason) => reason === job.lastReason))
    return { kind: 'refused', refusal };
  const isStore = outcome.kind === 'refused' && isOfStore(job.storeId, refusal, around);
  return isStore ? { kind: 'storeRefused', storeId: job.storeId, refusal } : outcome;
}

function isOfStore(storeId: string, refusal: Refusal, { pause, refusals }: AroundStore): boolean {
  const words = wordsOf(refusal);
  if (words === null) return false;
  const isAgain = pause?.because === 'storeRefused' && wordsOf(pause.refusal) === words;
  return isAgain || refusals.filter((other) => other.storeId === storeId && other.words === words).length > mostSame;
}

export function storePauseAfter(
  pause: StorePause | null,
  outcome: DeliveryOutcome,
  now: number,
  jitter: number,
): StorePause | null {
  switch (outcome.kind) {
    case 'storeUnknown':
    case 'storeRefused':
      return { ...longerPause(pause, now, jitter), because: outcome.kind, refusal: outcome.refusal };
    case 'retry':
      return pause && { ...pause, ...longerPause(pause, now, jitter) };
    case 'signInNeeded':
      return pause;
    case 'refused':
      // A bill refused for its own content proves nothing about other bills, so the next bill tests the store.
      return pause?.because === 'storeRefused' ? { ...pause, askAt: now } : null;
    case 'delivered':
    case 'registrationExpired':
      return null;
  }
}

/** `isWoken`: the network returned, or a person asked, during the attempt, so its failure is out of date. */
export function settleJob(job: Job, outcome: DeliveryOutcome, now: number, jitter: number, isWoken = false): Job {
  switch (outcome.kind) {
    case 'delivered':
      return { ...job, state: 'done', lastReason: null };
    case 'refused':
      return { ...job, state: 'parked', lastReason: `refused-${outcome.refusal.status ?? 'unknown'}` };
    case 'retry': {
      const waitMs = waitMsOf(outcome);
      const isOurPace = !mustWait(outcome) && (waitMs > 0 || !isWoken);
      const pause = isOurPace ? backoffMs(job.attempts, jitter) : 0;
      const reason = outcome.words === undefined ? outcome.reason : unclearReason(job, outcome.words);
      return { ...job, dueAt: now + Math.max(pause, waitMs), lastReason: waitMs > pause ? waitRequested : reason };
    }
    case 'registrationExpired':
      // The first new id is registered at once. If that id becomes invalid too, the next registration waits.
      return { ...job, dueAt: job.attempts <= 1 ? now : now + backoffMs(job.attempts, jitter), lastReason: 'id-gone' };
    case 'signInNeeded':
      return { ...job, attempts: job.attempts - 1, dueAt: now, lastReason: 'sign-in-needed' };
    case 'storeUnknown':
    case 'storeRefused':
      return { ...job, attempts: job.attempts - 1, dueAt: now, lastReason: outcome.kind };
  }
}

/** The `lastReason` of a row whose sale this version of the app cannot read. A newer version may read it. */
export const saleSetAside = 'sale-set-aside';

/** `settled` is the row as the outcome alone would leave it. `sale` is null if the sale cannot be read. */
export function rowAfter(settled: Job, outcome: DeliveryOutcome, sale: { readonly isCancelled: boolean } | null): Job {
  if (sale === null) return { ...settled, state: 'held', lastReason: saleSetAside };
  // The bill of a cancelled sale that has not arrived, and its print, leave only if the cancel is undone.
  const isUntried = settled.state === 'due' && (settled.attempts === 0 || outcome.kind === 'registrationExpired');
  const waitsForCancel = settled.kind === 'bill' || settled.kind === 'printed';
  return sale.isCancelled && isUntried && waitsForCancel ? { ...settled, state: 'held' } : settled;
}

/** The milliseconds that the service asked to wait, at most the longest pause; 0 without a request. */
export const waitMsOf = (outcome: DeliveryOutcome): number =>
  outcome.kind === 'retry' && outcome.retryAfterMs !== null
    ? Math.min(Math.max(outcome.retryAfterMs, 100), retryRules.capMs)
    : 0;

/** How an outcome counts for the pace. `nothing`: a sign-in (it has its own pauses), an unclear answer, or a bug. */
export function signalOf(outcome: DeliveryOutcome): 'answer' | 'paced' | 'silence' | 'nothing' {
  if (outcome.kind === 'signInNeeded') return 'nothing';
  if (outcome.kind !== 'retry') return 'answer';
  if (mustWait(outcome)) return 'paced';
  return ['not-understood', 'internal'].includes(outcome.reason) ? 'nothing' : 'silence';
}

interface Sending {
  readonly billId: string | null;
  readonly billHash: string | null;
}

/** The value stored before a bill leaves: its id and the hash of the content sent under it. Null: it has no id yet. */
export const sendingOf = ({ billId, billHash }: Sending): string | null =>
  billId === null ? null : `${billId} ${billHash}`;

/** Whether an earlier attempt may have stored some version of the bill under this id, as far as this app knows. */
export const mayBeThere = ({ sentAs }: Job, billId: string | null): boolean =>
  billId !== null && sentAs?.startsWith(`${billId} `) === true;

/** Whether the bill of the sale now differs from the version that the service may have. */
export const isCorrected = (job: Job, sale: Sending): boolean =>
  mayBeThere(job, sale.billId) && job.sentAs !== sendingOf(sale);

/** A pause until another party corrects something. Nobody reports the correction: the app asks again automatically. */
export interface Pause {
  readonly attempts: number;
  readonly askAt: number;
}

export interface StorePause extends Pause {
  readonly because: StorePauseReason;
  readonly refusal: Refusal;
}

/** A calculated pause lasts at most 5 minutes, one with a given time (after a refused password) at most 15. */
const pauseRules = { firstMs: 15_000, capMs: 5 * 60_000, longestMs: 15 * 60_000 } as const;

/** Milliseconds until request number `attempts` + 1. `jitter` in [0, 1) spreads the tills over time. */
export function pauseMs(attempts: number, jitter: number): number {
  const ceiling = Math.min(pauseRules.capMs, pauseRules.firstMs * 2 ** Math.min(Math.max(0, attempts - 1), 30));
  return Math.round(ceiling * (0.5 + jitter / 2));
}

/** The pause after one more refusal. `askInMs` is the time until another request makes sense, if the refusal has it. */
export function longerPause(before: Pause | null, now: number, jitter: number, askInMs?: number): Pause {
  const attempts = (before?.attempts ?? 0) + 1;
  const gap = askInMs === undefined ? pauseMs(attempts, jitter) : Math.min(askInMs, pauseRules.longestMs);
  return { attempts, askAt: now + gap };
}

/** Whether to send now. A time beyond the longest pause was set before the clock was turned back. */
export const mayTryAgain = (pause: Pause, now: number): boolean =>
  now >= pause.askAt || pause.askAt > now + pauseRules.longestMs;
