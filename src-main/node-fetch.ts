import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import type { Fetch, FetchAnswer, FetchInit } from './ports.ts';
import { loopback } from './shared/loopback.ts';

const unpackers = new Map(Object.entries({ gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }));

/** Reports when undici starts to send a request. */
const stageReports: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const start = handler.onRequestStart?.bind(handler);
  handler.onRequestStart = (...started) => {
    (options as Pick<FetchInit, 'onStage'>).onStage?.('sent');
    start?.(...started);
  };
  return dispatch(options, handler);
};

/** Node's own fetch would take twice the processor time. `freshConnection`: without keep-alive. */
export function nodeFetch({ usesEnvProxy }: { readonly usesEnvProxy: boolean }): Fetch {
  const agents = (Kind: typeof Agent | typeof EnvHttpProxyAgent) => ({
    shared: new Kind({}).compose(stageReports),
    // With this value undici closes the connection after the answer.
    onItsOwn: new Kind({ pipelining: 0 }).compose(stageReports),
  });
  const direct = agents(Agent);
  const proxied = usesEnvProxy ? agents(EnvHttpProxyAgent) : direct;
  return async (url, { method = 'GET', headers, body: sent, signal, freshConnection, onStage }) => {
    signal?.throwIfAborted();
    onStage?.('connecting');
    // A proxy cannot reach this computer's own loopback address, and must not read what is sent there.
    const way = loopback.test(new URL(url).host) ? direct : proxied;
    const answer = await request(url, {
      method: method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': 'gzip, deflate', 'user-agent': 'node', ...(headers as Record<string, string>) },
      body: sent as string | Uint8Array | null,
      signal: signal ?? null,
      dispatcher: freshConnection === true ? way.onItsOwn : way.shared,
      ...{ onStage },
    });
    const { statusCode: status, headers: given } = answer;
    // A 204 has no body to unpack, even with a `content-encoding`.
    const unpack = status === 204 ? undefined : unpackers.get(String(given['content-encoding']));
    // The reader of the body receives this error, so it is ignored here.
    const body = unpack === undefined ? answer.body : pipeline(answer.body, unpack(), () => undefined);
    return { status, headers: headersOf(given), body };
  };
}

const headersOf = (given: IncomingHttpHeaders): FetchAnswer['headers'] => ({
  get: (name) => given[name]?.toString() ?? null,
  has: (name) => given[name] !== undefined,
  *[Symbol.iterator]() {
    for (const [name, value] of Object.entries(given)) yield [name, String(value)];
  },
});
