import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { startPartnerClient } from './simulator-partner-client.ts';
import { type JsonBody, plainBill, readBody } from './simulator-till.ts';

/** Answers of a service that follows docs/receipt-service.md. Numbers between the rows are sections of that file. */

type Switches = NonNullable<SimulatorOptions['switches']>;
/** Words in braces are ids of `prepared`. In capitals they are the same ids in upper case. */
type Row = readonly [
  request: string,
  body: unknown,
  status: number,
  /** The expected body: a text, or members of JSON. A `title` means that problem details are expected. */
  content: unknown,
  noted?: readonly string[],
];

const strange = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const guid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const text = expect.any(String);
const anything = expect.anything();
const malformed = ['malformed'] as const;

/** One object in every state: receipts, a loyalty transaction, a user with a receipt, a merchant. */
async function prepared(switches: Switches) {
  const asUsual = { knownExternalIds: ['known'] };
  const partner = await startPartnerClient({ switches: asUsual, account: { storeIds: ['north', 'south'] } });
  const { till } = partner;
  const registered = async () => String((await till.register()).billId);
  const [waiting, gone] = [await registered(), await registered()];
  const [stored, cancelled] = [await partner.bill(null, plainBill()), await partner.bill(null, plainBill())];
  for (const id of [gone, cancelled]) await till.call('DELETE', `/v3/bill/${id}`);
  const started = await readBody(await till.call('PUT', '/v3/loyalty/transactions', { externalUserId: 'card' }));
  const [user, other] = [await partner.user('member'), await partner.user('other')];
  const [owned, anonymous] = [await partner.bill('member', plainBill()), await partner.bill(null, plainBill())];
  const { vendorCustomerId } = await partner.onboard();
  const ids = { waiting, gone, stored, cancelled, strange, user, other, owned, anonymous, base: till.baseUrl };
  const more = { loyalty: encodeURIComponent(String(started.transactionId)), merchant: String(vendorCustomerId) };
  till.simulator.setSwitches({ ...asUsual, ...switches });
  return { partner, ids: { ...ids, ...more } as Readonly<Record<string, string>> };
}

function fill(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
      const id = ids[name.toLowerCase()];
      return id === undefined ? braces : name === name.toLowerCase() ? id : id.toUpperCase();
    });
  }
  if (Array.isArray(value)) return value.map((inner) => fill(inner, ids));
  if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value as JsonBody).map(([key, inner]) => [key, fill(inner, ids)]));
}

async function answers(switches: Switches, [request, body, status, content, noted = []]: Row): Promise<void> {
  const { partner, ids } = await prepared(switches);
  const before = partner.till.simulator.ledger().complaints.length;
  const [method = '', path = ''] = String(fill(request, ids)).split(' ');
  const isVendors = path.startsWith('/api/');
  const sent = fill(body, ids);
  const answer = isVendors
    ? await partner.till.call(method, path.slice(4), sent)
    : await partner.ask(method, path.replace('/partner', ''), sent);
  const type = answer.headers.get('content-type');
  const expected = fill(content, ids);
  const found = type?.includes('json') ? await answer.json() : await answer.text();
  expect(answer.status).toBe(status);
  if (typeof expected === 'string' || Object(expected).asymmetricMatch !== undefined) expect(found).toEqual(expected);
  else expect(found).toMatchObject(Object(expected));
  const kind =
    typeof found === 'string' && isVendors ? 'text/plain' : 'title' in Object(expected) ? 'problem+json' : '';
  if (found !== '') expect(type).toContain(kind);
  expect(
    partner.till.simulator
      .ledger()
      .complaints.slice(before)
      .map((one) => one.kind),
  ).toEqual(noted);
}

const titled = (row: Row) =>
  [`${row[0]} ${JSON.stringify(row[1] ?? '').slice(0, 200)} is answered ${row[2]}`, row] as const;

const bill = (more: JsonBody, request: JsonBody = {}) => ({ storeId: 'north', bill: plainBill(more), ...request });
const of = (userIdentification: unknown) => bill({}, { userIdentification });
const url = { type: 'url', billId: guid };
const assigned = { type: 'externalId', isAssigned: true, billId: guid };
const lost = { type: 'pregeneratedbill-notfound', title: 'PreGeneratedBill could not be found.', status: 404 };
const unfit = (...fields: string[]) => ({
  ...{ title: 'One or more validation errors occurred.', status: 400 },
  traceId: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
  errors: Object.fromEntries(fields.map((field) => [field, anything])),
});
const unfitThere = (...fields: string[]) => ({
  ...{ type: 'validation-failed', title: text, status: 400 },
  errors: Object.fromEntries(fields.map((field) => [field, anything])),
});
const registers = 'POST /api/v3/bill/url';
const sends = 'POST /api/v3/bill';
const makesUser = 'POST /partner/api/v3/user';
const onboards = 'POST /partner/onboarding';
const loyalty = '/api/v3/loyalty/transactions';
const list = '/partner/api/v3/user/{user}/receipts';
const noUser = { type: 'user-not-found', title: 'There is no such user.', status: 404 };
const security = { tse: { serialNumber: 'S' }, 'extension:service': { tseFailure: false, tseRequired: true } };
const older = { userId: 'u', loyaltyCardBarcode: 'b' };
const existing = { type: 'user-already-exists', title: text, status: 409 };
const tokens = { id: '{user}', accessToken: text, refreshToken: text, expiresIn: '3600' };
const merchant = { vendorCustomer: {}, invoicingDetails: {} };
const started = {
  ...{ transactionId: text, customerId: text, providerType: text, points: expect.any(Number), providerData: anything },
  activatedRewards: [{ identifier: 'coffee' }, { identifier: 'ten-percent' }],
};

const asItIs: readonly Row[] = [
  // 4.1
  [registers, { storeId: 'north' }, 200, url],
  [registers, { storeId: 'nowhere' }, 404, 'Store not found'],
  ...[
    { userIdentification: { externalId: 'known' } },
    { a: { b: { userIdentification: { externalId: 'known' } } } },
  ].map((buyerInformation): Row => [registers, { storeId: 'north', buyerInformation }, 200, assigned]),
  [registers, { storeId: 'north', buyerInformation: { userIdentification: { externalId: 'x' } } }, 200, url],
  ...[{}, { storeId: '' }, { storeId: 5 }, { storeId: null }].map(
    (body): Row => [registers, body, 400, unfit('storeId'), malformed],
  ),
  [registers, { storeId: 's', buyerInformation: 'x' }, 400, unfit('buyerInformation'), malformed],
  ...[[], '{', ''].map((body): Row => [registers, body, 400, { ...unfit(), errors: anything }, malformed]),
  // 4.2
  [sends, bill({ id: '{waiting}' }), 200, { ...url, url: '{base}/r/{waiting}', billId: '{waiting}' }],
  [sends, bill({ id: '{WAITING}' }), 200, { type: 'url', billId: '{waiting}' }],
  [sends, bill({ id: null }), 200, url],
  [sends, bill({ id: '{stored}' }), 409, 'Bill with id {stored} already exists'],
  [sends, bill({ id: '{STORED}' }), 409, 'Bill with id {STORED} already exists'],
  [sends, bill({ id: '{cancelled}' }), 409, 'Bill with id {cancelled} already exists'],
  [sends, bill({ id: strange }), 404, lost],
  [sends, bill({ id: '{gone}' }), 404, lost],
  [sends, bill({ id: strange }, { storeId: 'nowhere' }), 404, 'Store not found'],
  [sends, bill({ id: '{waiting}' }, { storeId: 'south' }), 200, url, ['suspicious']],
  [sends, of({ externalId: 'known' }), 200, assigned],
  [sends, of({ externalId: 'member' }), 200, assigned],
  ...[{ externalId: 'stranger' }, { externalId: null }, null].map((who): Row => [sends, of(who), 200, url]),
  ['POST /api/v3/bill?DisplayTarget=Screen', bill({}), 200, url],
  ['POST /api/v3/bill?target=1', bill({}), 200, url, malformed],
  [
    sends,
    bill({ data: { currency: 'EURO' } }),
    400,
    unfit('bill.data.currency', 'bill.data.fullAmountInclVat'),
    malformed,
  ],
  [sends, bill({ security }, { userIdentification: older }), 200, url, Array(5).fill('deprecated')],
  [sends, bill({ note: 'x'.repeat(16 * 1024 * 1024) }), 400, { ...unfit(), errors: anything }, malformed],
  // 4.3. Only the ledger shows whether there was anything to cancel.
  ...['stored', 'cancelled', 'strange', 'STORED'].map((id): Row => [`DELETE /api/v3/bill/{${id}}`, undefined, 204, '']),
  ['DELETE /api/v3/bill/nonsense', undefined, 204, '', malformed],
  ['DELETE /api/v3/bill/{stored}', {}, 204, '', malformed],
  // 4.4
  ['POST /api/v3/bill/{stored}/printed', undefined, 200, { billId: '{stored}' }],
  ['POST /api/v3/bill/{strange}/printed', undefined, 404, 'Bill not found'],
  ['POST /api/v3/bill/{waiting}/printed', undefined, 400, { title: 'The bill was not stored yet.' }],
  ['POST /api/v3/bill/{cancelled}/printed', undefined, 400, { title: 'The bill was cancelled.' }],
  ['POST /api/v3/bill/nonsense/printed', undefined, 400, unfit('billId'), malformed],
  // 4.5 and 4.6
  [`PUT ${loyalty}`, { externalUserId: 'card' }, 200, started],
  ...[{}, { externalUserId: '' }, { externalUserId: 7 }, 'nonsense'].map(
    (body): Row => [`PUT ${loyalty}`, body, 400, text, malformed],
  ),
  [`DELETE ${loyalty}/{loyalty}`, undefined, 200, { transactionId: text, status: 'CANCELED' }],
  [`DELETE ${loyalty}/unknown`, undefined, 404, text],
  ['PUT /api/v3/loyalty/club/transactions', { externalUserId: 'card' }, 200, { transactionId: text }, ['deprecated']],
  ['DELETE /api/v3/loyalty/club/transactions/{loyalty}', undefined, 200, { status: 'CANCELED' }, ['deprecated']],
  // Missing objects and routes.
  ['GET /api/v3/bill', undefined, 404, text, malformed],
  ['POST /api/v3/bills', {}, 404, text, malformed],
  ...['POST /partner/api/user', 'POST /partner/v3/user', 'POST /partner/api/v3/onboarding'].map(
    (request): Row => [request, { externalId: 'a' }, 404, 'Not found', malformed],
  ),
  ['DELETE /partner/api/v3/user/{user}', undefined, 404, 'Not found', malformed],
  ['GET /partner/api/user/{user}/token', undefined, 404, 'Not found', malformed],
  // 4.7
  [makesUser, { externalId: 'new', loyaltyCards: [{ code: '4', name: 'Club' }] }, 200, { id: guid }],
  ...['member', 'known'].map((externalId): Row => [makesUser, { externalId }, 409, existing]),
  [makesUser, '{', 400, unfitThere('body'), malformed],
  ...[{}, { externalId: '' }, { externalId: 7 }].map(
    (body): Row => [makesUser, body, 400, unfitThere('externalId'), malformed],
  ),
  [makesUser, { externalId: 'a', loyaltyCards: {} }, 400, unfitThere('loyaltyCards'), malformed],
  [makesUser, { externalId: 'a', loyaltyCards: ['1'] }, 400, unfitThere('loyaltyCards[0]'), malformed],
  [makesUser, { externalId: 'a', loyaltyCards: [{ code: 5 }] }, 400, unfitThere('loyaltyCards[0].code'), malformed],
  ['GET /partner/api/v3/user/{USER}/token', undefined, 200, tokens],
  ['GET /partner/api/v3/user/{strange}/token', undefined, 404, noUser],
  ['DELETE /partner/api/user/{user}', undefined, 204, ''],
  ['DELETE /partner/api/user/{strange}', undefined, 404, noUser],
  [`GET ${list}`, undefined, 200, [{ receiptId: '{owned}' }]],
  ...['?take=0', '?take=x', '?take=-1'].map(
    (query): Row => [`GET ${list}${query}`, undefined, 400, unfitThere('take'), malformed],
  ),
  [`GET ${list}?continuation=nonsense`, undefined, 400, unfitThere('continuation'), malformed],
  [`POST ${list}`, { receiptId: '{ANONYMOUS}' }, 200, expect.stringMatching(/^[0-9a-f-]{36}$/)],
  [`POST ${list}`, { receiptId: '{owned}' }, 200, text],
  ['POST /partner/api/v3/user/{other}/receipts', { receiptId: '{owned}' }, 409, { title: text }],
  ['POST /partner/api/v3/user/{strange}/receipts', { receiptId: '{anonymous}' }, 404, noUser],
  [`POST ${list}`, { receiptId: '{waiting}' }, 404, { title: text }],
  [`POST ${list}`, { receiptId: 'nothing' }, 404, { title: text }],
  [`POST ${list}`, { receiptId: 7 }, 400, unfitThere('receiptId'), malformed],
  ...[{}, { vendorCustomer: 'Shop', invoicingDetails: [] }].map(
    (form): Row => [onboards, form, 400, unfitThere('vendorCustomer', 'invoicingDetails'), malformed],
  ),
  [onboards, { ...merchant, stores: {} }, 400, unfitThere('stores'), malformed],
  [onboards, { ...merchant, stores: ['one'] }, 400, unfitThere('stores[0]'), malformed],
  ['GET /partner/onboarding/vendorCustomerId/{merchant}', undefined, 200, { type: 'notActivated', customerId: guid }],
  ['GET /partner/onboarding/vendorCustomerId/nobody', undefined, 404, { title: 'There is no such customer.' }],
];
test.each(asItIs.map(titled))('%s', (_what, row) => answers({}, row));

const switched: readonly [Switches, ...Row][] = [
  [{ selfGeneratedIds: true }, sends, bill({ id: strange }), 200, { ...url, billId: strange }],
  [{ loyaltyUsers: ['other'] }, `PUT ${loyalty}`, { externalUserId: 'card' }, 404, text],
  [{ loyaltyModule: false }, `PUT ${loyalty}`, { externalUserId: 'card' }, 403, text],
  [{ loyaltyModule: false }, `DELETE ${loyalty}/{loyalty}`, undefined, 403, text],
  ...(
    [
      [['app-1', 'app-2'], '', 400],
      [['app-1', 'app-2'], '?applicationClientId=app-2', 200],
      [['app-1', 'app-2'], '?applicationClientId=app-3', 400],
      [['app-2'], '', 200],
      [['app-2'], '?applicationClientId=app-3', 400],
      [[], '?applicationClientId=app-3', 200],
    ] as const
  ).map(([applicationClientIds, query, status]): [Switches, ...Row] => [
    { applicationClientIds },
    `GET /partner/api/v3/user/{user}/token${query}`,
    undefined,
    status,
    status === 200 ? { id: '{user}' } : { type: 'application-unknown', title: text },
  ]),
  [{ vendorCustomerIdField: 'number' }, onboards, merchant, 400, { title: text }, malformed],
];
test.each(switched.map(([switches, ...row]) => [JSON.stringify(switches), ...titled(row), switches] as const))(
  'a service with %s: %s',
  (_how, _what, row, switches) => answers(switches, row),
);
