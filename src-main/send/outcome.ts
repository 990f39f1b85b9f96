/** Why `send` ends as it does; its exit code is in `exitCodes`. */
export type Ending =
  | 'accepted'
  | 'failed'
  | 'usage'
  | 'refused'
  | 'not-reachable'
  | 'storage-full'
  | 'not-paired'
  | 'needs-person';

export const exitCodes: Readonly<Record<Ending, number>> = {
  accepted: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  'not-reachable': 4,
  'storage-full': 5,
  'not-paired': 6,
  'needs-person': 7,
};

/** What came back over HTTP. */
interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface Outcome {
  readonly ending: Ending;
  /** JSON: the Sale when it was accepted, else a problem. */
  readonly body: string;
  /** Set when the app has the receipt. `isRepeat`: as another sale, which this one was closed for. */
  readonly sale: SentSale | null;
}

interface SentSale {
  readonly id: string;
  readonly state: string;
  readonly isRepeat: boolean;
}

/** What an answer of the POS API means (pos-api.md "Admission" and "Routes"). */
export function outcomeOf({ status, contentType, body }: Reply): Outcome {
  const answer = objectOf(body);
  if (answer === null || !/^application\/(problem\+)?json\b/i.test(contentType)) {
    return noAnswer(`found ${status} with something else than JSON: another program may have the port`);
  }
  if (status >= 200 && status < 300) {
    const { id, state, acceptedAs = null } = answer;
    return typeof id === 'string' && typeof state === 'string'
      ? { ending: 'accepted', body, sale: { id, state, isRepeat: acceptedAs !== null && acceptedAs !== id } }
      : noAnswer('found an answer that is no Sale: another program may have the port');
  }
  return { ending: endingOf(status), body, sale: null };
}

function endingOf(status: number): Ending {
  if (status === 401) return 'not-paired';
  // Nothing was read of it, and the same again is taken a little later.
  if (status === 429 || status === 503) return 'not-reachable';
  if (status === 507) return 'storage-full';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}

/** A problem of `send` itself, in the shape that the app's problems have. */
export const problemOf = (ending: Ending, title: string, detail: string): Outcome => ({
  ending,
  body: JSON.stringify({ type: ending, title, detail }),
  sale: null,
});

export const noAnswer = (detail: string): Outcome => problemOf('not-reachable', 'The app does not answer', detail);

/** Where a sale that was waited for has come to; null while it is on its way. */
export function endingOfState({ state, isRepeat }: SentSale): Ending | null {
  if (state === 'delivered' || isRepeat) return 'accepted';
  return state === 'attention' || state === 'cancelled' ? 'needs-person' : null;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
