import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sendReceipt } from '../../src-main/cli/send-receipt.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { callTill, partnerToken, type ReplyScript, receiptId, userId } from './partner-test-app.ts';
import { refusal, smallBill, type TestApp, unwrap } from './test-app.ts';

/** Sends canaries (data of customers, payment data, secrets) through every interface. Each names its interface. */

/** The four values that a receipt can contain. The card numbers have valid check digits. */
const ofReceipt = (interfaceName: string, card: string) => ({
  member: `cnry-${interfaceName}-member`,
  mail: `cnry-${interfaceName}@mail.example`,
  note: `cnry-${interfaceName}-note`,
  card,
});

export const canaries = {
  api: {
    ...ofReceipt('api', '4929476120374017'),
    query: 'cnry-api-query',
    token: 'cnry-api-token',
    broken: 'cnry-api-broken',
  },
  loyalty: { card: 'cnry-loyalty-card' },
  basket: { text: 'cnry-basket-text' },
  folder: ofReceipt('folder', '4556474670906441'),
  script: ofReceipt('script', '4024007103939509'),
  window: {
    ...ofReceipt('window', '4716108999716531'),
    ...{ code: 'cnry-window-code', search: 'cnry-window-search', loyalty: 'cnry-window-loyalty' },
    email: 'cnry-window-typed@mail.example',
    ...{ user: 'cnry-window-user', password: 'cnry-window-password', merchant: 'cnry-merchant@mail.example' },
    ...{ setup: 'cnry-setup-password', pin: '739155' },
  },
  partner: {
    ...{
      member: 'cnry-partner-member',
      card: 'cnry-partner-card',
      access: 'cnry-partner-access',
      refresh: 'cnry-partner-refresh',
    },
    ...{ user: 'cnry-partner-user', password: 'cnry-partner-password' },
  },
} as const;

export type ReceiptWords = ReturnType<typeof ofReceipt>;

/** A bill that names its customer in every possible field. */
const billOf = ({ mail, note }: ReceiptWords, extra: object = {}, number = 'R-1') =>
  smallBill(19.9, {
    head: {
      ...{ number, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } },
      buyer: { name: note, eMailAddress: mail },
    },
    misc: { footerText: note },
    ...extra,
  });

/** The card number is complete, so the bill must be refused and the number must not leave the app. */
const billWithCard = ({ card }: ReceiptWords) =>
  smallBill(19.9, {
    data: {
      ...{ currency: 'EUR', fullAmountInclVat: 19.9 },
      paymentTypes: [{ name: 'Card', amount: 19.9, cardPan: card, 'extension:service': { type: 'CardPayment' } }],
    },
  });

const receiptOf = (words: ReceiptWords, reference: string) => ({
  reference,
  customer: { externalId: words.member },
  buyerInformation: { name: words.note, eMailAddress: words.mail },
  bill: billOf(words, {}, reference),
});

const conflict: ReplyScript = { status: 409, body: { title: `${canaries.partner.member} exists`, status: 409 } };

/** Answers of the partner interface with ids, tokens and passwords, and errors that name a customer. */
export const partnerAnswers: Record<string, ReplyScript> = {
  'POST /partner/api/v3/user': { body: { id: userId } },
  [`GET /partner/api/v3/user/${userId}/token`]: {
    body: {
      id: userId,
      accessToken: canaries.partner.access,
      refreshToken: canaries.partner.refresh,
      expiresIn: '3600',
    },
  },
  [`GET /partner/api/v3/user/${userId}/receipts`]: {
    status: 400,
    body: { title: 'No', detail: canaries.partner.member },
  },
  'POST /partner/onboarding': {
    body: {
      registrationLink: 'https://p.example/1',
      username: canaries.partner.user,
      password: canaries.partner.password,
    },
  },
  [`GET /partner/api/v3/user/${userId}/receipts/${receiptId}/pdf`]: { status: 500 },
  '*': conflict,
};

const refuseNext = (testApp: TestApp, words: ReceiptWords): void =>
  testApp.simulator.faults.add({
    route: 'bill',
    effect: refusal(400, { title: 'Bill invalid', detail: words.mail, errors: { buyer: [words.note] } }),
  });

export async function throughTheApi(testApp: TestApp): Promise<void> {
  const { api, basket, loyalty } = canaries;
  const { bill, reference, ...opening } = receiptOf(api, 'api-1');
  const { body } = await callTill(testApp, 'POST', '/sales', { reference, amount: 19.9, ...opening });
  const { id } = body as { readonly id: string };
  const lines = [{ text: basket.text, amount: 19.9 }];
  await callTill(testApp, 'PUT', `/sales/${id}/basket`, { lines, total: 19.9, currency: 'EUR' });
  await callTill(testApp, 'PUT', `/sales/${id}/loyalty`, { externalUserId: loyalty.card });
  await callTill(testApp, 'PUT', `/sales/${id}/bill`, { bill: billWithCard(api) });
  await callTill(testApp, 'PUT', `/sales/${id}/bill`, { bill, misspelt: api.note });
  await callTill(testApp, 'PUT', `/sales/${id}/bill`, { bill });
  await testApp.delivered(id);
  // One sale stays in attention with the message of the service. The second bill is only checked, never sent.
  refuseNext(testApp, api);
  const refused = await callTill(testApp, 'POST', '/receipts', receiptOf(api, 'api-2'));
  await testApp.sale((refused.body as { readonly id: string }).id, ({ state }) => state === 'attention');
  await callTill(testApp, 'POST', '/receipts/check', {
    bill: billWithCard(api),
    userIdentification: { externalId: api.member },
  });
  await callTill(testApp, 'GET', `/sales?reference=${api.query}&state=${api.query}`);
  for (const token of [api.token, partnerToken]) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = `{"${api.broken}"`;
    await fetch(`${testApp.posApiUrl}/sales?customer=${api.query}`, { method: 'POST', headers, body });
  }
}

export async function throughTheFolder(testApp: TestApp): Promise<void> {
  const { folder } = canaries;
  const drop = async (name: string, content: object): Promise<void> => {
    const answers = [`done/${name}.result.json`, `failed/${name}.problem.json`];
    await testApp.drop(`${name}.json`, content);
    await testApp.until(() => answers.some((path) => existsSync(join(testApp.dataDir, 'inbox', path))));
  };
  await drop('taken', receiptOf(folder, 'file-1'));
  await drop('refused', { ...receiptOf(folder, 'file-2'), bill: billWithCard(folder) });
}

export async function throughTheCommandLine(testApp: TestApp): Promise<string> {
  const { script } = canaries;
  const port = Number(new URL(testApp.posApiUrl ?? '').port);
  const send = (content: object) =>
    sendReceipt(
      { port, token: partnerToken, content: Buffer.from(JSON.stringify(content)), wait: false },
      { fetch: (url, init) => fetch(url, init), clock: systemClock },
    );
  const sent = [
    await send(receiptOf(script, 'script-1')),
    await send({ ...receiptOf(script, 'script-2'), bill: billWithCard(script) }),
  ];
  return sent.map(({ body }) => body).join('\n');
}

/** Returns the answers to a valid and to an invalid set-up code. */
export async function throughTheWindows(testApp: TestApp): Promise<string> {
  const { window: words } = canaries;
  const window = testApp.cashier;
  const { saleId } = unwrap(await window['sale.new']({ amount: 19.9 }));
  await window['sale.identify']({ saleId, code: words.code });
  await window['loyalty.start']({ saleId, externalUserId: words.loyalty });
  unwrap(await window['sale.email']({ saleId, address: words.email }));
  unwrap(await window['sale.confirmEmail']({ saleId }));
  unwrap(await window['sale.pay']({ saleId, vatPercent: 19, payment: 'Cash' }));
  await testApp.delivered(saleId);
  await window['receipts.list']({ search: words.search, state: null, day: null, cursor: null });

  refuseNext(testApp, words);
  const refused = unwrap(await testApp.till.acceptReceipt(receiptOf(words, 'window-1'), 'environment'));
  await testApp.sale(refused.id, ({ state }) => state === 'attention');
  await testApp.repair(refused.id, { '/data/paymentTypes/0/cardPan': words.card });
  unwrap(await window['attention.export']({ saleId: refused.id }));

  const { connection } = unwrap(await window['connection.get'](null));
  const credentials = { username: words.user, password: words.password };
  await window['connection.test']({ connection, credentials });
  await window['connection.save']({ connection, credentials });
  const { baseUrl, authUrl, clientId, scopeBase, storeId } = connection;
  const code = { receiptCompanion: 1, baseUrl, authUrl, clientId, scopeBase, storeId };
  const account = { username: words.user, password: words.setup };
  const read = (more: object) => window['setup.readCode']({ text: JSON.stringify({ ...code, ...account, ...more }) });
  const answers = [await read({}), await read({ stroeId: 'x' })];
  unwrap(await window['pin.change']({ current: null, next: words.pin }));
  unwrap(await window['pin.lock'](null));
  await window['pin.unlock']({ pin: words.pin.slice(1) });
  unwrap(await window['pin.unlock']({ pin: words.pin }));
  return JSON.stringify(answers);
}

export async function throughCustomerService(testApp: TestApp): Promise<void> {
  const { partner, window: words } = canaries;
  const window = testApp.cashier;
  const user = { externalId: partner.member, loyaltyCards: [{ code: partner.card }] };
  unwrap(await window['partner.findOrCreate'](user));
  unwrap(await window['partner.token']({ userId, applicationClientId: null }));
  await callTill(testApp, 'GET', `/users/${userId}/token`);
  await callTill(testApp, 'GET', `/users/${userId}/receipts`);
  await callTill(testApp, 'POST', '/users', user);
  await callTill(testApp, 'POST', `/users/${userId}/receipts`, { receiptId });
  await window['partner.savePdf']({ userId, receiptId });
  const form = { vendorCustomer: { mail: words.merchant, vendorCustomerId: 'm-1' }, invoicingDetails: {} };
  await callTill(testApp, 'POST', '/onboarding', form);
  await callTill(testApp, 'GET', '/onboarding');
}

export async function askForFiles(testApp: TestApp): Promise<void> {
  const window = testApp.cashier;
  const day = new Date(testApp.clock.now()).toISOString().slice(0, 10);
  for (const format of ['csv', 'json'] as const) unwrap(await window['day.export']({ day, format }));
  unwrap(await window['support.write'](null));
}
