import { describe, expect, test } from 'vitest';
import { json, smallBill, startSignedInTill } from './simulator-till.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const strangeId = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

describe('POST /v3/bill/url', () => {
  test('a registration gives an address below the public url and an id', async () => {
    const till = await startSignedInTill({ publicUrl: 'https://receipts.example' });
    const answer = await till.register();
    expect(answer).toEqual({ type: 'url', url: `https://receipts.example/r/${answer.billId}`, billId: answer.billId });
    expect(answer.billId).toMatch(uuid);
    expect(till.simulator.ledger().registrations).toMatchObject([{ billId: answer.billId, storeId: till.storeId }]);
  });

  test('an unknown store is 404 as text', async () => {
    const till = await startSignedInTill();
    const response = await till.call('POST', '/v3/bill/url', { storeId: 'nowhere' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });

  test.each([
    [{}],
    [{ storeId: '' }],
    [{ storeId: 5 }],
    [{ storeId: null }],
    [{ storeId: 's', buyerInformation: 'x' }],
    [[]],
    ['{'],
    [''],
  ])('the body %j is 400 with problem details, a trace id and a complaint', async (body) => {
    const till = await startSignedInTill();
    const response = await till.call('POST', '/v3/bill/url', body);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const problem = await json(response);
    expect(problem).toMatchObject({ status: 400, instance: '/api/v3/bill/url' });
    expect(problem.traceId).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(Object.keys(problem.errors as object)).not.toEqual([]);
    expect(till.simulator.ledger().complaints).toMatchObject([{ kind: 'malformed', method: 'POST' }]);
  });

  test('a known external id anywhere in buyerInformation is assigned and gets no address', async () => {
    const till = await startSignedInTill({ switches: { knownExternalIds: ['customer-1'] } });
    const known = { userIdentification: { externalId: 'customer-1' } };
    for (const buyerInformation of [known, { nested: { deeper: known } }]) {
      const answer = await till.register({ buyerInformation });
      expect(answer).toEqual({ type: 'externalId', isAssigned: true, billId: answer.billId });
    }
    const stranger = await till.register({ buyerInformation: { userIdentification: { externalId: 'customer-2' } } });
    expect(stranger.type).toBe('url');
  });
});

describe('POST /v3/bill', () => {
  test('a bill under its registered id is stored and keeps id and address', async () => {
    const till = await startSignedInTill();
    const registered = await till.register();
    const response = await till.sendBill(smallBill({ id: registered.billId }));
    expect([response.status, await json(response)]).toEqual([200, registered]);
    expect(till.simulator.ledger().bills).toMatchObject([{ billId: registered.billId, assigned: false }]);
    expect(till.simulator.ledger().complaints).toEqual([]);
  });

  test('a bill without an id gets one; the body is kept as it came', async () => {
    const till = await startSignedInTill();
    const bill = smallBill({ id: null, unknownField: { deep: [1, '€', null] } });
    const answer = await json(await till.sendBill(bill));
    expect(answer.billId).toMatch(uuid);
    expect(till.simulator.ledger().bills[0]?.body).toEqual({ storeId: till.storeId, bill });
  });

  test('the same id twice is 409 as plain text', async () => {
    const till = await startSignedInTill();
    const { billId } = await till.register();
    await till.sendBill(smallBill({ id: billId }));
    const again = await till.sendBill(smallBill({ id: billId }));
    expect([again.status, await again.text()]).toEqual([409, `Bill with id ${billId} already exists`]);
    expect(again.headers.get('content-type')).toContain('text/plain');
    expect(till.simulator.ledger().bills).toHaveLength(1);
  });

  test('an id is the same in upper case', async () => {
    const till = await startSignedInTill();
    const billId = String((await till.register()).billId);
    expect((await till.sendBill(smallBill({ id: billId.toUpperCase() }))).status).toBe(200);
    expect((await till.sendBill(smallBill({ id: billId }))).status).toBe(409);
  });

  test('an id that was not registered is pregeneratedbill-notfound', async () => {
    const till = await startSignedInTill();
    const response = await till.sendBill(smallBill({ id: strangeId }));
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await json(response)).toMatchObject({
      type: 'pregeneratedbill-notfound',
      title: 'PreGeneratedBill could not be found.',
      status: 404,
    });
  });

  test('with the self-generated-id feature it is stored under that id', async () => {
    const till = await startSignedInTill({ switches: { selfGeneratedIds: true } });
    expect(await json(await till.sendBill(smallBill({ id: strangeId })))).toMatchObject({ billId: strangeId });
  });

  test('an id that was cancelled before its bill came is gone', async () => {
    const till = await startSignedInTill();
    const { billId } = await till.register();
    await till.call('DELETE', `/v3/bill/${billId}`);
    const response = await till.sendBill(smallBill({ id: billId }));
    expect((await json(response)).type).toBe('pregeneratedbill-notfound');
  });

  test('an unknown store is 404 as text, also when the id is unknown too', async () => {
    const till = await startSignedInTill();
    const response = await till.sendBill(smallBill({ id: strangeId }), { storeId: 'nowhere' });
    expect([response.status, await response.text()]).toEqual([404, 'Store not found']);
  });

  test('a bill of another store than its registration is stored, and noted as suspicious', async () => {
    const till = await startSignedInTill({ account: { storeIds: ['north', 'south'] } });
    const { billId } = await till.register({ storeId: 'north' });
    expect((await till.sendBill(smallBill({ id: billId }), { storeId: 'south' })).status).toBe(200);
    expect(till.simulator.ledger().complaints).toMatchObject([{ kind: 'suspicious' }]);
  });

  test('a known external id is assigned; an unknown one and none get an address', async () => {
    const till = await startSignedInTill({ switches: { knownExternalIds: ['customer-1'] } });
    const typeFor = async (userIdentification: unknown) =>
      (await json(await till.sendBill(smallBill(), { userIdentification }))).type;
    expect(await typeFor({ externalId: 'customer-1' })).toBe('externalId');
    expect(await typeFor({ externalId: 'customer-2' })).toBe('url');
    expect(await typeFor({ externalId: null })).toBe('url');
    expect(await typeFor(null)).toBe('url');
  });

  test('transparent user creation makes the user once and assigns later receipts too', async () => {
    const till = await startSignedInTill({ switches: { transparentUserCreation: true } });
    const request = { userIdentification: { externalId: 'customer-9' } };
    expect(await json(await till.sendBill(smallBill(), request))).toMatchObject({
      type: 'externalId',
      isAssigned: true,
    });
    till.simulator.setSwitches({ transparentUserCreation: false });
    expect((await json(await till.sendBill(smallBill(), request))).type).toBe('externalId');
    expect(till.simulator.ledger().createdUsers).toEqual(['customer-9']);
  });

  test.each(['userId', 'bankCard'] as const)('the legacy answer %s has the shape of externalId', async (type) => {
    const switches = { legacyResponseType: type, knownExternalIds: ['customer-1'] };
    const till = await startSignedInTill({ switches });
    const request = { userIdentification: { externalId: 'customer-1' } };
    const answer = await json(await till.sendBill(smallBill(), request));
    expect(answer).toEqual({ type, isAssigned: true, billId: answer.billId });
  });

  test('DisplayTarget is taken, another query parameter is complained about', async () => {
    const till = await startSignedInTill();
    const body = { storeId: till.storeId, bill: smallBill() };
    expect((await till.call('POST', '/v3/bill?DisplayTarget=Screen', body)).status).toBe(200);
    expect(till.simulator.ledger().bills[0]?.displayTarget).toBe('Screen');
    expect(till.simulator.ledger().complaints).toEqual([]);
    await till.call('POST', '/v3/bill?target=1', body);
    expect(till.simulator.ledger().complaints).toHaveLength(1);
  });

  test('an invalid bill is 400 with the field in errors, and nothing is stored', async () => {
    const till = await startSignedInTill();
    const { billId } = await till.register();
    const response = await till.sendBill(smallBill({ id: billId, data: { currency: 'EURO' } }));
    expect(response.status).toBe(400);
    const problem = await json(response);
    const errors = problem.errors as Record<string, string[]>;
    expect(Object.keys(errors)).toEqual(['bill.data.currency', 'bill.data.fullAmountInclVat']);
    expect(problem.traceId).toMatch(/^00-/);
    expect((await till.sendBill(smallBill({ id: billId }))).status).toBe(200);
  });

  test('a body that is not sent as JSON, or not UTF-8, is 400', async () => {
    const till = await startSignedInTill();
    const text = JSON.stringify({ storeId: till.storeId, bill: smallBill({ note: 'Gru?' }) });
    expect((await till.call('POST', '/v3/bill', text, { 'content-type': 'text/plain' })).status).toBe(400);
    const { access_token } = await till.signIn();
    const response = await fetch(`${till.baseUrl}/api/v3/bill`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: Buffer.from(text.replace('Gru?', 'Gru\xdf'), 'latin1'),
    });
    expect(response.status).toBe(400);
  });

  test('a body of more than 16 MiB is 400, complained about and not stored; what comes next is answered', async () => {
    const till = await startSignedInTill();
    expect((await till.sendBill(smallBill({ note: 'x'.repeat(16 * 1024 * 1024) }))).status).toBe(400);
    expect(till.simulator.ledger()).toMatchObject({ bills: [], complaints: [{ kind: 'malformed' }] });
    expect((await till.sendBill()).status).toBe(200);
  });

  test('deprecated fields work and are complained about as deprecated', async () => {
    const till = await startSignedInTill();
    const security = { tse: { serialNumber: 'S' }, 'extension:service': { tseFailure: false, tseRequired: true } };
    const request = { userIdentification: { userId: 'u', loyaltyCardBarcode: 'b' } };
    expect((await till.sendBill(smallBill({ security }), request)).status).toBe(200);
    const complaints = till.simulator.ledger().complaints;
    expect(complaints.map(({ kind }) => kind)).toEqual(Array(5).fill('deprecated'));
  });
});

describe('DELETE /v3/bill/{billId}', () => {
  test('known, unknown and repeated cancellations all answer 204; the ledger tells them apart', async () => {
    const till = await startSignedInTill();
    const { billId } = await json(await till.sendBill());
    for (const id of [billId, billId, strangeId]) {
      expect((await till.call('DELETE', `/v3/bill/${id}`)).status).toBe(204);
    }
    expect(till.simulator.ledger().cancels.map(({ known }) => known)).toEqual([true, true, false]);
  });

  test('it is carried out later: until then the receipt can be printed', async () => {
    const till = await startSignedInTill({ switches: { cancelDelayMs: 2000 } });
    const { billId } = await json(await till.sendBill());
    const printed = async () => (await till.call('POST', `/v3/bill/${billId}/printed`)).status;
    await till.call('DELETE', `/v3/bill/${billId}`);
    expect(till.simulator.ledger().cancels).toMatchObject([{ billId, known: null }]);
    expect(await printed()).toBe(200);
    till.clock.advance(2000);
    expect(till.simulator.ledger().cancels).toMatchObject([{ billId, known: true }]);
    expect(await printed()).toBe(400);
  });

  test('what is not a UUID is 204 too, with a complaint', async () => {
    const till = await startSignedInTill();
    expect((await till.call('DELETE', '/v3/bill/nonsense')).status).toBe(204);
    expect(till.simulator.ledger().complaints).toMatchObject([{ kind: 'malformed' }]);
  });

  test('a content type without a body does no harm, a body is complained about', async () => {
    const till = await startSignedInTill();
    const headers = { 'content-type': 'application/json' };
    expect((await till.call('DELETE', `/v3/bill/${strangeId}`, undefined, headers)).status).toBe(204);
    expect(till.simulator.ledger().complaints).toEqual([]);
    expect((await till.call('DELETE', `/v3/bill/${strangeId}`, {})).status).toBe(204);
    expect(till.simulator.ledger().complaints).toHaveLength(1);
  });

  test('the id of a cancelled receipt cannot be used again', async () => {
    const till = await startSignedInTill();
    const { billId } = await json(await till.sendBill());
    await till.call('DELETE', `/v3/bill/${billId}`);
    expect((await till.sendBill(smallBill({ id: billId }))).status).toBe(409);
  });
});

describe('POST /v3/bill/{billId}/printed', () => {
  test('a stored receipt is marked, twice as well, and the answer names it', async () => {
    const till = await startSignedInTill();
    const { billId } = await json(await till.sendBill());
    for (const _ of [1, 2]) {
      const response = await till.call('POST', `/v3/bill/${billId}/printed`);
      expect([response.status, await json(response)]).toEqual([200, { billId }]);
    }
    expect(till.simulator.ledger().printed).toHaveLength(2);
  });

  test('unknown is 404 as text', async () => {
    const till = await startSignedInTill();
    const response = await till.call('POST', `/v3/bill/${strangeId}/printed`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });

  test('registered but not stored, cancelled, and no UUID are 400 problems', async () => {
    const till = await startSignedInTill();
    const waiting = (await till.register()).billId;
    const cancelled = (await json(await till.sendBill())).billId;
    await till.call('DELETE', `/v3/bill/${cancelled}`);
    const refused = [
      [waiting, 'The bill was not stored yet.'],
      [cancelled, 'The bill was cancelled.'],
      ['nonsense', 'One or more validation errors occurred.'],
    ];
    for (const [id, title] of refused) {
      const response = await till.call('POST', `/v3/bill/${id}/printed`);
      expect([response.status, (await json(response)).title]).toEqual([400, title]);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    }
    expect(till.simulator.ledger().complaints).toHaveLength(1);
  });
});

test('a route that the interface does not have is 404 with a complaint', async () => {
  const till = await startSignedInTill();
  expect((await till.call('GET', '/v3/bill')).status).toBe(404);
  expect((await till.call('POST', '/v3/bills', {})).status).toBe(404);
  expect(till.simulator.ledger().complaints).toHaveLength(2);
});

test('the ledger lists every request with its route, status and time', async () => {
  const till = await startSignedInTill();
  till.clock.advance(5);
  const { billId } = await till.register();
  await till.call('DELETE', `/v3/bill/${billId}`);
  const at = till.clock.now();
  expect(till.simulator.ledger().requests).toEqual([
    { route: 'token', method: 'POST', path: '/identity/oauth2/v2.0/token', status: 200, fault: null, at: at - 5 },
    { route: 'register', method: 'POST', path: '/api/v3/bill/url', status: 200, fault: null, at },
    { route: 'cancel', method: 'DELETE', path: `/api/v3/bill/${billId}`, status: 204, fault: null, at },
  ]);
});
