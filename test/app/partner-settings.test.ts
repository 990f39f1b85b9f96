import { expect, test } from 'vitest';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import type { SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { callTill, partnerToken } from './partner-test-app.ts';
import { openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

/** The embedded service implements the partner interface independently of the client that is tested here. */

type Switches = NonNullable<SimulatorOptions['switches']>;

/** A service whose partner interface differs from the defaults (receipt-service.md 4.7, 5.8). */
const awayService = {
  partnerKeyHeader: 'Partner-Key',
  receiptListRoute: 'POST /lists/all?of={userId}&size={take}&from={continuation}',
  receiptPdfRoute: 'GET /pdf/{receiptId}',
  receiptAddRoute: 'PUT /v9/add/{userId}',
  onboardingPrefix: '/v9',
  applicationClientIds: ['app-1', 'app-2'],
  onboardingPlaces: {
    registrationLink: 'result.link',
    vendorCustomerId: null,
    username: 'result.account.name',
    password: 'result.account.secret',
  },
  vendorCustomerIdField: 'number',
} as const satisfies Switches;

const awaySettings = {
  keyHeader: 'Partner-Key',
  listReceipts: 'POST /lists/all?of={userId}&size={take}&from={continuation}',
  receiptPdf: 'GET /pdf/{receiptId}',
  addReceipt: 'PUT /v9/add/{userId}',
  onboardingPrefix: 'v9/',
  take: 2,
  applicationClientId: 'app-2',
  registrationLinkPlace: '/result/link',
  vendorCustomerIdPlace: '/nowhere',
  requestedVendorCustomerIdPlace: '/vendorCustomer/number',
  usernamePlace: '/result/account/name',
  passwordPlace: '/result/account/secret',
} as const satisfies SettingsPatch['partner'];

async function openCustomerService(switches: Switches = {}, partner: SettingsPatch['partner'] = {}): Promise<TestApp> {
  const testApp = await openTestApp({
    posToken: partnerToken,
    settings: { partner },
    simulator: { account: { storeIds: ['store-1'] }, switches: { slowUserChance: 0, ...switches } },
  });
  const { baseUrl } = testApp.settings().service;
  const { partnerKey: key } = testApp.simulator.account;
  unwrap(await testApp.cashier['partner.saveAccess']({ partnerUrl: `${baseUrl}/partner`, key }));
  return testApp;
}

/**
 * Uses every action of Customer service for one user with this number of receipts, deletes the user at the end, and
 * returns the number of pages of receipts.
 */
async function wholeWay(testApp: TestApp, receipts: number): Promise<number> {
  const call = (method: string, path: string, body?: unknown) => callTill(testApp, method, path, body);
  const externalId = 'customer-1';
  const made = await call('POST', '/users', { externalId, loyaltyCards: [{ code: '99', name: 'Club' }] });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: string };
  expect((await call('GET', `/users/${id}/token`)).status).toBe(200);
  for (let nth = 1; nth < receipts; nth += 1) {
    const request = { reference: `r-${nth}`, customer: { externalId }, bill: smallBill(nth) };
    const { id: saleId } = unwrap(await testApp.till.acceptReceipt(request));
    await testApp.delivered(saleId);
  }
  const anonymous = unwrap(await testApp.till.acceptReceipt({ reference: 'anonymous', bill: smallBill(receipts) }));
  const { billId } = await testApp.delivered(anonymous.id);
  expect((await call('POST', `/users/${id}/receipts`, { receiptId: billId })).status).toBe(200);

  const pdf = await call('GET', `/users/${id}/receipts/${billId}/pdf`);
  expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);

  const amounts: number[] = [];
  let continuation: string | null = null;
  let pages = 0;
  do {
    const next: string = continuation === null ? '' : `?continuation=${encodeURIComponent(continuation)}`;
    const reply = await call('GET', `/users/${id}/receipts${next}`);
    expect(reply.status, reply.text).toBe(200);
    const page = reply.body as { items: { amount: number }[]; totalCount: number; continuation: string | null };
    expect(page.totalCount).toBe(receipts);
    amounts.push(...page.items.map(({ amount }) => amount));
    continuation = page.continuation;
    pages += 1;
  } while (continuation !== null);
  expect(amounts.sort((left, right) => left - right)).toEqual(Array.from({ length: receipts }, (_, nth) => nth + 1));

  const form = { vendorCustomer: { number: 'merchant-17' }, invoicingDetails: { iban: 'x' } };
  const onboarded = await call('POST', '/onboarding', form);
  expect(onboarded).toMatchObject({ status: 201, body: { credentialsStored: true } });
  const { vendorCustomerId, registrationLink } = onboarded.body as Record<string, string>;
  const status = () => call('GET', `/onboarding/${vendorCustomerId}`);
  expect((await status()).body).toMatchObject({ type: 'notActivated' });
  await fetch(registrationLink ?? '', { method: 'POST', redirect: 'manual' });
  expect((await status()).body).toMatchObject({ type: 'activated', customerId: expect.any(String) });
  expect((await call('DELETE', `/users/${id}`)).status).toBe(204);
  expect((await call('GET', `/users/${id}/receipts`)).status).toBeGreaterThanOrEqual(400);
  expect(testApp.simulator.ledger().complaints).toEqual([]);
  return pages;
}

test('a till uses all routes of Customer service with the default settings', async () => {
  const testApp = await openCustomerService();
  expect(await wholeWay(testApp, 3)).toBe(1);
});

test('a till uses all routes of Customer service with every setting changed', async () => {
  const testApp = await openCustomerService(awayService, awaySettings);
  // This service has only the changed routes, and refuses a token without one of its application ids.
  expect(await wholeWay(testApp, 5)).toBe(3);
});

test('a till uses all routes of Customer service with a token for the partner scope, which needs one sign-in', async () => {
  const partnerScope = '<SCOPE_BASE>/users offline_access';
  const testApp = await openCustomerService(
    { partnerAccess: 'token', onboardingAccess: 'token', partnerScope },
    { authentication: 'token', tokenScope: partnerScope },
  );
  // This service refuses tokens of the vendor routes.
  await wholeWay(testApp, 3);
  // Three sign-ins: for the vendor routes before and after the change of the address, and for the partner.
  const signedIn = testApp.simulator.ledger().tokenRequests.length;
  expect(signedIn).toBe(3);
  expect((await callTill(testApp, 'POST', '/users', { externalId: 'customer-3' })).status).toBe(201);
  expect(testApp.simulator.ledger().tokenRequests).toHaveLength(signedIn);

  // A 401 refreshes the token and repeats the request once (receipt-service.md 5.6).
  testApp.simulator.revokeAccessTokens();
  expect((await callTill(testApp, 'POST', '/users', { externalId: 'customer-2' })).status).toBe(201);
});
