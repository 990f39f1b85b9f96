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
const answered = 'undici:request:headers';
/** Each of the others means that the head of the request has left; the first is the usual one. */
const channels = [created, 'undici:client:sendHeaders', 'undici:request:bodySent', answered] as const;

/** What undici says on all of them. */
interface Message {
  readonly request?: unknown;
  readonly response?: { readonly statusCode?: number } | null;
}

/**
 * Runs `start`, which must begin one fetch, and follows that fetch on the diagnostics channels of Node's own client: fetch alone
 * does not tell when the connection stands, and a start of a loyalty transaction needs to know (interface document 4.5).
 */
export function watchSending<T>(start: () => T, onStage: (stage: SendStage) => void): { value: T; watch: SendWatch } {
  const mine = Symbol('fetch');
  let followed: unknown;
  let stage: SendStage = 'unwatched';
  let status: number | null = null;
  const reach = (next: SendStage): void => {
    if (stage === next) return;
    stage = next;
    onStage(stage);
  };
  const onMessage = (message: unknown, channel: string | symbol): void => {
    const { request, response } = message as Message;
    if (channel === created) {
      if (currentWatch.getStore() !== mine || followed !== undefined) return;
      followed = request;
      reach('connecting');
    } else if (followed !== undefined && request === followed) {
      reach('sent');
      if (channel === answered) status = response?.statusCode ?? null;
    }
  };
  for (const channel of channels) subscribe(channel, onMessage);
  const end = (): void => {
    for (const channel of channels) unsubscribe(channel, onMessage);
  };
  try {
    return { value: currentWatch.run(mine, start), watch: { stage: () => stage, status: () => status, end } };
  } catch (error) {
    end();
    throw error;
  }
}
