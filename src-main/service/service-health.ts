import { asksToWait } from '../outbox/policy.ts';
import { createListeners } from '../shared/listeners.ts';
import type { NoticeCode } from '../shared/notice-codes.ts';
import { redactText } from '../shared/redact.ts';
import type { ServiceRefusal } from '../shared/till-view.ts';
import type { ServiceStateView } from '../shared/views.ts';
import type { Answer, NoAnswer, ServiceProblem } from './answers.ts';
import type { Deviations } from './reader.ts';
import type { VendorClient } from './vendor.ts';

export type ServiceHealth = ReturnType<typeof trackHealth>['service'];

/** The number that a person reads; the status names as many unknown stores (`status.ts`). */
const mostRefusals = 20;

/** Only the first of them: the cost must not grow with the stores that a till invents. */
function refusalsOf(what: ServiceRefusal['what'], problems: ReadonlyMap<string, ServiceProblem>): ServiceRefusal[] {
  const found: ServiceRefusal[] = [];
  for (const [storeId, { status, title, detail, errors, traceId }] of problems) {
    const fields = errors.map(({ path, message }) => ({ path, message }));
    if (found.push({ what, storeId, status, title, detail, errors: fields, traceId }) === mostRefusals) break;
  }
  return found;
}

/** An answer with `Retry-After`, or one that is not understood, says nothing about the service's state. */
export function trackHealth(client: VendorClient, deviations: Pick<Deviations, 'list'>) {
  const listeners = createListeners();
  const answerListeners = createListeners();
  let state: ServiceStateView = 'unknown';
  let isSomethingBetween = false;
  const notUnderstood = new Set<keyof VendorClient>();
  const registrations = new Map<string, ServiceProblem>();
  const stores = new Map<string, ServiceProblem>();
  const unclear = new Map<string, ServiceProblem>();
  let last = '';

  function applyOutcome(call: keyof VendorClient, answer: Answer<unknown>): void {
    if (isNotSent(answer)) return;
    if (answer.kind === 'noAnswer' && (asksToWait(answer) || isUnclear(answer)))
      state = state === 'signInNeeded' ? state : 'online';
    else state = stateAfter[answer.kind];
    isSomethingBetween = isFromElsewhere(answer) ?? isSomethingBetween;
    if (answer.kind !== 'noAnswer' || answer.reason === 'server-error') notUnderstood.delete(call);
    // A loyalty transaction is requested once and its caller gets the result: no later answer would end the notice.
    else if (answer.reason === 'not-understood' && call !== 'startLoyalty') notUnderstood.add(call);
  }

  function tell(): void {
    const now = JSON.stringify([state, isSomethingBetween, [...notUnderstood], deviations.list().length, refusals()]);
    if (now === last) return;
    last = now;
    listeners.tell();
  }

  /** A refused registration of one customer concerns that sale; a refused anonymous id concerns every sale. */
  function mean(call: keyof VendorClient, asked: unknown, answer: Answer<unknown>): void {
    if (call !== 'registerReceipt' && call !== 'addBill') return;
    const { storeId, buyerInformation } = asked as Parameters<VendorClient['registerReceipt']>[0];
    const isEverybodys = call === 'registerReceipt' && buyerInformation === undefined;
    if (isEverybodys) noteIn(registrations, storeId, answer, ['refused', 'storeUnknown']);
    noteIn(stores, storeId, answer, ['storeUnknown']);
    if (answer.kind === 'noAnswer' && answer.words !== undefined) unclear.set(storeId, answer.words);
    else if (answer.kind !== 'noAnswer') unclear.delete(storeId);
  }

  const refusals = (): readonly ServiceRefusal[] =>
    [
      ...refusalsOf('registration', registrations),
      ...refusalsOf('store', stores),
      ...refusalsOf('unclear', unclear),
    ].slice(0, mostRefusals);

  const heard =
    <Asked extends readonly unknown[]>(name: keyof VendorClient, call: (...asked: Asked) => Promise<Answer<unknown>>) =>
    async (...asked: Asked): Promise<Answer<unknown>> => {
      const answer = redacted(await call(...asked));
      applyOutcome(name, answer);
      mean(name, asked[0], answer);
      tell();
      if (isOfTheService(answer)) answerListeners.tell();
      return answer;
    };
  const calls = Object.entries(client) as [keyof VendorClient, (...asked: unknown[]) => Promise<Answer<unknown>>][];
  const vendor = Object.fromEntries(calls.map(([name, call]) => [name, heard(name, call)])) as unknown as VendorClient;
  return {
    vendor,
    service: {
      state: () => state,
      /** The notices for people. Each ends automatically with the answer that ends its reason. */
      notices: (): readonly NoticeCode[] => [
        ...(isSomethingBetween ? (['notTheService'] as const) : []),
        ...(notUnderstood.size > 0 ? (['notUnderstood'] as const) : []),
        ...(registrations.size > 0 ? (['registrationRefused'] as const) : []),
      ],
      /** The refusals that concern more than one receipt: registering in advance, or a store. */
      refusals,
      deviations: deviations.list,
      onChange: listeners.add,
      /** Notified of every answer from the service itself, good or bad. */
      onAnswer: answerListeners.add,
    },
  };
}

function noteIn(
  problems: Map<string, ServiceProblem>,
  storeId: string,
  answer: Answer<unknown>,
  kinds: readonly Answer<unknown>['kind'][],
): void {
  if (answer.kind === 'ok') problems.delete(storeId);
  else if ('problem' in answer && kinds.includes(answer.kind)) problems.set(storeId, answer.problem);
}

const stateAfter = {
  ok: 'online',
  alreadyThere: 'online',
  registrationExpired: 'online',
  storeUnknown: 'online',
  refused: 'online',
  signInNeeded: 'signInNeeded',
  noAnswer: 'offline',
} as const satisfies Record<Answer<unknown>['kind'], ServiceStateView>;

/** The service has read the request and answered. Deviations of the answer are reported separately. */
const isUnclear = ({ reason, mayHaveArrived }: NoAnswer): boolean => reason === 'not-understood' && mayHaveArrived;

/** Whether something else answers in place of the service; null: this answer does not show it. */
function isFromElsewhere(answer: Answer<unknown>): boolean | null {
  if (answer.kind !== 'noAnswer') return false;
  if (answer.reason === 'not-the-service') return true;
  return answer.reason === 'server-error' || isUnclear(answer) ? false : null;
}

/** An id that fits into no address was never sent, so the service has not answered. */
const isNotSent = (answer: Answer<unknown>): boolean => answer.kind === 'refused' && answer.problem.status === 0;

const isOfTheService = (answer: Answer<unknown>): boolean =>
  answer.kind !== 'noAnswer' && answer.kind !== 'signInNeeded' && !isNotSent(answer);

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
