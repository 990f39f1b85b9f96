import { expect, test } from 'vitest';
import { asWindow } from './command-callers.ts';
import { receiptId, startPartner, userId } from './partner-test-app.ts';
import { openService } from './service.ts';
import { openShop } from './shop.ts';
import { unwrap } from './test-app.ts';

const receipts = `/users/${userId}/receipts`;

test.each([
  ['a PDF', `${receipts}/${receiptId}/pdf`, { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\n' }],
  ['a page of receipts', receipts, { body: [{ receiptId, imageResource: null, vendorAddress: {} }] }],
])('%s that arrives after the removal of the till that asked for it is not passed on', async (_what, path, answer) => {
  const [arrived, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const partner = await startPartner({
    [`GET /partner/api/v3${path.replace('/users', '/user')}`]: async () => {
      arrived.resolve();
      await go.promise;
      return answer;
    },
  });
  const { typed } = await openService();
  const shop = await openShop();
  const window = asWindow(shop.app);
  const connection = { ...typed.connection, partnerUrl: partner.url };
  unwrap(await window['connection.save']({ ...typed, connection }));
  unwrap(await window['partner.saveAccess']({ partnerUrl: partner.url, key: 'key-1' }));
  const { code } = unwrap(await window['pairing.start']({ partner: true }));
  const api = shop.app.snapshot('cashier')?.view.status.posApi.url ?? '';
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code, name: 'Customer service' });
  const { token } = await (await fetch(`${api}/pair`, { method: 'POST', headers, body })).json();

  const asked = fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await arrived.promise;
  const [till] = unwrap(await window['pairing.list'](null));
  unwrap(await window['pairing.revoke']({ id: till?.id ?? '' }));
  go.resolve();
  const reply = await asked;
  expect([reply.status, (await reply.text()).includes('%PDF')]).toEqual([401, false]);
});
