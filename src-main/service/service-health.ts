import type { Fetch, FetchAnswer, SystemPorts } from '../ports.ts';
import { createListeners } from '../shared/listeners.ts';
import type { NoticeCode } from '../shared/notice-codes.ts';
import { redactText } from '../shared/redact.ts';
import type { ServiceRefusal } from '../shared/till-view.ts';
import type { ServiceStateView } from '../shared/views.ts';
import { mustWait } from '../shared/waiting.ts';
import type { Answer, NoAnswer, ServiceProblem } from './answers.ts';
import type { Deviations } from './reader.ts';
import type { VendorClient } from './vendor.ts';

export type ServiceHealth = ReturnType<typeof trackHealth>['service'];

/** The limit of refusals, because a till can invent any number of stores. A status lists as many unknown stores. */
const mostRefusals = 20;

/** An answer with `Retry-After` or an unclear one shows that the service is online, not that it accepts the sign-in. */
export function trackHealth(client: VendorClient, deviations: Pick<Deviations, 'list'>) {
  const listeners = createListeners();
  const answerListeners = createListeners();
  let state: ServiceStateView = 'unknown';
  let isSomethingBetween = false;
  const notUnderstood = new Set<keyof VendorClient>();
  /** The last problem of each store by kind: a refused registration in advance, an unknown store, an unclear answer. */
  const problems = {
    registration: new Map<string, ServiceProblem>(),
    store: new Map<string, ServiceProblem>(),
    unclear: new Map<string, ServiceProblem>(),
  };
  let last = '';

  function applyOutcome(call: keyof VendorClient, answer: Answer<unknown>): void {
    const isAway = answer.kind === 'noAnswer' && !mustWait(answer) && !isUnclear(answer);
    if (answer.kind === 'signInNeeded') state = 'signInNeeded';
    else if (isAway) state = 'offline';
    else if (answer.kind !== 'noAnswer' || state !== 'signInNeeded') state = 'online';
    isSomethingBetween = isFromElsewhere(answer) ?? isSomethingBetween;
    if (answer.kind !== 'noAnswer' || answer.reason === 'server-error') notUnderstood.delete(call);
    // A loyalty transaction is requested once and its caller gets the result, so no later answer would end the notice.
    else if (answer.reason === 'not-understood' && call !== 'startLoyalty') notUnderstood.add(call);
  }

  function notify(): void {
    const now = JSON.stringify([state, isSomethingBetween, [...notUnderstood], deviations.list().length, refusals()]);
    if (now === last) return;
    last = now;
    listeners.emit();
  }

  /** A refused registration for one customer concerns that sale. A refused anonymous id concerns every sale. */
  function mean(call: keyof VendorClient, args: unknown, answer: Answer<unknown>): void {
    if (call !== 'registerReceipt' && call !== 'addBill') return;
    const { storeId, buyerInformation } = args as Parameters<VendorClient['registerReceipt']>[0];
    const { registration, store, unclear } = problems;
    const isEverybodys = call === 'registerReceipt' && buyerInformation === undefined;
    if (isEverybodys) noteIn(registration, storeId, answer, ['refused', 'storeUnknown']);
    noteIn(store, storeId, answer, ['storeUnknown']);
    if (answer.kind === 'noAnswer' && answer.words !== undefined) remember(unclear, storeId, answer.words);
    else if (answer.kind !== 'noAnswer') unclear.delete(storeId);
  }

  const refusals = (): readonly ServiceRefusal[] =>
    (['registration', 'store', 'unclear'] as const)
      .flatMap((what) =>
        [...problems[what]].map(([storeId, { status, title, detail, errors, traceId }]) => {
          return { what, storeId, status, title, detail, errors: [...errors], traceId };
        }),
      )
      .slice(0, mostRefusals);

  const noted =
    (name: keyof VendorClient, call: Call): Call =>
    async (...args) => {
      const answer = redacted(await call(...args));
      // An id that fits into no address was never sent, so the service has not answered.
      if (answer.kind === 'refused' && answer.problem.status === 0) return answer;
      if (!isOfProvider(name, answer)) applyOutcome(name, answer);
      mean(name, args[0], answer);
      notify();
      if (answer.kind !== 'noAnswer' && answer.kind !== 'signInNeeded') answerListeners.emit();
      return answer;
    };
  const calls = Object.entries(client) as [keyof VendorClient, Call][];
  const vendor = Object.fromEntries(calls.map(([name, call]) => [name, noted(name, call)])) as unknown as VendorClient;
  return {
    vendor,
    service: {
      state: () => state,
      /** A notice disappears as soon as an answer shows that its cause is gone. */
      notices: (): readonly NoticeCode[] => [
        ...(isSomethingBetween ? (['notTheService'] as const) : []),
        ...(notUnderstood.size > 0 ? (['notUnderstood'] as const) : []),
        ...(problems.registration.size > 0 ? (['registrationRefused'] as const) : []),
      ],
      refusals,
      deviations: deviations.list,
      onChange: listeners.add,
      onAnswer: answerListeners.add,
    },
  };
}

type Call = (...args: unknown[]) => Promise<Answer<unknown>>;

function noteIn(
  problems: Map<string, ServiceProblem>,
  storeId: string,
  answer: Answer<unknown>,
  kinds: readonly Answer<unknown>['kind'][],
): void {
  if (answer.kind === 'ok') problems.delete(storeId);
  else if ('problem' in answer && kinds.includes(answer.kind)) remember(problems, storeId, answer.problem);
}

/** Keeps the problems of the newest stores. */
function remember(problems: Map<string, ServiceProblem>, storeId: string, problem: ServiceProblem): void {
  problems.set(storeId, problem);
  const [oldest] = problems.keys();
  if (problems.size > mostRefusals && oldest !== undefined) problems.delete(oldest);
}

/** Whether the service has answered, but not as described. The deviations are reported separately. */
const isUnclear = ({ reason, mayHaveArrived }: NoAnswer): boolean => reason === 'not-understood' && mayHaveArrived;

/** Whether only the loyalty provider is unavailable, not the service (receipt-service.md 7). */
const isOfProvider = (call: keyof VendorClient, answer: Answer<unknown>): boolean =>
  /Loyalty$/.test(call) && answer.kind === 'noAnswer' && answer.reason === 'server-error' && answer.status === 503;

/** Whether another server answers in place of the service; null if this answer does not show it. */
function isFromElsewhere(answer: Answer<unknown>): boolean | null {
  if (answer.kind !== 'noAnswer') return false;
  if (answer.reason === 'not-the-service') return true;
  return answer.reason === 'server-error' || isUnclear(answer) ? false : null;
}

/** The problem is stored and shown, so personal data must be removed. The client has read the unchanged answer. */
function redacted<T>(answer: Answer<T>): Answer<T> {
  if ('problem' in answer) return { ...answer, problem: redactedProblem(answer.problem) };
  if (answer.kind !== 'noAnswer' || answer.words === undefined) return answer;
  return { ...answer, words: redactedProblem(answer.words) };
}

function redactedProblem(problem: ServiceProblem): ServiceProblem {
  const { title, detail, extensions } = problem;
  const errors = problem.errors.map((error) => ({ ...error, message: redactText(error.message) }));
  return {
    ...problem,
    title: redactText(title),
    detail: redactText(detail),
    extensions: redactText(extensions),
    errors,
  };
}

type ClockWatchParts = Pick<SystemPorts, 'clock' | 'log'>;

const toleranceMs = 3_600_000;
const restMs = 3_600_000;
const lookEveryMs = 5 * 60_000;
/** If answers have no date, this computer's date counts as proven once its clock has not jumped for this time. */
const believedAfterMs = 24 * 3_600_000;

/** Compares this computer's clock with the `Date` header of the service's answers. */
export type ClockSkew = ReturnType<typeof createClockSkew>;

export function createClockSkew({ clock, log }: ClockWatchParts) {
  const jumpListeners = createListeners<[byMs: number, now: number]>();
  const listeners = createListeners();
  let at = { now: clock.now(), passed: clock.monotonic() };
  /** The time since which the date is undisputed: the start or the last jump. */
  let steadySince = at.passed;
  let hasJumped = false;
  /** How this clock compares with the date of the last answer. `silent`: no answer yet. `undated`: it had no date. */
  let service: 'silent' | 'undated' | 'agrees' | 'differs' = 'silent';
  let differsSince = 0;
  let isRunning = false;
  let last = '';
  let cancelTimer: () => void = () => undefined;

  function look(): void {
    const before = at;
    at = { now: clock.now(), passed: clock.monotonic() };
    const byMs = at.now - before.now - (at.passed - before.passed);
    if (Math.abs(byMs) <= toleranceMs) return;
    log.warn('clock-jumped', { byMs: Math.round(byMs) });
    hasJumped = true;
    steadySince = at.passed;
    service = 'silent';
    try {
      jumpListeners.emit(byMs, at.now);
      queueMicrotask(notify);
    } catch {
      // The database is locked or full, so the jump is noticed again at the next look.
      at = before;
    }
  }

  function observe(response: FetchAnswer): void {
    look();
    const serviceTime = Date.parse(response.headers.get('date') ?? '');
    const before = service;
    if (Number.isNaN(serviceTime)) service = before === 'silent' ? 'undated' : before;
    else service = Math.abs(serviceTime - at.now) <= toleranceMs ? 'agrees' : 'differs';
    if (service === 'differs' && before !== 'differs') {
      differsSince = at.passed;
      log.warn('clock-difference-found', { aheadMs: Math.round(at.now - serviceTime) });
    }
    notify();
  }

  function judged() {
    look();
    const steadyMs = at.passed - steadySince;
    const isJumpRecent = hasJumped && steadyMs < restMs;
    const isOldDifference = service === 'differs' && at.passed - differsSince >= restMs;
    const isDated = service === 'agrees';
    const isUndated = service === 'undated';
    return {
      isSure: !isJumpRecent && (isDated || isOldDifference || (isUndated && steadyMs >= restMs)),
      isProven: !isJumpRecent && (isDated || (isUndated && steadyMs >= believedAfterMs)),
      isWrong: isJumpRecent || service === 'differs',
    };
  }

  function notify(): void {
    if (!isRunning) return;
    const now = JSON.stringify(judged());
    if (now === last) return;
    last = now;
    listeners.emit();
  }

  function lookAgain(): void {
    cancelTimer = clock.setTimer(lookEveryMs, lookAgain);
    notify();
  }

  return {
    start() {
      isRunning = true;
      lookAgain();
    },
    stop() {
      isRunning = false;
      cancelTimer();
    },
    /** Notices a jump of the clock at once. Call it before judging an age. */
    look,
    /** Whether abandoned sales may be cancelled: not within an hour after a jump, nor before the first answer. */
    isSure: () => judged().isSure,
    /** Whether data may be deleted for good: the service confirms the date, or `believedAfterMs` has passed. */
    isProven: () => judged().isProven,
    notices: (): readonly NoticeCode[] => (judged().isWrong ? ['clockWrong'] : []),
    listening:
      (fetch: Fetch): Fetch =>
      async (url, init) => {
        const response = await fetch(url, init);
        observe(response);
        return response;
      },
    /** Called after the clock jumped by this many milliseconds to `now`, perhaps in a transaction. */
    onJump: jumpListeners.add,
    /** Called when `isSure` or another value above may have changed. Never called in a transaction. */
    onChange: listeners.add,
  };
}
