import { net, session } from 'electron';
import { chromiumFetch } from '../../../src-main/shell/system.ts';
import type { Assumption } from './assumption.ts';
import { openContractServer } from './server.ts';

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const put = { method: 'PUT', body: '{}' };

/** The result of a PUT to a server that drops reused connections, after one connection was reused. */
const startOverUsed = async (freshConnection: boolean): Promise<string> => {
  const server = await openContractServer();
  try {
    const fetch = chromiumFetch();
    const send = async (path: string): Promise<void> => {
      const ended = new AbortController();
      const response = await fetch(server.url + path, { ...put, freshConnection, signal: ended.signal });
      await response.text();
      // As the client does: now the session may serve the next one.
      ended.abort();
    };
    // The answer is read, so the connection is free for the next.
    await send('/first');
    await send('/drop').catch(() => undefined);
    return server.heard.join(', ');
  } finally {
    server.close();
  }
};

const asked = async (get: (url: string) => Promise<Response>): Promise<string> => {
  const server = await openContractServer();
  try {
    for (let time = 0; time < 2; time += 1) await (await get(`${server.url}/kept`)).text();
    return server.heard.join(', ');
  } finally {
    server.close();
  }
};

export const networkAssumptions: readonly Assumption[] = [
  {
    what: 'a request over a used connection that dies is sent again by itself',
    expected: 'PUT /first, PUT /drop, PUT /drop',
    see: () => startOverUsed(false),
  },
  {
    what: 'a request that asks for a connection of its own arrives once',
    expected: 'PUT /first, PUT /drop',
    see: () => startOverUsed(true),
  },
  {
    what: 'a redirect with `manual` rejects',
    expected: 'Redirect was cancelled',
    see: async () => {
      const server = await openContractServer();
      try {
        return await net
          .fetch(`${server.url}/redirect`, { redirect: 'manual' })
          .then(({ status }) => String(status), message);
      } finally {
        server.close();
      }
    },
  },
  {
    what: 'a refused connection is told as net::ERR_CONNECTION_REFUSED',
    expected: 'net::ERR_CONNECTION_REFUSED',
    see: async () => {
      const server = await openContractServer();
      server.close();
      return net.fetch(server.url).then(({ status }) => String(status), message);
    },
  },
  {
    what: 'without a network a request is told as net::ERR_INTERNET_DISCONNECTED, and the next one arrives',
    expected: 'net::ERR_INTERNET_DISCONNECTED, 200',
    see: async () => {
      const server = await openContractServer();
      const told = () => net.fetch(server.url, { cache: 'no-store' }).then(({ status }) => String(status), message);
      try {
        session.defaultSession.enableNetworkEmulation({ offline: true });
        const without = await told();
        session.defaultSession.disableNetworkEmulation();
        return `${without}, ${await told()}`;
      } finally {
        server.close();
      }
    },
  },
  { what: 'what may be kept is asked for once', expected: 'GET /kept', see: () => asked((url) => net.fetch(url)) },
  {
    what: 'the app keeps nothing of it',
    expected: 'GET /kept, GET /kept',
    see: () => asked((url) => chromiumFetch()(url, {})),
  },
  {
    what: 'with `no-store` it is asked for each time',
    expected: 'GET /kept, GET /kept',
    see: () => asked((url) => net.fetch(url, { cache: 'no-store' })),
  },
  {
    what: 'the same partition is the same session',
    expected: 'true',
    see: async () => {
      const before = session.fromPartition('one');
      return String(before === session.fromPartition('one'));
    },
  },
];
