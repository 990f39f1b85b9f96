import { describe, expect } from 'vitest';
import { richBill } from './simulator-bill.ts';
import { startPartnerClient } from './simulator-partner-client.ts';
import { type Json, json, smallBill, startSignedInTill, type Till, test } from './simulator-till.ts';

/** The service over several requests, and its ledger. Single answers are in simulator-answers.test.ts. */

const strange = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

describe('receipts', () => {
  test('a registered address is below the public address, and the bill keeps id and address', async () => {
    const till = await startSignedInTill({ publicUrl: 'https://receipts.example' });
    const { billId, ...registered } = await till.register();
    expect(registered).toEqual({ type: 'url', url: `https://receipts.example/r/${billId}` });
    expect(await json(await till.sendBill(smallBill({ id: billId })))).toEqual({ ...registered, billId });
    const { registrations, bills, complaints } = till.simulator.ledger();
    expect([registrations, bills]).toMatchObject([[{ billId, storeId: till.storeId }], [{ billId, assigned: false }]]);
    expect(complaints).toEqual([]);
  });

  test('a body is stored unchanged with its display target, and a refused one stores nothing and leaves the id valid', async () => {
    const till = await startSignedInTill();
    const bill = smallBill({ id: null, unknownField: { deep: [1, '€', null] } });
    await till.call('POST', '/v3/bill?DisplayTarget=Screen', { storeId: till.storeId, bill });
    const { billId } = await till.register();
    expect((await till.sendBill(smallBill({ id: billId, data: { currency: 'EURO' } }))).status).toBe(400);
    expect((await till.sendBill(smallBill({ note: 'x'.repeat(16 * 1024 * 1024) }))).status).toBe(400);
    expect(till.simulator.ledger().bills).toMatchObject([{ displayTarget: 'Screen' }]);
    expect(till.simulator.ledger().bills[0]?.body).toEqual({ storeId: till.storeId, bill });
    expect((await till.sendBill(smallBill({ id: billId }))).status).toBe(200);
  });

  test('transparent user creation creates a user once and assigns later receipts to it', async () => {
    const till = await startSignedInTill({ switches: { transparentUserCreation: true } });
    const request = { userIdentification: { externalId: 'customer-9' } };
    for (const transparentUserCreation of [true, false]) {
      till.simulator.setSwitches({ transparentUserCreation });
      expect(await json(await till.sendBill(smallBill(), request))).toMatchObject({ type: 'externalId' });
    }
    expect(till.simulator.ledger().createdUsers).toEqual(['customer-9']);
  });

  test('a cancel is executed later, the receipt can be printed until then, and the ledger records both', async () => {
    const till = await startSignedInTill({ switches: { cancelDelayMs: 2000 } });
    const { billId } = await json(await till.sendBill());
    const printed = async () => (await till.call('POST', `/v3/bill/${billId}/printed`)).status;
    for (const id of [billId, strange]) await till.call('DELETE', `/v3/bill/${id}`);
    const known = () => till.simulator.ledger().cancels.map((cancel) => cancel.known);
    expect([known(), await printed(), await printed()]).toEqual([[null, null], 200, 200]);
    till.clock.advance(2000);
    expect([known(), await printed()]).toEqual([[true, false], 400]);
    expect(till.simulator.ledger().printed).toHaveLength(2);
  });
});

describe('a loyalty transaction', () => {
  const path = '/v3/loyalty/transactions';
  const start = async (till: Till, club = path) => {
    const answer = await till.call('PUT', club, { externalUserId: 'card-1' });
    return { id: String((await json(answer)).transactionId), deprecated: answer.headers.get('deprecation') };
  };
  const cancel = async (till: Till, id: string) =>
    (await json(await till.call('DELETE', `${path}/${encodeURIComponent(id)}`))).status;

  test('has a new id at every start, and can be cancelled once', async ({ till }) => {
    const [one, other] = [await start(till), await start(till)];
    expect(one.id).not.toBe(other.id);
    const ended = 'TRANSACTION_NOT_ACTIVE_ANYMORE';
    expect([await cancel(till, one.id), await cancel(till, one.id)]).toEqual(['CANCELED', ended]);
    expect(till.simulator.endLoyaltyTransaction(other.id)).toBe(true);
    expect(await cancel(till, other.id)).toBe(ended);
    expect(till.simulator.ledger().loyalty).toMatchObject([
      { externalUserId: 'card-1', transactionId: one.id, state: 'cancelled' },
      { state: 'ended' },
    ]);
  });

  test('ends with a stored receipt', async ({ till }) => {
    const { id } = await start(till);
    const couponingInformation = { type: 'Generic', transactionId: id };
    await till.sendBill(smallBill({ misc: { 'extension:service': { couponingInformation } } }));
    expect(await cancel(till, id)).toBe('TRANSACTION_NOT_ACTIVE_ANYMORE');
  });
});

describe('a user', () => {
  test('is in the ledger with its cards and later steps but without a secret, and the log names no person', async () => {
    const partner = await startPartnerClient();
    const cards = [{ code: '400123', name: 'Family card' }];
    const userId = await partner.user('member-1', cards);
    const path = `/api/v3/user/${userId}/token`;
    const answers = [await partner.ask('GET', `${path}?applicationClientId=app-1`), await partner.ask('GET', path)];
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    const [token = '', next] = await Promise.all(
      answers.map(async (answer) => String((await json(answer)).accessToken)),
    );
    expect(token).toMatch(/^\S{40,}$/);
    expect(next).not.toBe(token);
    await partner.ask('DELETE', `/api/user/${userId}`);
    expect(partner.till.simulator.ledger().partner).toMatchObject([
      { kind: 'userCreated', userId, externalId: 'member-1', origin: 'partner', loyaltyCards: cards },
      { kind: 'tokenIssued', userId, applicationClientId: 'app-1' },
      { kind: 'tokenIssued', userId, applicationClientId: null },
      { kind: 'userDeleted', userId },
    ]);
    expect(JSON.stringify(partner.till.simulator.ledger())).not.toContain(token);
    expect(JSON.stringify(partner.till.log.lines)).not.toContain('member-1');
  });

  test('a deleted user is assigned no bill, and its externalId can be used again', async () => {
    const partner = await startPartnerClient({ switches: { knownExternalIds: ['known-1'] } });
    const known = await json(
      await partner.till.sendBill(smallBill(), { userIdentification: { externalId: 'known-1' } }),
    );
    expect(known.type).toBe('externalId');
    const [listed] = partner.till.simulator.ledger().partner;
    const listedId = listed?.kind === 'userCreated' ? listed.userId : '';
    for (const [externalId, userId] of [
      ['member-1', await partner.user('member-1')],
      ['known-1', listedId],
    ] as const) {
      expect((await partner.ask('DELETE', `/api/user/${userId}`)).status).toBe(204);
      const request = { userIdentification: { externalId } };
      expect(await json(await partner.till.sendBill(smallBill(), request))).toMatchObject({ type: 'url' });
      expect(await partner.user(externalId)).not.toBe(userId);
    }
  });

  test('a user that is created slowly has no token for a minute', async () => {
    const partner = await startPartnerClient({ switches: { slowUserChance: 1 } });
    const path = `/api/v3/user/${await partner.user('member-1')}/token`;
    partner.till.clock.advance(59_999);
    const early = await partner.ask('GET', path);
    expect([early.status, early.headers.get('content-type')?.split(';')[0]]).toEqual([404, 'application/problem+json']);
    expect(await early.json()).toMatchObject({ type: 'user-temporarily-not-available', status: 404 });
    partner.till.clock.advance(1);
    expect((await partner.ask('GET', path)).status).toBe(200);
  });
});

describe("a user's receipts", () => {
  const numbered = (number: number) =>
    smallBill({ head: { number: String(number), date: '2026-01-05T10:00:00+01:00' } });
  const items = async (response: Response) => (await response.json()) as readonly Json[];

  test('are those assigned by bills, newest first, in a bare array', async () => {
    const partner = await startPartnerClient();
    const userId = await partner.user('member-1');
    const first = await partner.bill('member-1', richBill());
    await partner.bill('somebody-else', smallBill());
    const second = await partner.bill('member-1', smallBill());
    const answer = await partner.receipts(userId);
    const [newest, oldest, ...others] = await items(answer);
    expect([answer.headers.get('total-count'), answer.headers.get('continuationtoken')]).toEqual(['2', null]);
    expect(others).toEqual([]);
    expect(newest?.receiptId).toBe(second);
    expect(oldest).toEqual({
      ...{ receiptId: first, storeId: partner.till.storeId, amount: 21.31, currency: 'EUR' },
      date: '2026-01-05T18:42:07+01:00',
      imageResource: null,
      vendorName: 'Bäckerei & Café Morgenrot',
      vendorAddress: { street: 'Beispielweg 12', city: 'Musterstadt', postalCode: '01234', countryCode: 'DE' },
    });
  });

  test('receipts that arrive between two pages do not shift the others, and a token does not work for another user', async () => {
    const partner = await startPartnerClient();
    const [userId, other] = [await partner.user('member-1'), await partner.user('member-2')];
    const [sent] = [await partner.bill('member-1', numbered(1)), await partner.bill('member-1', numbered(2))];
    const first = await partner.receipts(userId, '?take=1');
    await partner.bill('member-1', numbered(3));
    const token = encodeURIComponent(first.headers.get('continuationtoken') ?? '');
    const [next] = await items(await partner.receipts(userId, `?take=1&continuation=${token}`));
    expect(next?.receiptId).toBe(sent);
    expect((await partner.receipts(other, `?continuation=${token}`)).status).toBe(400);
  });

  test('disappear from the list when they are cancelled, and the page of an added receipt says that it is in the account', async () => {
    const partner = await startPartnerClient();
    const userId = await partner.user('member-1');
    const cancelled = await partner.bill('member-1', smallBill());
    await partner.till.call('DELETE', `/v3/bill/${cancelled}`);
    expect(await items(await partner.receipts(userId))).toEqual([]);
    const receiptId = await partner.bill(null, smallBill());
    expect((await partner.ask('POST', `/api/v3/user/${userId}/receipts`, { receiptId })).status).toBe(200);
    expect(await items(await partner.receipts(userId))).toMatchObject([{ receiptId }]);
    expect(await (await fetch(`${partner.till.baseUrl}/r/${receiptId}`)).text()).toContain('In your account');
  });
});
