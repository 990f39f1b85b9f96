import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright-core';

/** Chromium's debugging protocol for one page or the browser. Open calls reject when it ends. */
export interface CdpSession extends Pick<CDPSession, 'on' | 'off' | 'send'> {
  /** Rejects when the page is closed or crashed. */
  readonly gone: Promise<never>;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params: { readonly sessionId: string };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * The small part of Playwright that the stand-in needs. Playwright itself takes half a second to load. `endpoint` is
 * the browser's address, such as `ws://...`.
 */
export const connectCdp = async (endpoint: string) => {
  const socket = new WebSocket(endpoint);
  const pending = new Map<number, PromiseWithResolvers<unknown> & { readonly sessionId: string | undefined }>();
  const sessions = new Map<string | undefined, { readonly events: EventEmitter; end(why: string): void }>();
  let lastId = 0;

  const open = (sessionId?: string): CdpSession => {
    const events = new EventEmitter();
    const gone = Promise.withResolvers<never>();
    // A caller that does not wait must not cause an unhandled rejection.
    gone.promise.catch(() => undefined);
    const end = (why: string): void => {
      const waiting = [...pending.values()].filter((one) => one.sessionId === sessionId);
      for (const one of [gone, ...waiting]) one.reject(new Error(why));
    };
    events.on('Inspector.targetCrashed', () => end('the page crashed'));
    sessions.set(sessionId, { events, end });
    const send = (method: string, params: object = {}): Promise<unknown> => {
      lastId += 1;
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
      const answer = Promise.withResolvers<unknown>();
      pending.set(lastId, { ...answer, sessionId });
      return answer.promise;
    };
    return Object.assign(events, { send, gone: gone.promise }) as unknown as CdpSession;
  };

  const hear = ({ id, sessionId, method, params, result, error }: Message): void => {
    if (id !== undefined) {
      if (error === undefined) pending.get(id)?.resolve(result);
      else pending.get(id)?.reject(new Error(error.message));
      pending.delete(id);
    } else if (method === 'Target.detachedFromTarget') sessions.get(params.sessionId)?.end('the page is gone');
    else sessions.get(sessionId)?.events.emit(method ?? '', params);
  };
  const browser = open();
  socket.addEventListener('message', ({ data }) => hear(JSON.parse(String(data))));
  socket.addEventListener('close', () => {
    for (const { end } of sessions.values()) end('Chromium is gone');
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Chromium does not answer at ${endpoint}`)));
  });
  return {
    browser,
    attach: async (targetId: string) =>
      open((await browser.send('Target.attachToTarget', { targetId, flatten: true })).sessionId),
  };
};

/** The value of the script in the page. Rejects with the script's error. */
export const evaluate = async (cdp: CdpSession, expression: string): Promise<unknown> => {
  const how = { awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, ...how });
  if (exceptionDetails === undefined) return result.value;
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
};

/** Resolves when the page is completely loaded. */
export const goTo = async (cdp: CdpSession, url: string): Promise<void> => {
  const loaded = new Set<string>();
  const all = Promise.withResolvers<void>();
  let awaited: string | undefined;
  const hear = ({ name, loaderId }: { readonly name: string; readonly loaderId: string }): void => {
    if (name === 'load') loaded.add(loaderId);
    if (awaited !== undefined && loaded.has(awaited)) all.resolve();
  };
  cdp.on('Page.lifecycleEvent', hear);
  try {
    const { loaderId, errorText } = await cdp.send('Page.navigate', { url });
    if (errorText !== undefined) throw new Error(errorText);
    // The address is an anchor in the present page.
    if (loaderId === undefined || loaded.has(loaderId)) return;
    awaited = loaderId;
    await Promise.race([all.promise, cdp.gone]);
  } finally {
    cdp.off('Page.lifecycleEvent', hear);
  }
};
