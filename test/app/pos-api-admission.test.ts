import { describe, expect } from 'vitest';
import { describedRoutes as posRoutes } from '../../scripts/described-routes.ts';
import { tillScopes } from '../../src-main/shared/till-names.ts';
import { type Call, head, posTills, postHead } from './pos-api-till.ts';

const { openPosTill, test } = posTills();

const origin = 'https://pos.example';
const tooBig = Buffer.alloc(1024 * 1024 + 1, 0x20);
const sale = { reference: 'T1-1' };

type Case = readonly [name: string, call: Call, type: string, status: number, detail?: string];

describe('refused requests', () => {
  const typed = (type: string | undefined) => ({ headers: { 'content-type': type } });
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const refused: readonly Case[] = [
    ['a name that was rebound to this machine', { headers: { host: 'evil.example' } }, 'wrong-host', 403],
    ['the right host without its port', { headers: { host: '127.0.0.1' } }, 'wrong-host', 403],
    ['the right host with another port', { headers: { host: 'localhost:1' } }, 'wrong-host', 403],
    ['another spelling of the loopback address', { headers: { host: '127.1:PORT' } }, 'wrong-host', 403],
    ['the right host, extended', { headers: { host: '127.0.0.1:PORT.evil.example' } }, 'wrong-host', 403],
    ['a host with a dot at its end', { headers: { host: 'localhost.:PORT' } }, 'wrong-host', 403],
    ['an unknown origin', { headers: { origin: 'https://evil.example' } }, 'origin-not-allowed', 403],
    ['the allowed origin, extended', { headers: { origin: `${origin}.evil.example` } }, 'origin-not-allowed', 403],
    ['the origin null', { headers: { origin: 'null' } }, 'origin-not-allowed', 403],
    ['an empty origin', { headers: { origin: '' } }, 'origin-not-allowed', 403],
    ['the own address as origin', { headers: { origin: 'http://127.0.0.1:PORT' } }, 'origin-not-allowed', 403],
    ['no token', { headers: { authorization: undefined } }, 'not-paired', 401, 'Found no Authorization header.'],
    ['two tokens', { headers: { authorization: 'Bearer TOKEN, Bearer TOKEN' } }, 'not-paired', 401],
    ['another token', bearer('A'.repeat(43)), 'not-paired', 401, 'Found a token of no paired till.'],
    [
      'no scheme',
      { headers: { authorization: 'TOKEN' } },
      'not-paired',
      401,
      'an Authorization header without Bearer.',
    ],
    ['another scheme', { headers: { authorization: 'Basic dGlsbDp0aWxs' } }, 'not-paired', 401],
    ['a token that is too long', bearer('A'.repeat(4096)), 'not-paired', 401],
    ['an empty token', bearer(''), 'not-paired', 401],
    ['a form', typed('application/x-www-form-urlencoded'), 'unsupported-media-type', 415],
    ['plain text', typed('text/plain'), 'unsupported-media-type', 415, 'Found the Content-Type "text/plain".'],
    ['no content type', typed(undefined), 'unsupported-media-type', 415, 'Found no Content-Type. Expected application'],
    ['a type similar to JSON', typed('application/json-seq'), 'unsupported-media-type', 415],
    ['two content types', typed('application/json, text/plain'), 'unsupported-media-type', 415],
    ['JSON in Latin-1', typed('application/json; charset=iso-8859-1'), 'unsupported-media-type', 415],
    ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 'unsupported-media-type', 415],
    ['a body over 1 MiB', { body: tooBig }, 'body-too-large', 413],
    ['a chunked body over 1 MiB', { body: tooBig, headers: { 'content-length': undefined } }, 'body-too-large', 413],
  ];

  test.for(refused)('%s is refused', async ([_name, call, type, status, detail = '']) => {
    // Every sandboxed page has the origin `null`, so it is refused even if the settings allow it.
    const till = await openPosTill({ allowedOrigins: [origin, 'null'] });
    const filled = (value = '') => value.replace('PORT', String(till.port)).replaceAll('TOKEN', till.token);
    const headers = Object.fromEntries(
      Object.entries(call.headers ?? {}).map(([name, value]) => [name, value && filled(value)]),
    );
    const reply = await till.call('POST', '/v1/sales', { body: sale, ...call, headers });
    const problem = { type, status, instance: '/v1/sales', detail: expect.stringContaining(detail) };
    expect(reply).toMatchObject({ status, body: problem });
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(await till.sales()).toEqual([]);
  });

  test.for([
    ['a valid id', 'T1-4711', /^T1-4711$/],
    ['an id with a space', 'a b', /^[\da-f-]{36}$/],
    ['no id', undefined, /^[\da-f-]{36}$/],
  ] as const)(
    'a till that sends %s in X-Request-Id finds the same request id in the answer, the problem and the log',
    async ([_what, sent, expected], { till }) => {
      const call = { body: { reference: '' }, headers: { 'x-request-id': sent } };
      const refused = await till.call('POST', '/v1/sales', call);
      const id = refused.headers['x-request-id'];
      expect(id).toMatch(expected);
      expect(refused.body).toMatchObject({ status: 422, requestId: id });
      const fields = { requestId: id, status: 422, type: 'invalid', method: 'POST', route: '/v1/sales' };
      expect(till.log.lines.at(-1)).toEqual({ level: 'warn', event: 'pos-api-refused', fields });
      const accepted = await till.call('GET', '/v1/status', { headers: call.headers });
      expect(accepted.headers['x-request-id']).toMatch(expected);
    },
  );

  test('a till needs the scope of the route, and the right host and origin if the route needs no token', async ({
    till,
  }) => {
    const statusOf = async (path: string, headers: Readonly<Record<string, string | undefined>>) =>
      (await till.call('GET', path, { headers })).body;
    const token = till.issue('Customer service only', ['partner']);
    expect(await statusOf('/v1/status', { authorization: `Bearer ${token}` })).toMatchObject({ type: 'scope-missing' });
    expect(await statusOf('/v1/health', { host: 'evil.example' })).toMatchObject({ type: 'wrong-host' });
    expect(await statusOf('/v1/health', { origin })).toMatchObject({ type: 'origin-not-allowed' });
    expect(await statusOf('/v1/status', { authorization: `bearer ${till.token}` })).not.toHaveProperty('type');
  });
});

describe('the checks in their order', () => {
  test('are host, origin, token, content type and size', async ({ till }) => {
    const headers = { 'content-type': 'text/plain', authorization: '', origin: 'null', host: 'evil.example' };
    const refusals: unknown[] = [];
    for (const right of [
      {},
      { host: `localhost:${till.port}` },
      { origin: undefined },
      { authorization: `Bearer ${till.token}` },
      { 'content-type': 'application/json' },
    ]) {
      Object.assign(headers, right);
      refusals.push((await till.call('POST', '/v1/sales', { body: tooBig, headers })).body);
    }
    expect(refusals).toMatchObject([
      { status: 403, type: 'wrong-host' },
      { status: 403, type: 'origin-not-allowed' },
      { status: 401, type: 'not-paired' },
      { status: 415, type: 'unsupported-media-type' },
      { status: 413, type: 'body-too-large' },
    ]);
  });

  test('the rest of a refused body is ignored up to 16 MiB, then the connection ends', async ({ till }) => {
    const length = 64 * 1024 * 1024;
    const { all, socket } = await till.connect(postHead('/v1/sales', length).replace('TOKEN', 'x'));
    const piece = Buffer.alloc(64 * 1024, 0x20);
    // Waits for each piece, so that few bytes are in the buffers of the system.
    const send = (): Promise<unknown> => Promise.race([all, new Promise((resolve) => socket.write(piece, resolve))]);
    let sent = 0;
    for (; sent < length && !socket.destroyed && !socket.readableEnded; sent += piece.length) await send();
    socket.end();
    expect(await all).toMatch(/^HTTP\/1.1 401 /);
    expect(sent).toBeGreaterThan(16 * 1024 * 1024);
    expect(sent).toBeLessThan(length / 2);
  });
});

test.for([
  { host: '127.0.0.1', type: 'application/json; charset=utf-8' },
  { host: 'localhost', type: 'Application/JSON;charset="UTF-8"' },
  { host: '[::1]', type: 'application/json; odata=verbose' },
])('a till that calls this machine $host and sends $type is answered', async ({ host, type }, { till }) => {
  const headers = { host: `${host}:${till.port}`, 'content-type': type };
  expect((await till.call('POST', '/v1/sales', { body: sale, headers })).status).toBe(201);
});

test('a till in a browser may send a preflight request without a token and read answers and refusals at an allowed origin only', async () => {
  const till = await openPosTill({ allowedOrigins: [origin] });
  const preflight = (from: string) =>
    till.call('OPTIONS', '/v1/sales', {
      headers: { authorization: undefined, origin: from, 'access-control-request-method': 'POST' },
    });
  const allowed = await preflight(origin);
  expect(allowed.status).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'authorization, content-type, last-event-id, x-request-id',
    vary: 'Origin',
  });
  for (const [authorization, status] of [
    [`Bearer ${till.token}`, 200],
    [undefined, 401],
  ] as const) {
    const reply = await till.call('GET', '/v1/status', { headers: { origin, authorization } });
    expect(reply).toMatchObject({ status, headers: { 'access-control-allow-origin': origin } });
  }
  const refused = await preflight('https://evil.example');
  expect(refused.status).toBe(403);
  expect(refused.headers['access-control-allow-origin']).toBeUndefined();
});

const health = 'GET /v1/health HTTP/1.1';
const own = ['Host: HOST', 'Connection: close'];

test.for([
  ['no host', [health, 'Connection: close'], /^HTTP\/1.1 400 /],
  ['no host in HTTP/1.0', ['GET /v1/health HTTP/1.0'], /^HTTP\/1.1 200 /],
  ['a second Host header', [health, 'Host: evil.example', ...own], /^HTTP\/1.1 4\d\d /],
  ['a target that names another host', ['GET http://evil.example/v1/health HTTP/1.1', ...own], /^HTTP\/1.1 403 /],
  [
    'its own address in the target',
    ['GET http://HOST/v1/status HTTP/1.1', 'Authorization: Bearer TOKEN', ...own],
    /^HTTP\/1.1 200 /,
  ],
  ['bytes that are not HTTP', ['\u0016\u0003\u0001 hello'], /^HTTP\/1.1 400 [\s\S]*application\/problem\+json/],
  ['headers without end', [health, `X: ${'a'.repeat(20_000)}`], /^HTTP\/1.1 431 [\s\S]*headers-too-large/],
  ['the wish for a tunnel', ['CONNECT evil.example:443 HTTP/1.1', 'Host: HOST'], /^(?![\s\S]* 200 )/],
  [
    'contradicting lengths',
    ['POST /v1/sales HTTP/1.1', ...own, 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0'],
    /^HTTP\/1.1 400 /,
  ],
] as const)('a request with %s gets the expected status', async ([_name, lines, expected], { till }) => {
  const { all } = await till.connect(head(...lines));
  expect(await all).toMatch(expected);
});

describe('methods and paths', () => {
  test.for(['PATCH', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s on a list of sales is refused with the methods of the route',
    async (method, { till }) => {
      const reply = await till.call(method, '/v1/sales');
      const detail = `Found ${method}. Expected POST, GET, HEAD.`;
      expect(reply).toMatchObject({ status: 405, headers: { allow: 'POST, GET, HEAD' }, body: { detail } });
    },
  );

  test.for(posRoutes.filter(({ method, path }) => method === 'GET' && !path.includes('{')))(
    'HEAD on $path has the headers of GET and no body',
    async ({ path }, { till }) => {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => (path === '/v1/events' && method === 'GET' ? null : till.call(method, path))),
      );
      expect(head).toMatchObject({ status: get?.status ?? 200, text: '' });
      const { date, 'x-request-id': _id, ...headers } = get?.headers ?? { 'content-type': 'text/event-stream' };
      expect(head?.headers).toMatchObject(headers);
    },
  );

  test.for(['/', '/v1', '/v1/'])('%s leads to the docs, without a token', async (path, { till }) => {
    const call = { headers: { authorization: undefined } };
    const led = await till.call('GET', path, call);
    expect(led).toMatchObject({ status: 302, headers: { location: '/v1/docs' } });
    expect(await till.call('GET', led.headers.location ?? '', call)).toMatchObject({ status: 200 });
    expect((await till.call('POST', path, { body: {} })).status).toBe(404);
    expect((await till.call('GET', path, { headers: { host: 'evil.example' } })).status).toBe(403);
  });

  test.for(['/v2/status', '/v1//sales', '/V1/status', '/v1/sales/../status', '/v1/customers'])(
    '%s is no route',
    async (path, { till }) => {
      expect(await till.call('GET', path)).toMatchObject({ status: 404, body: { type: 'route-not-found' } });
    },
  );
});

describe('an impossible id', () => {
  const routes = posRoutes.filter(({ path }) => path.includes('{id}'));
  const ids = ['nobody', '%ZZ', '%', '%E0%A4%A', 'a'.repeat(5_000), '00000000-0000-0000-0000-00000000000g', '..%2f..'];

  test.for(routes)('is answered with 404 by $method $path', async ({ method, path, body, example }, { till }) => {
    const token = till.issue('Every scope', tillScopes);
    const headers = { authorization: `Bearer ${token}` };
    for (const id of ids) {
      const call = { headers, ...(body !== undefined && { body: example }) };
      const reply = await till.call(method, path.replace('{id}', id), call);
      expect(reply, id.slice(0, 40)).toMatchObject({ status: 404, body: { type: 'not-found' } });
    }
  });

  test('the impossible id of a sale is answered with the advice to search by reference', async ({ till }) => {
    const reply = await till.call('GET', '/v1/sales/T1-1001');
    expect(reply).toMatchObject({ status: 404, body: { detail: expect.stringContaining('GET /v1/sales?reference=') } });
  });

  test('is reported only to paired tills', async ({ till }) => {
    for (const id of ids) {
      const reply = await till.call('GET', `/v1/sales/${id}`, { headers: { authorization: undefined } });
      expect(reply.status, id.slice(0, 40)).toBe(401);
    }
  });
});
