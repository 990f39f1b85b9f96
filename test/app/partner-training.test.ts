import { expect, test } from 'vitest';
import { asTill, asWindow } from './asking.ts';
import { good, openHouse, smallBill } from './house.ts';
import { callTill, posToken } from './partner-house.ts';

/** The app in training: the embedded service, its partner address and its key. */
const openTraining = () => openHouse({ settings: { mode: 'training' }, posToken });

test('in training the customer desk works as it stands: a user, a token, a receipt added, listed, and the end of the user', async () => {
  const house = await openTraining();
  await house.until(() => house.app.snapshot('cashier')?.view.partner.configured === true);
  const sale = good(await asTill(house.app).openSale({ reference: 'desk-1', amount: 19.9, currency: 'EUR' })).sale;
  good(await asTill(house.app).acceptBill(sale.id, { bill: smallBill() }));
  await house.sale(sale.id, ({ state }) => state === 'delivered');

  const made = await callTill(house, 'POST', '/users', { externalId: 'customer-1' });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: string };
  expect(await callTill(house, 'POST', `/users/${id}/receipts`, { receiptId: sale.billId })).toMatchObject({
    status: 200,
    body: { receiptId: expect.stringMatching(new RegExp(`^${sale.billId}$`, 'i')) },
  });
  const listed = await callTill(house, 'GET', `/users/${id}/receipts?take=5`);
  expect(listed).toMatchObject({
    status: 200,
    body: { items: [{ amount: 19.9, currency: 'EUR' }], totalCount: 1, continuation: null },
  });
  expect(await callTill(house, 'GET', `/users/${id}/token`)).toMatchObject({
    status: 200,
    body: { accessToken: expect.any(String), refreshToken: expect.any(String), expiresIn: expect.any(String) },
  });
  expect((await callTill(house, 'DELETE', `/users/${id}`)).status).toBe(204);
  expect((await callTill(house, 'GET', `/users/${id}/receipts`)).status).toBe(404);
});

test('in training a merchant is onboarded for practice: activated on the page behind the link, tested, and nothing goes live', async () => {
  const house = await openTraining();
  const window = asWindow(house.app);
  const form = { vendorCustomer: { name: 'Shop' }, invoicingDetails: {} };
  const started = good(await window['onboarding.start']({ at: 'open', form }, 'cashier'));
  expect(started).toMatchObject({ stage: 'started', status: null, credentials: 'stored' });
  expect(good(await window['onboarding.check'](null, 'cashier'))).toMatchObject({ status: 'notActivated' });
  const connection = good(await window['connection.get'](null, 'cashier')).connection;
  const early = await window['onboarding.finish']({ connection }, 'cashier');
  expect(early).toMatchObject({ ok: false, error: { code: 'wrongState' } });

  expect((await fetch(started.registrationLink ?? '', { method: 'POST', redirect: 'manual' })).status).toBeLessThan(
    400,
  );
  expect(good(await window['onboarding.check'](null, 'cashier'))).toMatchObject({ status: 'activated' });
  const finished = good(await window['onboarding.finish']({ connection }, 'cashier'));
  expect(finished).toMatchObject({ ok: true, waiting: null });
  expect(house.settings().mode).toBe('training');
  expect(good(await window['onboarding.get'](null, 'cashier')).onboarding).toBeNull();
});
