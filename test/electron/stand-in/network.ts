import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { proxySwitches } from './argv.ts';
import { findExecutable, flags, withoutFeatures } from './chromium.ts';
import { readOrders } from './orders.ts';

/**
 * Electron sends requests with Chromium. With `network: chromium` the stand-in does so as well: a page of a second
 * Chromium sends them without cross-origin rules, with Chromium's connections, repetition, cache and `net::ERR_...`.
 * Otherwise Node sends them, which is faster and gives the same answers if nothing fails.
 */

let browser: Promise<Browser> | null = null;
const start = (): Promise<Browser> => {
  browser ??= import('playwright-core').then(({ chromium }) =>
    chromium.launch({
      executablePath: findExecutable(),
      // A page without an address could otherwise reach no server.
      args: [...flags, ...proxySwitches(), '--disable-web-security', withoutFeatures('LocalNetworkAccessChecks')],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    }),
  );
  return browser;
};

/** Pages of one site share connections and cache. Each blank page would be its own site. */
let site: Promise<string> | null = null;
const blankPage = (): Promise<string> => {
  site ??= new Promise((resolve) => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end('<!doctype html>'),
    );
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    server.unref();
  });
  return site;
};

/** Electron's error for a redirect that must not be followed. */
const redirectCancelled = (): Error => new Error('Redirect was cancelled');

const byNode: typeof fetch = async (input, init) => {
  const response = await fetch(input as string | Request, init);
  const isRedirect = response.status >= 300 && response.status < 400 && response.headers.has('location');
  if (init?.redirect !== 'manual' || !isRedirect) return response;
  await response.body?.cancel();
  throw redirectCancelled();
};

interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly [string, string][];
  readonly body: string | null;
  readonly redirect: RequestRedirect;
  readonly cache: RequestCache;
  readonly credentials: RequestCredentials;
}

/** Electron fails if a proxy asks for a password. Chromium would ask a person. */
const cancelSignIns = async (context: BrowserContext, page: Page): Promise<void> => {
  if (proxySwitches().length === 0) return;
  const cdp = await context.newCDPSession(page);
  const go = (method: 'Fetch.continueRequest', requestId: string): void =>
    void cdp.send(method, { requestId }).catch(() => undefined);
  cdp.on('Fetch.requestPaused', ({ requestId }) => go('Fetch.continueRequest', requestId));
  cdp.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'CancelAuth' } as const;
    cdp.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  });
  await cdp.send('Fetch.enable', { handleAuthRequests: true });
};

/** Idle pages for later requests, because creating a page takes longer than a request. */
const unused = new WeakMap<BrowserContext, Page[]>();

const openPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await cancelSignIns(context, page);
  await page.goto(await blankPage());
  return page;
};

const byChromium = async (context: BrowserContext, url: string, init: RequestInit): Promise<Response> => {
  const left = unused.get(context) ?? [];
  unused.set(context, left);
  const page = left.pop() ?? (await openPage(context));
  const close = (): void => void page.close().catch(() => undefined);
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = (): void => {
    aborted.reject(init.signal?.reason);
    close();
  };
  if (init.signal?.aborted === true) abort();
  init.signal?.addEventListener('abort', abort);
  const leave = (): void => {
    init.signal?.removeEventListener('abort', abort);
    page.removeAllListeners('requestfailed');
    if (!page.isClosed()) left.push(page);
  };
  let failure: string | null = null;
  page.on('requestfailed', (request) => {
    failure = request.failure()?.errorText ?? null;
  });
  const { method = 'GET', body = null, redirect = 'follow', cache = 'default', credentials = 'omit' } = init;
  const pageRequest: PageRequest = {
    url,
    method,
    headers: [...new Headers(init.headers)],
    body: body === null ? null : String(body),
    redirect,
    cache,
    credentials,
  };
  const orFailure = <T>(act: Promise<T>): Promise<T> =>
    Promise.race([aborted.promise, act]).catch((error: unknown) => {
      if (init.signal?.aborted === true) throw error;
      leave();
      throw failure === null ? error : new Error(failure);
    });
  const head = await orFailure(
    page.evaluate(async ({ url: address, ...rest }: PageRequest) => {
      const response = await fetch(address, rest as RequestInit);
      Reflect.set(window, 'reader', response.body?.getReader());
      return { type: response.type, status: response.status, headers: [...response.headers] };
    }, pageRequest),
  );
  if (head.type === 'opaqueredirect') {
    close();
    throw redirectCancelled();
  }
  // The caller gets the head of an answer first, as in Electron.
  const answered = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = await orFailure(
        page.evaluate(async () => {
          const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = Reflect.get(window, 'reader');
          const { done = true, value } = (await reader?.read()) ?? {};
          return done ? null : [...(value ?? [])];
        }),
      );
      if (chunk !== null) return controller.enqueue(Uint8Array.from(chunk));
      controller.close();
      leave();
    },
    cancel: close,
  });
  const isEmpty = [101, 204, 205, 304].includes(head.status);
  if (isEmpty) leave();
  return new Response(isEmpty ? null : answered, { status: head.status, headers: head.headers });
};

export const openNetwork = (): { readonly fetch: typeof fetch; closeAllConnections(): Promise<void> } => {
  let context: Promise<BrowserContext> | null = null;
  const now = (): Promise<BrowserContext> => {
    context ??= start().then((running) => running.newContext());
    return context;
  };
  const isReal = (): boolean => readOrders().network === 'chromium';
  return {
    fetch: async (input, init = {}) => (isReal() ? byChromium(await now(), String(input), init) : byNode(input, init)),
    // Each context has its own sockets, which end with it. The next request creates another context.
    closeAllConnections: async () => {
      const before = context;
      context = null;
      await (await before)?.close();
    },
  };
};

export const closeNetworks = async (): Promise<void> => {
  await (await browser?.catch(() => null))?.close().catch(() => undefined);
};
