import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src-main/service/answers.ts';
import type { Registration } from '../../src-main/service/described.ts';
import { type ServiceClient, startServiceClient } from './service-client.ts';
import { smallBill } from './simulator-till.ts';

const hour = 3_600_000;

const billOf = ({ till }: ServiceClient, id?: string, more: Readonly<Record<string, unknown>> = {}) => ({
  storeId: till.storeId,
  bill: { ...smallBill(), ...(id !== undefined && { id }) },
  ...more,
});

async function register({ vendor, till }: ServiceClient): Promise<string> {
  const answer: Answer<Registration> = await vendor.registerReceipt({ storeId: till.storeId });
  if (answer.kind !== 'ok') throw new Error(`expected an id, found ${answer.kind}`);
  return answer.value.billId;
}

describe('a receipt', () => {
  test('is registered, delivered, printed and cancelled, and nobody complains', async () => {
    const client = await startServiceClient();
    const { vendor, till } = client;
    const billId = await register(client);
    const delivered = await vendor.addBill(billOf(client, billId), { displayTarget: 'Customer & co' });
    expect(delivered).toMatchObject({ kind: 'ok', value: { type: 'url', billId } });
    expect(await vendor.markPrinted(billId)).toEqual({ kind: 'ok', value: null });
    expect(await vendor.cancelReceipt(billId)).toEqual({ kind: 'ok', value: null });
    const ledger = till.simulator.ledger();
    expect(ledger.bills).toMatchObject([{ billId, displayTarget: 'Customer & co' }]);
    expect(ledger.cancels).toMatchObject([{ billId }]);
    expect(ledger.complaints).toEqual([]);
  });

  test.each([null, 'userId', 'bankCard'] as const)('of a known customer is assigned (legacy type %s)', async (type) => {
    const client = await startServiceClient({ switches: { knownExternalIds: ['K-1'], legacyResponseType: type } });
    const userIdentification = { externalId: 'K-1' };
    const buyerInformation = { userIdentification };
    const registered = await client.vendor.registerReceipt({ storeId: client.till.storeId, buyerInformation });
    expect(registered).toMatchObject({ kind: 'ok', value: { type: 'assigned' } });
    const billId = await register(client);
    const answer = await client.vendor.addBill(billOf(client, billId, { userIdentification }));
    expect(answer).toEqual({ kind: 'ok', value: { type: 'assigned', billId } });
  });

  test('that is there already is there', async () => {
    const client = await startServiceClient();
    const billId = await register(client);
    await client.vendor.addBill(billOf(client, billId));
    expect(await client.vendor.addBill(billOf(client, billId))).toMatchObject({ kind: 'alreadyThere' });
    expect(client.till.simulator.ledger().bills).toHaveLength(1);
  });

  test('whose id is not known has lost it', async () => {
    const client = await startServiceClient();
    const answer = await client.vendor.addBill(billOf(client, '0c1f7f0e-5a52-4c5e-9f50-8a6d1b2c3d4e'));
    expect(answer).toMatchObject({ kind: 'registrationExpired', problem: { type: 'pregeneratedbill-notfound' } });
  });

  test('of an unknown store shows a setting that is wrong', async () => {
    const client = await startServiceClient();
    const { vendor } = client;
    expect(await vendor.registerReceipt({ storeId: 'nowhere' })).toMatchObject({ kind: 'storeUnknown' });
    const bill = { ...billOf(client, await register(client)), storeId: 'nowhere' };
    expect(await vendor.addBill(bill)).toMatchObject({ kind: 'storeUnknown', problem: { detail: 'Store not found' } });
  });

  test('that does not fit is refused field by field', async () => {
    const client = await startServiceClient();
    const billId = await register(client);
    const bill = { storeId: client.till.storeId, bill: { ...smallBill({ data: { currency: 'EURO' } }), id: billId } };
    const answer = await client.vendor.addBill(bill);
    expect(answer).toMatchObject({ kind: 'refused', problem: { status: 400 } });
    const paths = answer.kind === 'refused' ? answer.problem.errors.map(({ path }) => path) : [];
    expect(paths).toContain('/bill/data/currency');
  });

  test('without the permission is refused', async () => {
    const client = await startServiceClient({ switches: { forbiddenRoutes: ['register'] } });
    const answer = await client.vendor.registerReceipt({ storeId: client.till.storeId });
    expect(answer).toMatchObject({ kind: 'refused', problem: { status: 403 } });
  });
});

describe('faults of the network', () => {
  const faults = ['resetBefore', 'resetAfter', 'halfBody', 'garbage', 'html', 'redirect', 'otherId'] as const;
  test.each(faults)('%s on delivery: no answer, and the same id delivers it once', async (kind) => {
    const client = await startServiceClient();
    const { vendor, till } = client;
    const billId = await register(client);
    const effect = kind === 'otherId' ? ({ kind: 'deviates', how: kind, pointer: '/billId' } as const) : { kind };
    till.simulator.faults.add({ route: 'bill', effect });
    const lost = await vendor.addBill(billOf(client, billId));
    expect(lost).toMatchObject({ kind: 'noAnswer', mayHaveArrived: true });
    const again = await vendor.addBill(billOf(client, billId));
    expect(['ok', 'alreadyThere']).toContain(again.kind);
    expect(till.simulator.ledger().bills).toHaveLength(1);
  });

  test('an answer that never comes ends with the time-out of the call', async () => {
    const client = await startServiceClient();
    const { vendor, till } = client;
    await client.tokens.accessToken();
    till.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'hang', processed: true } });
    const answer = vendor.startLoyalty('C-1', { timeoutMs: 4_000 });
    await expect.poll(() => till.simulator.ledger().loyalty.length).toBe(1);
    till.clock.advance(4_000);
    expect(await answer).toMatchObject({ kind: 'noAnswer', reason: 'time-out', mayHaveArrived: true });
    expect(till.simulator.ledger().loyalty).toHaveLength(1);
  });

  test('a lost answer to a loyalty start is not asked for again', async () => {
    const { vendor, till } = await startServiceClient();
    till.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'resetAfter' } });
    expect(await vendor.startLoyalty('C-1')).toMatchObject({ kind: 'noAnswer', mayHaveArrived: true });
    expect(till.simulator.ledger().loyalty).toHaveLength(1);
  });

  test('a service that is gone was certainly not reached', async () => {
    const client = await startServiceClient();
    await client.tokens.accessToken();
    await client.till.simulator.stop();
    const answer = await client.vendor.startLoyalty('C-1');
    expect(answer).toMatchObject({ kind: 'noAnswer', reason: 'no-connection', mayHaveArrived: false });
  });

  test('503 says when to come back', async () => {
    const client = await startServiceClient();
    const effect = { kind: 'status', status: 503, headers: { 'retry-after': '20' } } as const;
    client.till.simulator.faults.add({ route: 'register', effect });
    const answer = await client.vendor.registerReceipt({ storeId: client.till.storeId });
    expect(answer).toMatchObject({ kind: 'noAnswer', reason: 'server-error', status: 503, retryAfterMs: 20_000 });
  });
});

describe('sign-in', () => {
  test('an expired token costs 20 waiting calls one refresh', async () => {
    const client = await startServiceClient();
    await register(client);
    client.till.simulator.revokeAccessTokens();
    const ids = await Promise.all(Array.from({ length: 20 }, () => register(client)));
    expect(new Set(ids)).toHaveLength(20);
    expect(client.grants()).toEqual(['password', 'refresh_token']);
    expect(client.till.simulator.ledger().complaints).toEqual([]);
  });

  test('a token is renewed before the service refuses it', async () => {
    const client = await startServiceClient();
    await register(client);
    client.till.clock.advance(24 * hour - 60_000);
    await register(client);
    expect(client.grants()).toEqual(['password', 'refresh_token']);
    const statuses = client.till.simulator.ledger().requests.map(({ status }) => status);
    expect(statuses).not.toContain(401);
  });

  test('a refresh token that was kept spares the password', async () => {
    const client = await startServiceClient({ switches: { singleUseRefreshTokens: true } });
    await register(client);
    client.tokens.rejected('another token');
    client.till.clock.advance(25 * hour);
    await register(client);
    client.till.clock.advance(25 * hour);
    await register(client);
    expect(client.grants()).toEqual(['password', 'refresh_token', 'refresh_token']);
  });

  test('revoked refresh tokens cost one password', async () => {
    const client = await startServiceClient();
    await register(client);
    client.till.simulator.revokeAccessTokens();
    client.till.simulator.revokeRefreshTokens();
    await Promise.all(Array.from({ length: 20 }, () => register(client)));
    expect(client.grants()).toEqual(['password', 'refresh_token', 'password']);
  });

  test('a wrong password is asked for again only after its pause, and at once when it was changed', async () => {
    const client = await startServiceClient();
    const { vendor, till, keychain, tokens } = client;
    const right = keychain.password;
    keychain.password = 'wrong';
    const wanted = { storeId: till.storeId };
    const answers = await Promise.all(Array.from({ length: 20 }, () => vendor.registerReceipt(wanted)));
    expect(answers.every(({ kind }) => kind === 'signInNeeded')).toBe(true);
    // An account that is tried too often is locked.
    till.clock.advance(59_000);
    expect(await vendor.registerReceipt(wanted)).toMatchObject({ kind: 'signInNeeded' });
    expect(client.grants()).toEqual(['password']);
    till.clock.advance(15 * 60_000);
    expect(await vendor.registerReceipt(wanted)).toMatchObject({ kind: 'signInNeeded' });
    expect(client.grants()).toEqual(['password', 'password']);
    keychain.password = right;
    tokens.credentialsChanged();
    expect(await vendor.registerReceipt(wanted)).toMatchObject({ kind: 'ok' });
    expect(client.grants()).toEqual(['password', 'password', 'password']);
  });

  test('a service that refuses every token asks for a sign-in after one resend', async () => {
    const client = await startServiceClient();
    const effect = { kind: 'status', status: 401 } as const;
    client.till.simulator.faults.add({ route: 'register', effect, times: 'forever' });
    const answer = await client.vendor.registerReceipt({ storeId: client.till.storeId });
    expect(answer).toMatchObject({ kind: 'signInNeeded' });
    expect(client.till.simulator.ledger().requests.filter(({ route }) => route === 'register')).toHaveLength(2);
  });

  test('an identity provider behind a portal or away is no refusal', async () => {
    const client = await startServiceClient();
    const { faults } = client.till.simulator;
    for (const kind of ['html', 'resetBefore', 'redirect', 'garbage'] as const) {
      faults.add({ route: 'token', effect: { kind } });
      const answer = await client.vendor.registerReceipt({ storeId: client.till.storeId });
      expect(answer).toMatchObject({ kind: 'noAnswer', mayHaveArrived: false });
    }
    expect(await register(client)).toBeTypeOf('string');
  });

  test('user name, password and tokens stay out of the log', async () => {
    const client = await startServiceClient();
    await register(client);
    client.till.simulator.revokeAccessTokens();
    client.till.simulator.revokeRefreshTokens();
    client.keychain.password = 'canary-password';
    await client.vendor.registerReceipt({ storeId: client.till.storeId });
    const written = JSON.stringify(client.log.lines);
    const secrets = [client.till.simulator.account.username, client.till.simulator.account.password, 'canary'];
    for (const secret of secrets) expect(written).not.toContain(secret);
    expect(client.log.lines.map(({ event }) => event)).toContain('sign-in-refused');
  });
});

describe('loyalty', () => {
  test('is started and cancelled; a transaction that is over is a success too', async () => {
    const { vendor, till } = await startServiceClient();
    const start = await vendor.startLoyalty('C-1');
    expect(start).toMatchObject({ kind: 'ok' });
    const transactionId = start.kind === 'ok' ? start.value.transactionId : '';
    expect(await vendor.cancelLoyalty(transactionId)).toEqual({
      kind: 'ok',
      value: { transactionId, status: 'CANCELED' },
    });
    const second = await vendor.startLoyalty('C-1');
    const ended = second.kind === 'ok' ? second.value.transactionId : '';
    till.simulator.endLoyaltyTransaction(ended);
    expect(await vendor.cancelLoyalty(ended)).toMatchObject({ value: { status: 'TRANSACTION_NOT_ACTIVE_ANYMORE' } });
    expect(till.simulator.ledger().complaints).toEqual([]);
  });

  test('of a provider without points has none', async () => {
    const { vendor } = await startServiceClient({ switches: { loyaltyPoints: false } });
    expect(await vendor.startLoyalty('C-1')).toMatchObject({ kind: 'ok', value: { points: null } });
  });

  test('an unknown customer, a module that is off, a rejection: each says what it is', async () => {
    const { vendor, till } = await startServiceClient({ switches: { loyaltyUsers: ['C-1'] } });
    expect(await vendor.startLoyalty('C-2')).toMatchObject({ kind: 'refused', problem: { status: 404 } });
    till.simulator.setSwitches({ loyaltyRejection: 'Card is blocked' });
    const rejection = { kind: 'refused', problem: { status: 400, detail: 'Card is blocked' } };
    expect(await vendor.startLoyalty('C-1')).toMatchObject(rejection);
    till.simulator.setSwitches({ loyaltyModule: false });
    expect(await vendor.startLoyalty('C-1')).toMatchObject({ kind: 'refused', problem: { status: 403 } });
  });

  test('a cancel of what the provider does not know is a success for the till', async () => {
    const { vendor } = await startServiceClient();
    expect(await vendor.cancelLoyalty('no such one')).toMatchObject({
      kind: 'ok',
      value: { status: 'TRANSACTION_NOT_ACTIVE_ANYMORE' },
    });
  });
});
