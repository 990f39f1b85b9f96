import type { Fetch } from '../../../src-main/ports.ts';
import { exchange, startDeadline } from '../../../src-main/service/http.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import type { Assumption } from './assumption.ts';
import { type Authority, makeAuthority } from './certificates.ts';
import { type ContractServer, openContractServer } from './server.ts';

/** Node and Chromium must treat the network alike. */

type Answered = Awaited<ReturnType<typeof exchange>>;

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
  ['an answer comes as it was sent', '/there', '200 "ok"'],
  ['a packed answer is unpacked', '/packed', '200 "unpacked"'],
  ['a 404 is an answer', '/missing', '404 "missing"'],
  ['a 401 is an answer, and nobody is asked for a password', '/sign-in', '401 "who are you"'],
  ['a 503 says when to come back', '/busy', 'server-error 503, may have arrived, again after 7000 ms'],
  ['a redirect is not followed', '/redirect', 'not-the-service, may have arrived'],
  [
    'a POST is not carried to another address',
    '/redirect-307',
    'not-the-service, may have arrived',
    { method: 'POST' },
  ],
  ['a 407 is not the service', '/proxy-sign-in', 'not-the-service 407, may have arrived'],
  [
    'a connection that ends without an answer is lost',
    '/closes',
    'connection-lost, may have arrived',
    { method: 'PUT' },
  ],
  ['an answer that breaks off is lost', '/breaks', 'connection-lost 200, may have arrived'],
  ['what is longer than a megabyte is not read', '/long', 'not-understood 200, may have arrived'],
  ['what does not speak HTTP is no answer', '/no-http', 'connection-lost, may have arrived'],
];

const refusedTls = async (fetch: Fetch, host: string, at?: Date): Promise<string> => {
  authority ??= makeAuthority();
  const server = await openContractServer(authority.issue(host, at));
  try {
    const answer = await ask(fetch, server.url.replace('127.0.0.1', 'localhost'), { method: 'PUT' });
    return `${summary(answer)}, heard ${server.heard.length}, ${isCertificateError(answer) ? 'the certificate' : 'unclear'}`;
  } finally {
    server.close();
  }
};
let authority: Authority | undefined;

const isCertificateError = (answer: Answered): boolean =>
  answer.kind === 'noAnswer' && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/.test(answer.detail);

const refused = 'no-connection, did not arrive, heard 0, the certificate';
const dayMs = 86_400_000;

export const ruleAssumptions = (fetch: Fetch): readonly Assumption[] => {
  const one = (what: string, expected: string, see: () => Promise<string>): Assumption => ({
    what: `one rule: ${what}`,
    expected,
    see,
  });
  const inTime = (path: string) =>
    withServer(async (server) => {
      const clock = createManualClock();
      const request = requestTo(server.url + path, { method: 'PUT' });
      const answer = exchange({ fetch, clock }, request, startDeadline(clock, 15_000).signal);
      await server.untilHeard(path);
      clock.advance(15_000);
      return `${summary(await answer)}, heard ${server.heard.length}`;
    });
  return [
    ...answers.map(([what, path, expected, asking = {}]) =>
      one(what, `${expected}, heard 1`, () =>
        withServer(async (server) => {
          const answer = await ask(fetch, server.url + path, asking);
          return `${summary(answer)}, heard ${server.heard.length}`;
        }),
      ),
    ),
    one('nothing is kept, and nothing asked whether it changed', 'GET /kept, GET /kept, no questions', () =>
      withServer(async (server) => {
        for (let time = 0; time < 2; time += 1) await ask(fetch, `${server.url}/kept`);
        const isAsked = server.heads.some((head) => /if-none-match|if-modified-since/i.test(head));
        return `${server.heard.join(', ')}, ${isAsked ? 'asked' : 'no questions'}`;
      }),
    ),
    one('no cookie is kept', 'no cookie', () =>
      withServer(async (server) => {
        for (let time = 0; time < 2; time += 1) await ask(fetch, `${server.url}/cookie`);
        return server.heads.some((head) => /^cookie:/im.test(head)) ? 'a cookie' : 'no cookie';
      }),
    ),
    one('a refused connection', 'no-connection, did not arrive', async () => {
      const server = await openContractServer();
      server.close();
      return summary(await ask(fetch, server.url, { method: 'PUT' }));
    }),
    one('a name that nobody has', 'no-connection, did not arrive', async () =>
      summary(await ask(fetch, 'https://nobody.invalid/', { method: 'PUT' })),
    ),
    one('an authority that this computer does not trust', refused, () => refusedTls(fetch, 'localhost')),
    one('a certificate of another name', refused, () => refusedTls(fetch, 'elsewhere.example')),
    one('a certificate that has run out', refused, () =>
      refusedTls(fetch, 'localhost', new Date(Date.now() - 30 * dayMs)),
    ),
    one('an answer whose head never comes', 'time-out, may have arrived, heard 1', () => inTime('/silent')),
    one('an answer whose body never ends', 'time-out, may have arrived, heard 1', () => inTime('/half')),
    one('what asks for a connection of its own arrives once', 'PUT /first, PUT /drop', () =>
      withServer(async (server) => {
        await ask(fetch, `${server.url}/first`, { method: 'PUT', freshConnection: true });
        await ask(fetch, `${server.url}/drop`, { method: 'PUT', freshConnection: true });
        return server.heard.join(', ');
      }),
    ),
  ];
};

export interface ProxyPlaces {
  /** An address that only the proxy can reach. */
  readonly plain: string;
  readonly secure: string;
  readonly proxy: 'open' | 'asks' | 'dead';
}

/** A company's proxy that forwards, one that asks for a password, and one that cannot be reached. */
export const proxyAssumptions = (fetch: Fetch, { plain, secure, proxy }: ProxyPlaces): readonly Assumption[] => {
  const none = 'no-connection, did not arrive';
  // The certificate is untrusted, so an error about it proves that the client reached the server.
  const behind = { open: `${none}, the certificate`, asks: `${none}, the proxy`, dead: none }[proxy];
  const one = (what: string, expected: string, url: string, asking: Asking): Assumption => ({
    what: `one rule, proxy ${proxy}: ${what}`,
    expected,
    see: async () => {
      const answer = await ask(fetch, url, asking);
      const isProxy = answer.kind === 'noAnswer' && answer.detail.includes('the proxy did not let it through');
      const who = isCertificateError(answer) ? ', the certificate' : isProxy && proxy === 'asks' ? ', the proxy' : '';
      return summary(answer) + who;
    },
  });
  return [
    // Without TLS Chromium sees the proxy's 407. Node opens a tunnel even for `http:` addresses, but the app never uses
    // them.
    ...(proxy === 'asks'
      ? []
      : [one('a plain request', proxy === 'open' ? '200 "ok"' : none, plain, { method: 'PUT' })]),
    one('a request', behind, secure, { method: 'PUT' }),
    one('a request over a connection of its own', behind, secure, { method: 'PUT', freshConnection: true }),
  ];
};
