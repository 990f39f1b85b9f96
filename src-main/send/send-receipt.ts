import type { Clock, Fetch } from '../ports.ts';
import { endingOfState, noAnswer, type Outcome, outcomeOf, problemOf } from './outcome.ts';

interface SendParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

interface Receipt {
  readonly port: number;
  readonly token: string;
  /** The JSON as it stands; the app checks it. */
  readonly content: Uint8Array;
  readonly wait: boolean;
}

/** How long the app may take for an answer, and how often it is asked how far a receipt is; milliseconds. */
const answerMs = 30_000;
const askEveryMs = 500;

/** Hands the receipt to the app on this machine. The same content again gives the same sale. */
export async function sendReceipt({ port, token, content, wait }: Receipt, parts: SendParts): Promise<Outcome> {
  const first = await ask(parts, port, '/v1/receipts', {
    method: 'POST',
    headers: { ...asCommandLine(token), 'content-type': 'application/json' },
    body: Uint8Array.from(content),
  });
  if (!wait || first.sale === null) return first;
  const { id } = first.sale;
  for (let last = first; ; ) {
    const ending = last.sale === null ? null : endingOfState(last.sale);
    if (ending !== null) return { ...last, ending };
    await new Promise<void>((resolve) => parts.clock.setTimer(askEveryMs, resolve));
    last = await ask(parts, port, `/v1/sales/${id}`, { headers: asCommandLine(token) });
    if (last.sale === null) return last;
  }
}

/** A script's references are its own, not those of the till whose token it uses. */
const asCommandLine = (token: string) => ({
  authorization: `Bearer ${token}`,
  'receipt-companion-door': 'command-line',
});

async function ask({ fetch, clock }: SendParts, port: number, path: string, init: RequestInit): Promise<Outcome> {
  const tooLong = new AbortController();
  const cancel = clock.setTimer(answerMs, () => tooLong.abort());
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      redirect: 'manual',
      signal: tooLong.signal,
    });
    const contentType = response.headers.get('content-type') ?? '';
    return outcomeOf({ status: response.status, contentType, body: await response.text() });
  } catch (error) {
    if (tooLong.signal.aborted) return noAnswer(`found no answer on port ${port} within ${answerMs / 1000} s`);
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    return noAnswer(
      `found nobody on port ${port} of 127.0.0.1 (${cause?.code ?? 'no connection'}): is the app running?`,
    );
  } finally {
    cancel();
  }
}

/** A header can hold only what a token is made of. */
export const isToken = (token: string): boolean => /^[\w\-.~+/]{1,512}=*$/.test(token);

export const notPaired = (detail: string): Outcome => problemOf('not-paired', 'A pairing token is needed', detail);
