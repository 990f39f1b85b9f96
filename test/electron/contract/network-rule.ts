import type { Fetch } from '../../../src-main/ports.ts';
import type { HttpAnswer, NoAnswer } from '../../../src-main/service/answers.ts';
import { exchange, startDeadline } from '../../../src-main/service/http.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import type { Assumption } from './assumption.ts';
import { selfSigned } from './self-signed.ts';
import { type ContractServer, openContractServer } from './server.ts';

/** Node and Chromium must treat the network alike. */

type Answered = HttpAnswer | NoAnswer;

const summary = (answer: Answered): string => {
  if (answer.kind === 'http') return `${answer.status} ${answer.text}`;
  const status = answer.status === null ? '' : ` ${answer.status}`;
  const later = answer.retryAfterMs === null ? '' : `, again after ${answer.retryAfterMs} ms`;
  return `${answer.reason}${status}, ${answer.mayHaveArrived ? 'may have arrived' : 'did not arrive'}${later}`;
};

interface Asking {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly freshConnection?: boolean;
}

const requestTo = (url: string, { method = 'GET', freshConnection = false }: Asking) => ({
  method,
  url,
  headers: method === 'GET' ? {} : { 'content-type': 'application/json' },
  body: method === 'GET' ? null : '{}',
  connectTimeoutMs: 5_000,
  freshConnection,
});

export const ask = async (fetch: Fetch, url: string, asking: Asking = {}): Promise<Answered> => {
  const clock = createManualClock();
  return exchange({ fetch, clock }, requestTo(url, asking), startDeadline(clock, 15_000).signal);
};

const withServer = async (use: (server: ContractServer) => Promise<string>): Promise<string> => {
  const server = await openContractServer();
  try {
    return await use(server);
  } finally {
    server.close();
  }
};

/** The expected answer of each address. The server must get exactly one request for it. */
const answers: readonly (readonly [what: string, path: string, expected: string, asking?: Asking])[] = [
  ['the client returns an answer unchanged', '/there', '200 "ok"'],
  ['the client decompresses an answer', '/packed', '200 "unpacked"'],
  ['the client returns a 404 as an answer', '/missing', '404 "missing"'],
  ['the client returns a 401 and asks nobody for a password', '/sign-in', '401 "who are you"'],
  ['the client reads Retry-After of a 503', '/busy', 'server-error 503, may have arrived, again after 7000 ms'],
  ...(['301', '302', '303', '307', '308'] as const).map(
    (status) =>
      [
        `the client repeats no POST at the address of a ${status}`,
        `/redirect-${status}`,
        'not-the-service, may have arrived',
        { method: 'POST' },
      ] as const,
  ),
  ['a 407 does not count as an answer of the service', '/proxy-sign-in', 'not-the-service 407, may have arrived'],
  [
    'a connection that ends without an answer counts as lost',
    '/closes',
    'connection-lost, may have arrived',
    { method: 'PUT' },
  ],
  ['an incomplete answer counts as a lost connection', '/breaks', 'connection-lost 200, may have arrived'],
  ['the client reads no answer of more than a megabyte', '/long', 'not-understood 200, may have arrived'],
  ['a reply that is not HTTP counts as a lost connection', '/no-http', 'connection-lost, may have arrived'],
];

const refusedTls = async (fetch: Fetch): Promise<string> => {
  const server = await openContractServer(selfSigned);
  try {
    const answer = await ask(fetch, server.url.replace('127.0.0.1', 'localhost'), { method: 'PUT' });
    return `${summary(answer)}, received ${server.received.length}, ${isCertificateError(answer) ? 'the certificate' : 'unclear'}`;
  } finally {
    server.close();
  }
};

const isCertificateError = (answer: Answered): boolean =>
  answer.kind === 'noAnswer' && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/.test(answer.detail);

export const ruleAssumptions = (fetch: Fetch): readonly Assumption[] => {
  const one = (what: string, expected: string, see: () => Promise<string>): Assumption => ({
    what: `network rule: ${what}`,
    expected,
    see,
  });
  const inTime = (path: string) =>
    withServer(async (server) => {
      const clock = createManualClock();
      const request = requestTo(server.url + path, { method: 'PUT' });
      const answer = exchange({ fetch, clock }, request, startDeadline(clock, 15_000).signal);
      await server.untilReceived(path);
      clock.advance(15_000);
      return `${summary(await answer)}, received ${server.received.length}`;
    });
  return [
    ...answers.map(([what, path, expected, asking = {}]) =>
      one(what, `${expected}, received 1`, () =>
        withServer(async (server) => {
          const answer = await ask(fetch, server.url + path, asking);
          return `${summary(answer)}, received ${server.received.length}`;
        }),
      ),
    ),
    one('the client caches nothing and sends no conditional request', 'GET /kept, GET /kept, no questions', () =>
      withServer(async (server) => {
        for (let time = 0; time < 2; time += 1) await ask(fetch, `${server.url}/kept`);
        const isConditional = server.heads.some((head) => /if-none-match|if-modified-since/i.test(head));
        return `${server.received.join(', ')}, ${isConditional ? 'asked' : 'no questions'}`;
      }),
    ),
    one('the client stores no cookie', 'no cookie', () =>
      withServer(async (server) => {
        for (let time = 0; time < 2; time += 1) await ask(fetch, `${server.url}/cookie`);
        return server.heads.some((head) => /^cookie:/im.test(head)) ? 'a cookie' : 'no cookie';
      }),
    ),
    one('a refused connection ends as no connection', 'no-connection, did not arrive', async () => {
      const server = await openContractServer();
      server.close();
      return summary(await ask(fetch, server.url, { method: 'PUT' }));
    }),
    one('an unknown host name ends as no connection', 'no-connection, did not arrive', async () =>
      summary(await ask(fetch, 'https://nobody.invalid/', { method: 'PUT' })),
    ),
    one(
      'the client refuses a certificate that nobody trusts',
      'no-connection, did not arrive, received 0, the certificate',
      () => refusedTls(fetch),
    ),
    one('an answer without a head times out', 'time-out, may have arrived, received 1', () => inTime('/silent')),
    one('an answer without an end times out', 'time-out, may have arrived, received 1', () => inTime('/half')),
    one('a request with its own connection is sent once', 'PUT /first, PUT /drop', () =>
      withServer(async (server) => {
        await ask(fetch, `${server.url}/first`, { method: 'PUT', freshConnection: true });
        await ask(fetch, `${server.url}/drop`, { method: 'PUT', freshConnection: true });
        return server.received.join(', ');
      }),
    ),
  ];
};

export interface ProxyPlace {
  /** An address that only the proxy can reach. */
  readonly url: string;
  readonly proxy: 'open' | 'asks' | 'dead';
}

/** A company's proxy that forwards, one that asks for a password, and one that cannot be reached. */
export const proxyAssumptions = (fetch: Fetch, { url, proxy }: ProxyPlace): readonly Assumption[] => {
  const none = 'no-connection, did not arrive';
  // The certificate is untrusted, so an error about it proves that the client reached the server.
  const expected = { open: `${none}, the certificate`, asks: `${none}, the proxy`, dead: none }[proxy];
  return [false, true].map((freshConnection) => ({
    what: `network rule, proxy ${proxy}: ${freshConnection ? 'a new' : 'an'} HTTPS connection passes only an open proxy`,
    expected,
    see: async () => {
      const answer = await ask(fetch, url, { method: 'PUT', freshConnection });
      const isProxy = answer.kind === 'noAnswer' && answer.detail.includes('the proxy did not let it through');
      const who = isCertificateError(answer) ? ', the certificate' : isProxy && proxy === 'asks' ? ', the proxy' : '';
      return summary(answer) + who;
    },
  }));
};
