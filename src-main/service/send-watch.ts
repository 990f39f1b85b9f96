import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/**
 * How far a request has come. `unwatched`: this fetch does not tell (Electron's net.fetch); `connecting`: handed over,
 * not a byte was sent; `sent`: its head is on the wire, so it may have arrived.
 */
export type SendStage = 'unwatched' | 'connecting' | 'sent';

export interface SendWatch {
  stage(): SendStage;
  /** The status that came, also where the fetch makes an error of it (Node's does of a 407); null until then. */
  status(): number | null;
  end(): void;
}

const currentWatch = new AsyncLocalStorage<symbol>();
const created = 'undici:request:create';
/** Any of these means that the head of the request has left; the first is the usual one. */
const leaving = ['undici:client:sendHeaders', 'undici:request:bodySent', 'undici:request:headers'] as const;

const answered = 'undici:request:headers';

const statusOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'response' in message
    ? (message.response as { readonly statusCode?: unknown } | null)?.statusCode
    : undefined;

const requestOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'request' in message ? message.request : undefined;

/**
 * Runs `start`, which must begin one fetch, and follows that fetch on the diagnostics channels of Node's own client: fetch alone
 * does not tell when the connection stands, and a start of a loyalty transaction needs to know (interface document 4.5).
 */
export function watchSending<T>(start: () => T, onStage: (stage: SendStage) => void): { value: T; watch: SendWatch } {
  const mine = Symbol('fetch');
  let request: unknown;
  let stage: SendStage = 'unwatched';
  const onCreate = (message: unknown): void => {
    if (currentWatch.getStore() !== mine || request !== undefined) return;
    request = requestOf(message);
    stage = 'connecting';
    onStage(stage);
  };
  const onLeave = (message: unknown): void => {
    if (request === undefined || requestOf(message) !== request || stage === 'sent') return;
    stage = 'sent';
    onStage(stage);
  };
  let status: number | null = null;
  const onAnswer = (message: unknown): void => {
    if (request === undefined || requestOf(message) !== request) return;
    const code = statusOf(message);
    if (typeof code === 'number') status = code;
  };
  subscribe(created, onCreate);
  subscribe(answered, onAnswer);
  for (const channel of leaving) subscribe(channel, onLeave);
  const end = (): void => {
    unsubscribe(created, onCreate);
    unsubscribe(answered, onAnswer);
    for (const channel of leaving) unsubscribe(channel, onLeave);
  };
  try {
    return { value: currentWatch.run(mine, start), watch: { stage: () => stage, status: () => status, end } };
  } catch (error) {
    end();
    throw error;
  }
}
