import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Fetch, FetchAnswer, SystemPorts } from '../ports.ts';
import { readBytes } from '../service/http.ts';
import { type JsonRecord, jsonOf, recordOf } from '../shared/json.ts';
import { membersOf } from '../shared/json-text.ts';
import { pause } from '../shared/waiting.ts';
import { hashToken, proofOf } from '../tills/token-store.ts';

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
type CliOutcome = keyof typeof exitCodes;

export interface SendOutcome<T = unknown> {
  readonly ending: CliOutcome;
  readonly body: string;
  readonly value: T | null;
}

type ReadAnswer<T> = (answer: JsonRecord) => T | null;

/** `isRepeat`: the receipt was accepted before as another sale, so this sale was closed. */
interface SentSale {
  readonly id: string;
  readonly state: string;
  readonly isRepeat: boolean;
}

const readSale: ReadAnswer<SentSale> = ({ id, state, acceptedAs = null }) =>
  typeof id === 'string' && typeof state === 'string'
    ? { id, state, isRepeat: acceptedAs !== null && acceptedAs !== id }
    : null;

async function outcomeOf<T>(reply: FetchAnswer, read: ReadAnswer<T>): Promise<SendOutcome<T>> {
  const { status } = reply;
  const bytes = await readBytes(reply.body ?? Readable.from([]), mostAnswerBytes);
  const body = bytes?.toString('utf8') ?? '';
  const isEmpty = status === 204;
  const answer = isEmpty ? {} : objectOf(body);
  if (
    answer === null ||
    !(isEmpty || /^application\/(problem\+)?json\b/i.test(reply.headers.get('content-type') ?? ''))
  ) {
    return withoutAnswer(`Found ${status} without JSON. Another program may use the port.`);
  }
  if (status >= 200 && status < 300) {
    const value = read(answer);
    return value === null
      ? withoutAnswer('Found an answer of another kind. Another program may use the port.')
      : { ending: 'accepted', body, value };
  }
  // A loyalty transaction or an onboarding may have been started: only a person can find out, before it is sent again.
  const ending = answer.outcome === 'unknown' ? 'needs-person' : endingOf(status);
  return { ending, body, value: null };
}

function endingOf(status: number): CliOutcome {
  if (status === 401) return 'not-paired';
  // The app has not read the request. It will accept a later attempt.
  if (status === 429 || status === 503) return 'not-reachable';
  if (status === 507) return 'storage-full';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}

const problemIn = (ending: CliOutcome, title: string, detail: string): SendOutcome<never> => ({
  ending,
  body: JSON.stringify({ type: ending, title, detail }),
  value: null,
});

export const usage = (detail: string): SendOutcome<never> =>
  problemIn('usage', 'The command or its file is not valid', detail);

const withoutAnswer = (detail: string): SendOutcome<never> =>
  problemIn('not-reachable', 'The app does not answer', detail);

/** The exit code for the state of a sale; null until the state is final. */
function endingOfState({ state, isRepeat }: SentSale): CliOutcome | null {
  if (state === 'delivered' || isRepeat) return 'accepted';
  return state === 'attention' || state === 'cancelled' ? 'needs-person' : null;
}

export const objectOf = (text: string): JsonRecord | null => recordOf(jsonOf(text));

export type SendParts = Pick<SystemPorts, 'clock'> & { readonly fetch: Fetch };

export interface AppAddress {
  readonly port: number;
  readonly token: string;
}

export interface AppInput extends AppAddress {
  readonly content: Uint8Array | null;
}

/** The longest wait for an answer of the app, and the interval between two questions about a sale, in milliseconds. */
const answerMs = 30_000;
const askEveryMs = 500;
/** A list of sales is the longest answer of the app. */
const mostAnswerBytes = 64 * 1024 * 1024;

/** Maps each `do` of the watched folder to the route that does the same. */
const steps: Readonly<Record<string, Pick<Question, 'method' | 'path' | 'isOnce'>>> = {
  basket: { method: 'PUT', path: '/basket' },
  change: { method: 'PATCH', path: '' },
  bill: { method: 'PUT', path: '/bill' },
  printed: { method: 'POST', path: '/printed' },
  cancel: { method: 'DELETE', path: '' },
  loyalty: { method: 'PUT', path: '/loyalty', isOnce: true },
};

const pathOf = (saleId: string): string => `/v1/sales/${encodeURIComponent(saleId)}`;

/** The request for a file: a command with `do` and `id`, or a whole receipt. Other members are sent as written. */
function questionOf(content: Uint8Array | null): (Question & { readonly saleId?: string }) | SendOutcome<never> {
  const text = new TextDecoder().decode(content ?? new Uint8Array());
  const { do: command, id } = objectOf(text) ?? {};
  if (command === undefined) return { method: 'POST', path: '/v1/receipts', content };
  const members = [...membersOf(text)].filter(([name]) => name !== 'do' && name !== 'id');
  const rest = Buffer.from(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);
  if (command === 'open') return { method: 'POST', path: '/v1/sales', content: rest };
  const step = typeof command === 'string' && Object.hasOwn(steps, command) ? steps[command] : undefined;
  const expected = ['open', ...Object.keys(steps)].join(', ');
  if (step === undefined)
    return usage(`Found ${JSON.stringify(command)} at /do, expected one of ${expected}, or no /do for a receipt.`);
  if (typeof id !== 'string') return usage('Found no text at /id, expected the id of the sale that "open" printed.');
  const body = members.length > 0 ? { content: rest } : {};
  return { ...step, path: pathOf(id) + step.path, saleId: id, ...body };
}

export async function sendReceipt(
  receipt: AppInput & { readonly wait: boolean },
  parts: SendParts,
): Promise<SendOutcome<SentSale>> {
  const question = questionOf(receipt.content);
  if ('ending' in question) return question;
  const { saleId = null } = question;
  const saleNow = (id: string) => askApp(parts, receipt, { method: 'GET', path: pathOf(id) }, readSale);
  // The answers to a basket and to a loyalty transaction contain no sale.
  const { value, ...answer } = await askApp(parts, receipt, question, (sent) => readSale(sent) ?? saleId);
  let last = typeof value === 'string' ? await saleNow(value) : { ...answer, value };
  // Any other step brings no receipt whose delivery could be waited for.
  if (!receipt.wait || !/\/(?:receipts|bill)$/.test(question.path)) return last;
  while (last.value !== null) {
    const ending = endingOfState(last.value);
    if (ending !== null) return { ...last, ending };
    await pause(parts.clock, askEveryMs);
    last = await saleNow(last.value.id);
  }
  return last;
}

interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly content?: Uint8Array | null;
  /** The app does not recognize a repetition, so a person must look after a request without an answer. */
  readonly isOnce?: boolean;
}

/** The port may belong to another program, so the app must first prove that it knows the token. */
export async function askApp<T>(
  { fetch, clock }: SendParts,
  { port, token }: AppAddress,
  { method, path, content = null, isOnce = false }: Question,
  read: ReadAnswer<T>,
): Promise<SendOutcome<T>> {
  const address = `127.0.0.1:${port}`;
  const tooLong = new AbortController();
  let isSent = false;
  const cancel = clock.setTimer(answerMs, () => tooLong.abort());
  try {
    const nonce = randomUUID();
    const init = { redirect: 'manual', signal: tooLong.signal } as const;
    const proof = await fetch(`http://${address}/v1/proof?nonce=${nonce}`, init);
    const found = await outcomeOf(proof, ({ proofs }) => (Array.isArray(proofs) ? proofs : null));
    if (found.value === null) return { ...found, value: null };
    if (!found.value.includes(proofOf(hashToken(token), nonce, address)))
      return withoutToken(
        `Found a program on port ${port} that does not know this token. The token was not sent there.`,
      );
    isSent = true;
    const response = await fetch(`http://${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'receipt-companion-client': 'command-line',
        ...(content !== null && { 'content-type': 'application/json' }),
      },
      ...(content !== null && { body: Uint8Array.from(content) }),
      ...init,
    });
    return await outcomeOf(response, read);
  } catch (error) {
    if (isSent && isOnce)
      return problemIn(
        'needs-person',
        'The outcome is unknown',
        'The app did not answer, but it may have done the step.',
      );
    if (tooLong.signal.aborted)
      return withoutAnswer(`Found no answer on port ${port} within ${answerMs / 1000} s. Try again.`);
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    return withoutAnswer(
      `Found no program on port ${port} of 127.0.0.1 (${cause?.code ?? 'no connection'}). Start the app.`,
    );
  } finally {
    cancel();
  }
}

export const withoutToken = (detail: string): SendOutcome<never> =>
  problemIn('not-paired', 'A pairing token is needed', detail);
