import { expect } from 'vitest';
import { startPartnerClient } from './simulator-partner-client.ts';
import { type JsonBody, plainBill, readBody, test } from './simulator-till.ts';

/** The service over several requests, and its ledger. Single answers are in simulator-answers.test.ts. */

test('a body is stored unchanged with its display target, and a refused one stores nothing and leaves the id valid', async ({
  till,
}) => {
  const bill = plainBill({ id: null, unknownField: { deep: [1, '€', null] } });
  await till.call('POST', '/v3/bill?DisplayTarget=Screen', { storeId: till.storeId, bill });
  const { billId, ...registered } = await till.register();
  expect((await till.sendBill(plainBill({ id: billId, data: { currency: 'EURO' } }))).status).toBe(400);
  const { bills, registrations, complaints } = till.simulator.ledger();
  expect(bills).toMatchObject([{ displayTarget: 'Screen', body: { storeId: till.storeId, bill } }]);
  expect(registrations).toMatchObject([{ billId, storeId: till.storeId }]);
  expect(complaints).toMatchObject([{ kind: 'malformed' }]);
  expect(await readBody(await till.sendBill(plainBill({ id: billId })))).toEqual({ ...registered, billId });
});

test('transparent user creation creates a user once and assigns later receipts to it', async ({ till }) => {
  const request = { userIdentification: { externalId: 'customer-9' } };
  for (const transparentUserCreation of [true, false]) {
    till.simulator.setSwitches({ transparentUserCreation });
    expect(await readBody(await till.sendBill(plainBill(), request))).toMatchObject({ type: 'externalId' });
  }
  expect(till.simulator.ledger().partner).toMatchObject([{ kind: 'userCreated', externalId: 'customer-9' }]);
});

test('a loyalty transaction has a new id at every start, and ends with a cancel or receipt', async ({ till }) => {
  const path = '/v3/loyalty/transactions';
  const start = async () =>
    String((await readBody(await till.call('PUT', path, { externalUserId: 'card-1' }))).transactionId);
  const cancel = async (id: string) =>
    (await readBody(await till.call('DELETE', `${path}/${encodeURIComponent(id)}`))).status;
  const [one, other] = [await start(), await start()];
  expect(one).not.toBe(other);
  const ended = 'TRANSACTION_NOT_ACTIVE_ANYMORE';
  expect([await cancel(one), await cancel(one)]).toEqual(['CANCELED', ended]);
  const couponingInformation = { type: 'Generic', transactionId: other };
  await till.sendBill(plainBill({ misc: { 'extension:service': { couponingInformation } } }));
  expect(await cancel(other)).toBe(ended);
  expect(till.simulator.ledger().loyalty).toMatchObject([
    { externalUserId: 'card-1', transactionId: one, state: 'cancelled' },
    { state: 'ended' },
  ]);
});

test('a deleted user is assigned no bill, and its externalId can be used again', async () => {
  const partner = await startPartnerClient({ switches: { knownExternalIds: ['known-1'] } });
  await partner.bill('known-1', plainBill());
  const [listed] = partner.till.simulator.ledger().partner;
  const listedId = listed?.kind === 'userCreated' ? listed.userId : '';
  for (const [externalId, userId] of [
    ['member-1', await partner.user('member-1')],
    ['known-1', listedId],
  ] as const) {
    expect((await partner.ask('DELETE', `/api/user/${userId}`)).status).toBe(204);
    const request = { userIdentification: { externalId } };
    expect(await readBody(await partner.till.sendBill(plainBill(), request))).toMatchObject({ type: 'url' });
    expect(await partner.user(externalId)).not.toBe(userId);
  }
});

test('the receipts of a user are listed newest first in pages that later receipts do not shift, without cancelled ones', async () => {
  const partner = await startPartnerClient();
  const [userId, other] = [await partner.user('member-1'), await partner.user('member-2')];
  const ids = async (query = '') => {
    const answer = await partner.receipts(userId, query);
    const receipts = ((await answer.json()) as readonly JsonBody[]).map(({ receiptId }) => receiptId);
    return { receipts, token: encodeURIComponent(answer.headers.get('continuationtoken') ?? '') };
  };
  const [oldest, newer] = [await partner.bill('member-1', plainBill()), await partner.bill('member-1', plainBill())];
  await partner.bill('somebody-else', plainBill());
  const first = await ids('?take=1');
  const newest = await partner.bill('member-1', plainBill());
  expect([first.receipts, (await ids(`?take=1&continuation=${first.token}`)).receipts]).toEqual([[newer], [oldest]]);
  expect((await partner.receipts(other, `?continuation=${first.token}`)).status).toBe(400);
  await partner.till.call('DELETE', `/v3/bill/${newer}`);
  expect(await ids()).toEqual({ receipts: [newest, oldest], token: '' });
});
