import { describe, expect, test } from 'vitest';
import { pairTill } from './paired-till.ts';
import { callTill, openPartnerTestApp, partnerToken, type ReplyScript, receiptId, userId } from './partner-test-app.ts';
import { withClock } from './pass-time.ts';
import { openTestApp } from './test-app.ts';

const form = { vendorCustomer: { vendorCustomerId: 'm-1' }, invoicingDetails: {} };
const routes = [
  { name: 'make a user', method: 'POST', path: '/users', body: { externalId: 'c-1' }, once: true },
  { name: 'token', method: 'GET', path: `/users/${userId}/token`, once: false },
  { name: 'delete a user', method: 'DELETE', path: `/users/${userId}`, once: false },
  { name: 'list', method: 'GET', path: `/users/${userId}/receipts`, once: false },
  { name: 'PDF', method: 'GET', path: `/users/${userId}/receipts/${receiptId}/pdf`, once: false, requests: 1 },
  { name: 'add a receipt', method: 'POST', path: `/users/${userId}/receipts`, body: { receiptId }, once: true },
  { name: 'onboarding', method: 'POST', path: '/onboarding', body: form, once: true },
  { name: 'onboarding status', method: 'GET', path: '/onboarding/m-1', once: false },
] as const;

const bodyOf = (route: (typeof routes)[number]): object | undefined => ('body' in route ? route.body : undefined);

const page = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
const words = 'the-words-of-the-service';

describe.each(routes)('$name', (route) => {
  const body = bodyOf(route);

  const refusals: readonly (readonly [string, ReplyScript, number, string])[] = [
    ['401', { status: 401 }, 503, 'sign-in-needed'],
    ['403 with text', { status: 403, body: words }, 502, 'refused'],
    ['404 with text', { status: 404, body: words }, 404, 'not-found'],
    ['409 with a problem', { status: 409, body: { title: words, status: 409 } }, 409, 'conflict'],
    ['400 with a problem', { status: 400, body: { title: 'Bad', detail: words, status: 400 } }, 502, 'refused'],
    ['404 whose title is its detail', { status: 404, body: { title: words, detail: words } }, 404, 'not-found'],
    ['422 without a body', { status: 422 }, 502, 'refused'],
  ];
  test('a refusal reaches the till with the message of the service once, and the request is not repeated', async () => {
    const { partner, call } = await openPartnerTestApp();
    for (const [what, answer, status, type] of refusals) {
      partner.answers['*'] = answer;
      const reply = await call(route.method, route.path, body);
      expect(reply, what).toMatchObject({ status, body: { type, status } });
      if (JSON.stringify(answer).includes(words)) expect(reply.text.split(words), what).toHaveLength(2);
      // A deletion with an unclear 404 also requests a token.
      expect(partner.requests.splice(0).filter(({ method }) => method === route.method)).toHaveLength(1);
    }
  });

  const silences: readonly (readonly [string, ReplyScript])[] = [
    ['a 500', { status: 500 }],
    ['a 503', { status: 503 }],
    ['a web page with 200', page],
    ['a web page with 404', { ...page, status: 404 }],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
    [
      'a connection that dies',
      (_request, response) => {
        response.destroy();
        return null;
      },
    ],
  ];
  test('an error or another server is not accepted as an answer of the partner interface', async () => {
    const { testApp, partner, call } = await openPartnerTestApp();
    for (const [what, answer] of silences) {
      partner.answers['*'] = answer;
      // Safe requests are repeated with pauses, for which the test advances the clock.
      const reply = await withClock(testApp, call(route.method, route.path, body), 100);
      const requests = partner.requests.splice(0);
      if (route.once) {
        expect(reply, what).toMatchObject({ status: 502, body: { type: 'outcome-unknown', outcome: 'unknown' } });
        expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
        // An onboarding with an unknown outcome prevents another one until a person ends it.
        await call('DELETE', '/onboarding');
      } else {
        expect(reply, what).toMatchObject({ status: 503, body: { type: 'offline' } });
        expect(requests).toHaveLength('requests' in route ? route.requests : 3);
      }
    }
  });
});

test('every request without a network is answered with "offline", and nothing is sent', async () => {
  const { testApp, partner, call } = await openPartnerTestApp();
  testApp.network.down = true;
  for (const route of routes)
    expect(await withClock(testApp, call(route.method, route.path, bodyOf(route)), 100), route.name).toMatchObject({
      status: 503,
      body: { type: 'offline' },
    });
  expect(partner.requests).toEqual([]);
});

test('every request without an address or a key is reported as not configured, and nothing is sent', async () => {
  const { partner, call } = await openPartnerTestApp({ key: null });
  const noAddress = await openTestApp({ posToken: partnerToken });
  const expected = { status: 404, body: { type: 'partner-not-configured' } };
  for (const route of routes) {
    expect(await call(route.method, route.path, bodyOf(route)), route.name).toMatchObject(expected);
    expect(await callTill(noAddress, route.method, route.path, bodyOf(route)), route.name).toMatchObject(expected);
  }
  expect(partner.requests).toEqual([]);
});

test('a till without the scope is refused on every route', async () => {
  const { testApp, partner } = await openPartnerTestApp();
  const { token } = await pairTill(testApp, 'Sales');
  for (const { method, path } of routes) {
    const pending = fetch(`${testApp.posApiUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    expect([method, path, (await pending).status]).toEqual([method, path, 403]);
  }
  expect(partner.requests).toEqual([]);
});

test('an invalid input is a 422 that names the field, and a wrong id is a 404', async () => {
  const { partner, call } = await openPartnerTestApp();
  expect(await call('POST', '/users', { loyaltyCards: [{ name: 'x' }] })).toMatchObject({
    status: 422,
    body: { errors: [{ path: '/externalId' }, { path: '/loyaltyCards/0/code' }] },
  });
  const card = { code: '1', name: 'Club', validUntil: '2027' };
  const unknown = { externalId: 'u-1', email: 'somebody@example.com', loyaltyCards: [card] };
  expect(await call('POST', '/users', unknown)).toMatchObject({
    status: 422,
    body: {
      errors: [
        { path: '/email', code: 'unknown' },
        { path: '/loyaltyCards/0/validUntil', code: 'unknown' },
      ],
    },
  });
  const limits = [
    ['GET', '/receipts?take=0', 'Found the text "0". Expected a whole number from 1 to 1000'],
    ['GET', '/receipts?continuation=', 'Found empty text. Expected text of 1 to 16384 characters'],
    ['GET', `/token?applicationClientId=${'x'.repeat(201)}`, 'Expected text of at most 200 characters'],
    ['POST', '/receipts', 'Found text of 2 characters. Expected an id of 1 to 512 characters, not . or ..'],
  ] as const;
  for (const [method, path, message] of limits) {
    const reply = await call(method, `/users/${userId}${path}`, method === 'POST' ? { receiptId: '..' } : undefined);
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ message: expect.stringContaining(message) }] } });
  }
  expect(await call('POST', '/onboarding', { vendorCustomer: [], invoicingDetails: 1 })).toMatchObject({
    status: 422,
    body: { errors: [{ path: '/vendorCustomer' }, { path: '/invoicingDetails' }] },
  });
  for (const path of ['/users/none/token', `/users/${userId}/receipts/%01/pdf`]) {
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { type: 'not-found' } });
  }
  expect(partner.requests).toEqual([]);
});
