import { type JsonRecord, jsonOf, recordOf } from '../lib/json.ts';

/** Why a command ends as it does, and its exit code. */
export const exitCodes = {
  accepted: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  'not-reachable': 4,
  'storage-full': 5,
  'not-paired': 6,
  'needs-person': 7,
} as const;
export type CliOutcome = keyof typeof exitCodes;

/** What came back over HTTP. */
interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface Outcome<T = unknown> {
  readonly ending: CliOutcome;
  /** JSON: what was asked for, else a problem. */
  readonly body: string;
  /** What was read of it; null with a problem. */
  readonly value: T | null;
}

/** What an answer of the app holds; null for one that is not its own. */
export type ReadAnswer<T> = (answer: JsonRecord) => T | null;

/** `isRepeat`: as another sale, which this one was closed for. */
export interface SentSale {
  readonly id: string;
  readonly state: string;
  readonly isRepeat: boolean;
}

export const readSale: ReadAnswer<SentSale> = ({ id, state, acceptedAs = null }) =>
  typeof id === 'string' && typeof state === 'string'
    ? { id, state, isRepeat: acceptedAs !== null && acceptedAs !== id }
    : null;

/** What an answer of the POS API means (pos-api.md "Admission" and "Routes"). */
export function outcomeOf<T>({ status, contentType, body }: Reply, read: ReadAnswer<T>): Outcome<T> {
  const isEmpty = status === 204;
  const answer = isEmpty ? {} : objectOf(body);
  if (answer === null || !(isEmpty || /^application\/(problem\+)?json\b/i.test(contentType))) {
    return withoutAnswer(`found ${status} with something else than JSON: another program may have the port`);
  }
  if (status >= 200 && status < 300) {
    const value = read(answer);
    return value === null
      ? withoutAnswer('found an answer that is not what was asked for: another program may have the port')
      : { ending: 'accepted', body, value };
  }
  return { ending: endingOf(status), body, value: null };
}

function endingOf(status: number): CliOutcome {
  if (status === 401) return 'not-paired';
  // Nothing was read of it, and the same again is taken a little later.
  if (status === 429 || status === 503) return 'not-reachable';
  if (status === 507) return 'storage-full';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}

/** A problem of the command itself, in the shape that the app's problems have. */
export const problemIn = (ending: CliOutcome, title: string, detail: string): Outcome<never> => ({
  ending,
  body: JSON.stringify({ type: ending, title, detail }),
  value: null,
});

export const usage = (detail: string): Outcome<never> => problemIn('usage', 'This cannot be asked for', detail);

export const withoutAnswer = (detail: string): Outcome<never> =>
  problemIn('not-reachable', 'The app does not answer', detail);

/** Where a sale that was waited for has come to; null while it is on its way. */
export function endingOfState({ state, isRepeat }: SentSale): CliOutcome | null {
  if (state === 'delivered' || isRepeat) return 'accepted';
  return state === 'attention' || state === 'cancelled' ? 'needs-person' : null;
}

export const objectOf = (text: string): JsonRecord | null => recordOf(jsonOf(text));
