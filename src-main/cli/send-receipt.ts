import { membersOf } from '../lib/json-text.ts';
import type { SystemPorts } from '../ports.ts';
import {
  endingOfState,
  type Outcome,
  objectOf,
  outcomeOf,
  problemIn,
  type ReadAnswer,
  readSale,
  type SentSale,
  usage,
  withoutAnswer,
} from './outcome.ts';

export type SendParts = Pick<SystemPorts, 'fetch' | 'clock'>;

/** Where the app listens, and what it is asked with. */
export interface AppAddress {
  readonly port: number;
  readonly token: string;
}

interface Receipt extends AppAddress {
  /** The JSON as it stands; the app checks it. */
  readonly content: Uint8Array | null;
  readonly wait: boolean;
}

/** How long the app may take for an answer, and how often it is asked how far a receipt is; milliseconds. */
const answerMs = 30_000;
const askEveryMs = 500;

/** What a file asks for by `do`, in the words of the watched folder: the route of its sale that does the same. */
const steps: Readonly<Record<string, Pick<Question, 'method' | 'path'>>> = {
  basket: { method: 'PUT', path: '/basket' },
  change: { method: 'PATCH', path: '' },
  bill: { method: 'PUT', path: '/bill' },
  printed: { method: 'POST', path: '/printed' },
  cancel: { method: 'DELETE', path: '' },
  loyalty: { method: 'PUT', path: '/loyalty' },
};

const pathOf = (saleId: string): string => `/v1/sales/${encodeURIComponent(saleId)}`;

/**
 * What a file asks: `do` with the `id` of the Sale that "open" printed, or without `do` a receipt, whole. All else goes on as it is
 * written, and what it is worth the app says.
 */
function questionOf(content: Uint8Array | null): (Question & { readonly saleId?: string }) | Outcome<never> {
  const text = new TextDecoder().decode(content ?? new Uint8Array());
  const { do: asked, id } = objectOf(text) ?? {};
  if (asked === undefined) return { method: 'POST', path: '/v1/receipts', content };
  const members = [...membersOf(text)].filter(([name]) => name !== 'do' && name !== 'id');
  const rest = Buffer.from(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);
  if (asked === 'open') return { method: 'POST', path: '/v1/sales', content: rest };
  const step = typeof asked === 'string' && Object.hasOwn(steps, asked) ? steps[asked] : undefined;
  const expected = ['open', ...Object.keys(steps)].join(', ');
  if (step === undefined)
    return usage(`found ${JSON.stringify(asked)} at /do, expected one of ${expected}, or none for a receipt`);
  if (typeof id !== 'string') return usage('found no text at /id, expected the id of the Sale that "open" printed');
  const body = members.length > 0 ? { content: rest } : {};
  return { ...step, path: pathOf(id) + step.path, saleId: id, ...body };
}

/** Hands the file to the app on this machine. The same content again gives the same sale. */
export async function sendReceipt(receipt: Receipt, parts: SendParts): Promise<Outcome<SentSale>> {
  const question = questionOf(receipt.content);
  if ('ending' in question) return question;
  const { saleId = null } = question;
  const saleNow = (id: string) => askApp(parts, receipt, { method: 'GET', path: pathOf(id) }, readSale);
  // Of a basket and of loyalty no Sale comes back.
  const { value, ...answer } = await askApp(parts, receipt, question, (sent) => readSale(sent) ?? saleId);
  const first = typeof value === 'string' ? await saleNow(value) : { ...answer, value };
  if (!receipt.wait || first.value === null) return first;
  const { id } = first.value;
  for (let last = first; ; ) {
    const ending = last.value === null ? null : endingOfState(last.value);
    if (ending !== null) return { ...last, ending };
    await new Promise<void>((resolve) => parts.clock.setTimer(askEveryMs, resolve));
    last = await saleNow(id);
    if (last.value === null) return last;
  }
}

interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** JSON. */
  readonly content?: Uint8Array | null;
}

/** Asks the app on this machine, as the command line: a script's references are its own, not those of the till whose token it uses. */
export async function askApp<T>(
  { fetch, clock }: SendParts,
  { port, token }: AppAddress,
  { method, path, content = null }: Question,
  read: ReadAnswer<T>,
): Promise<Outcome<T>> {
  const tooLong = new AbortController();
  const cancel = clock.setTimer(answerMs, () => tooLong.abort());
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'receipt-companion-door': 'command-line',
        ...(content !== null && { 'content-type': 'application/json' }),
      },
      ...(content !== null && { body: Uint8Array.from(content) }),
      redirect: 'manual',
      signal: tooLong.signal,
    });
    const contentType = response.headers.get('content-type') ?? '';
    return outcomeOf({ status: response.status, contentType, body: await response.text() }, read);
  } catch (error) {
    if (tooLong.signal.aborted) return withoutAnswer(`found no answer on port ${port} within ${answerMs / 1000} s`);
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    return withoutAnswer(
      `found nobody on port ${port} of 127.0.0.1 (${cause?.code ?? 'no connection'}): is the app running?`,
    );
  } finally {
    cancel();
  }
}

/** A header can hold only what a token is made of. */
export const isToken = (token: string): boolean => /^[\w\-.~+/]{1,512}=*$/.test(token);

export const withoutToken = (detail: string): Outcome<never> =>
  problemIn('not-paired', 'A pairing token is needed', detail);
