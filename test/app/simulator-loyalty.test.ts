import { describe, expect, test } from 'vitest';
import { json, smallBill, startSignedInTill, type Till } from './simulator-till.ts';

const path = '/v3/loyalty/transactions';

async function start(till: Till): Promise<string> {
  return String((await json(await till.call('PUT', path, { externalUserId: 'card-1' }))).transactionId);
}

async function cancelStatus(till: Till, transactionId: string): Promise<unknown> {
  const response = await till.call('DELETE', `${path}/${transactionId}`);
  expect(response.status).toBe(200);
  const answer = await json(response);
  expect(answer.transactionId).toBe(transactionId);
  return answer.status;
}

describe('PUT /v3/loyalty/transactions', () => {
  test('a start gives a transaction, points, rewards and nested provider data', async () => {
    const till = await startSignedInTill();
    const response = await till.call('PUT', path, { externalUserId: 'card-1' });
    expect(response.status).toBe(200);
    const answer = await json(response);
    expect(Object.keys(answer).sort()).toEqual(
      ['activatedRewards', 'customerId', 'points', 'providerData', 'providerType', 'transactionId'].sort(),
    );
    expect(answer.points).toBeTypeOf('number');
    expect(answer.activatedRewards).toMatchObject([{ identifier: 'coffee' }, { identifier: 'ten-percent' }]);
    expect(till.simulator.ledger().loyalty).toMatchObject([{ externalUserId: 'card-1', state: 'active' }]);
  });

  test('a second start is a second transaction', async () => {
    const till = await startSignedInTill();
    expect(await start(till)).not.toBe(await start(till));
    expect(till.simulator.ledger().loyalty).toHaveLength(2);
  });

  test('a provider without points answers null', async () => {
    const till = await startSignedInTill({ switches: { loyaltyPoints: false } });
    expect((await json(await till.call('PUT', path, { externalUserId: 'c' }))).points).toBeNull();
  });

  test.each([[{}], [{ externalUserId: '' }], [{ externalUserId: 7 }], ['nonsense']])(
    'the body %j is 400 as plain text',
    async (body) => {
      const till = await startSignedInTill();
      const response = await till.call('PUT', path, body);
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toContain('text/plain');
      expect(till.simulator.ledger().complaints).toHaveLength(1);
    },
  );

  test('an unknown user is 404, a rejection 400 with its text, a module that is off 403', async () => {
    const till = await startSignedInTill({ switches: { loyaltyUsers: ['card-2'] } });
    const ask = () => till.call('PUT', path, { externalUserId: 'card-1' });
    expect((await ask()).status).toBe(404);
    till.simulator.setSwitches({ loyaltyRejection: 'Card is blocked' });
    const rejected = await ask();
    expect([rejected.status, await rejected.text()]).toEqual([400, 'Card is blocked']);
    till.simulator.setSwitches({ loyaltyModule: false });
    expect((await ask()).status).toBe(403);
    expect((await till.call('DELETE', `${path}/any`)).status).toBe(403);
    expect(till.simulator.ledger().complaints).toEqual([]);
  });
});

describe('DELETE /v3/loyalty/transactions/{transactionId}', () => {
  test('an active transaction is CANCELED, once', async () => {
    const till = await startSignedInTill();
    const id = await start(till);
    expect(await cancelStatus(till, id)).toBe('CANCELED');
    expect(await cancelStatus(till, id)).toBe('TRANSACTION_NOT_ACTIVE_ANYMORE');
    expect(till.simulator.ledger().loyalty).toMatchObject([{ transactionId: id, state: 'cancelled' }]);
  });

  test('an unknown transaction is 404', async () => {
    const till = await startSignedInTill();
    expect((await till.call('DELETE', `${path}/unknown`)).status).toBe(404);
  });

  test('a transaction that ended at the provider is not active anymore', async () => {
    const till = await startSignedInTill();
    const id = await start(till);
    expect(till.simulator.endLoyaltyTransaction(id)).toBe(true);
    expect(await cancelStatus(till, id)).toBe('TRANSACTION_NOT_ACTIVE_ANYMORE');
    till.simulator.setSwitches({ loyaltyTransactionsEnd: true });
    expect(await cancelStatus(till, await start(till))).toBe('TRANSACTION_NOT_ACTIVE_ANYMORE');
  });

  test('a stored receipt uses its transaction up', async () => {
    const till = await startSignedInTill();
    const id = await start(till);
    const couponingInformation = { type: 'Generic', transactionId: id };
    await till.sendBill(smallBill({ misc: { 'extension:service': { couponingInformation } } }));
    expect(await cancelStatus(till, id)).toBe('TRANSACTION_NOT_ACTIVE_ANYMORE');
  });
});

test('the provider-specific routes still work, say that they are deprecated and are complained about', async () => {
  const till = await startSignedInTill();
  const started = await till.call('PUT', '/v3/loyalty/someclub/transactions', { externalUserId: 'card-1' });
  expect([started.status, started.headers.get('deprecation')]).toEqual([200, '@1735689600']);
  const { transactionId } = await json(started);
  const cancelled = await till.call('DELETE', `/v3/loyalty/someclub/transactions/${transactionId}`);
  expect(await json(cancelled)).toEqual({ transactionId, status: 'CANCELED' });
  expect(till.simulator.ledger().complaints).toMatchObject([{ kind: 'deprecated' }, { kind: 'deprecated' }]);
});
