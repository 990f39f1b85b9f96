import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { startPartnerClient } from './simulator-partner-client.ts';
import { type JsonBody, plainBill, readBody } from './simulator-till.ts';

test('account, ids, states, users, their lists and onboarded merchants survive a restart, and contents do not', async () => {
  const stateFile = join(tempFolder(), 'training.db');
  const before = await startPartnerClient({ stateFile, switches: { slowUserChance: 1 } }, 1);
  const userId = await before.user('member-1');
  const gone = await before.user('member-2');
  await before.ask('DELETE', `/api/user/${gone}`);
  for (const _ of [1, 2, 3]) await before.bill('member-1', plainBill());
  const listed = (await (await before.receipts(userId)).json()) as readonly JsonBody[];
  const anonymous = await before.bill(null, plainBill());
  const begun = await before.onboard();
  const waiting = (await before.till.register()).billId;
  const cancelled = await before.bill(null, plainBill());
  await before.till.call('DELETE', `/v3/bill/${cancelled}`);
  const loyalty = { externalUserId: 'card-1' };
  const { transactionId } = await readBody(await before.till.call('PUT', '/v3/loyalty/transactions', loyalty));
  const { account } = before.till.simulator;
  await before.till.simulator.stop();

  const after = await startPartnerClient({ stateFile }, 2);
  expect(after.till.simulator.account).toEqual(account);
  const sent = async (id: unknown) => (await after.till.sendBill(plainBill({ id }))).status;
  expect([await sent(waiting), await sent(anonymous)]).toEqual([200, 409]);
  const printed = async (id: string) => (await after.till.call('POST', `/v3/bill/${id}/printed`)).status;
  expect([await printed(anonymous), await printed(cancelled)]).toEqual([200, 400]);
  const transaction = `/v3/loyalty/transactions/${encodeURIComponent(String(transactionId))}`;
  expect((await readBody(await after.till.call('DELETE', transaction))).status).toBe('CANCELED');
  const page = await fetch(`${after.till.baseUrl}/r/${anonymous}`);
  expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('only until the app closes')]);
  expect((await after.ask('POST', '/api/v3/user', { externalId: 'member-1' })).status).toBe(409);
  expect((await after.ask('POST', '/api/v3/user', { externalId: 'member-2' })).status).toBe(200);
  expect((await after.ask('GET', `/api/v3/user/${userId}/token`)).status).toBe(404);
  const stored = (await (await after.receipts(userId)).json()) as readonly JsonBody[];
  expect(stored.map(({ receiptId }) => receiptId)).toEqual(listed.map(({ receiptId }) => receiptId));
  await after.bill('member-1', plainBill());
  expect((await after.receipts(userId)).headers.get('total-count')).toBe('4');
  expect((await after.ask('POST', `/api/v3/user/${userId}/receipts`, { receiptId: anonymous })).status).toBe(404);

  const { username, password, vendorCustomerId } = begun;
  const fields = { ...after.till.passwordFields(), username: String(username), password: String(password) };
  expect(await readBody(await after.till.askToken(fields))).toMatchObject({ token_type: 'Bearer' });
  const link = new URL(String(begun.registrationLink)).pathname;
  await fetch(after.till.baseUrl + link, { method: 'POST' });
  const status = await after.ask('GET', `/onboarding/vendorCustomerId/${vendorCustomerId}`);
  expect(await status.json()).toMatchObject({ type: 'activated' });
});

test('the state file contains no external id, card, token, password, link or field of a merchant', async () => {
  const folder = tempFolder();
  const switches = { transparentUserCreation: true, knownExternalIds: ['canary-known'] };
  const account = { username: 'canary-name', password: 'canary-password' };
  const partner = await startPartnerClient({ stateFile: join(folder, 'training.db'), account, switches });
  const userId = await partner.user('canary-member', [{ code: 'canary-code', name: 'canary-card' }]);
  await partner.bill('canary-known', plainBill());
  await partner.bill('canary-new', plainBill({ misc: { footerText: 'canary-footer' } }));
  await partner.till.register({ buyerInformation: { userIdentification: { externalId: 'canary-known' } } });
  await partner.till.call('PUT', '/v3/loyalty/transactions', { externalUserId: 'canary-loyalty' });
  const token = await readBody(await partner.ask('GET', `/api/v3/user/${userId}/token`));
  const begun = await partner.onboard({ name: 'canary-merchant' });
  const link = String(begun.registrationLink).split('/').at(-1) ?? '';
  const onDisk = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  const secrets = ['canary', String(token.accessToken), String(token.refreshToken), String(begun.password), link];
  for (const isOver of [false, true]) {
    if (isOver) await partner.till.simulator.stop();
    expect(onDisk().join()).toContain(userId);
    for (const secret of secrets) expect(onDisk().join()).not.toContain(secret);
  }
  for (const secret of secrets) expect(JSON.stringify(partner.till.log.lines)).not.toContain(secret);
  expect(JSON.stringify(partner.till.simulator.ledger())).not.toContain(String(token.accessToken));
});
