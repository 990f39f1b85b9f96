import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { folderOfFile } from '../fakes/temp-folder.ts';
import { trainingFailures } from '../fakes/training-failures.ts';
import { listen } from './event-stream.ts';
import { type Call, type HttpReply, send as sendCall } from './pos-api-till.ts';
import { posClient, posToken, spawnProgram, type TestProgram, training } from './program.ts';
import { numberedBill, smallBill } from './small-bill.ts';

/** An independent validator compares the answers of a running app with both OpenAPI documents. */

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown; readonly examples?: object }>>;
  };
  readonly security: readonly unknown[];
}

const documents = ['openapi.json', 'openapi-3.0.json'].map((name) => {
  const file = join(import.meta.dirname, '../../docs', name);
  const document = JSON.parse(readFileSync(file, 'utf8'));
  // A member that is not described counts as a mismatch. The bill is excluded, because it is a till's input.
  for (const [part, schema] of Object.entries<Record<string, unknown>>(document.components.schemas)) {
    if (schema.properties !== undefined && !/^Bill|Request$|^Problem$/.test(part))
      schema.additionalProperties ??= false;
  }
  // OpenAPI 3.1 is JSON Schema 2020-12. Ajv also knows the older draft of 3.0 with `nullable`.
  const ajv = name === 'openapi.json' ? new Ajv2020({ strict: false }) : new Ajv({ strict: false });
  addFormats.default(ajv, ['date-time', 'uuid', 'binary']);
  ajv.addSchema(document, 'api');
  return { name, document, ajv };
});
const operations = Object.entries<Record<string, Operation>>(documents[0]?.document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
);

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

function mismatches({ document, ajv }: (typeof documents)[number], path: string, method: string, answer: Answer) {
  const place = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)];
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[answer.status];
  if (described === undefined) return [`status ${answer.status} is not described`];
  const shared = described.$ref?.split('/').at(-1);
  const response = shared === undefined ? described : document.components.responses[shared];
  const at = shared === undefined ? place : ['components', 'responses', shared];
  const type = (answer.headers['content-type'] ?? '').replace(/;.*/, '');
  const [expected] = Object.keys(response?.content ?? {});
  if ((expected ?? '') !== type) return [`content type ${type}, described ${expected}`];
  if (answer.headers['x-request-id'] === undefined) return ['no X-Request-Id'];
  if (!/json|event-stream/.test(type)) return [];
  const $ref = `api#/${[...at, 'content', type, 'schema'].map(escaped).map(encodeURIComponent).join('/')}`;
  return ajv.validate({ $ref }, JSON.parse(answer.text)) ? [] : [ajv.errorsText()];
}

type Answer = Pick<HttpReply, 'status' | 'headers' | 'text'>;
interface Sent extends Call {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: string;
}

const dataDir = folderOfFile();
let app: TestProgram;
let pos: ReturnType<typeof posClient>;
let port = 0;
let control = '';
let pairingCode = '';
async function start(...more: readonly string[]): Promise<void> {
  app = spawnProgram('src-main/headless.ts', training(dataDir, '--control', ...more), {
    RECEIPT_COMPANION_POS_TOKEN: posToken,
  });
  const ready: Readonly<Record<string, unknown>> = await app.ready;
  const posApi = String(ready.posApi);
  port = Number(new URL(posApi).port);
  control = String(ready.controlUrl);
  pairingCode = (ready.pairing as { readonly code: string } | undefined)?.code ?? '';
  pos = posClient(posApi);
}
beforeAll(async () => {
  await start('--pair', 'Till 2');
  await pos.untilPoolHas(5);
});
afterEach(() => recovers());
afterAll(async () => {
  await app.end('SIGKILL');
});

function send(method: string, path: string, { params = {}, query = '', ...call }: Sent): Promise<Answer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? unknownId));
  return sendCall(port, posToken, method, filled + query, call);
}

const unknownId = '00000000-0000-4000-8000-000000000000';
/** The compared answers as `operation status type`. */
const kinds = new Set<string>();
const differences: string[] = [];

function operationOf(operationId: string) {
  const operation = operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  return operation;
}

/** Compares the events of a stream until that of a sale that is opened meanwhile. */
async function listenOnce(lastEventId?: string): Promise<void> {
  const { status, response, next } = await listen({ port, token: posToken }, lastEventId);
  expect(status).toBe(200);
  await open();
  for (let name = ''; name !== 'sale'; ) {
    const { name: event = 'sale', ...more } = (await next()) ?? {};
    name = event;
    const text = JSON.stringify({ event, ...more });
    compare(operationOf('streamEvents'), { status, headers: response.headers, text });
  }
}

async function ask(
  operationId: string,
  status: number | readonly number[],
  sent: Sent = {},
): Promise<Record<string, unknown>> {
  const operation = operationOf(operationId);
  const { path, method, requestBody } = operation;
  const { example, examples = {} } = requestBody?.content['application/json'] ?? {};
  const [first]: readonly { readonly value: unknown }[] = Object.values(examples);
  const answer = await send(method, path, { body: example ?? first?.value, ...sent });
  compare(operation, answer);
  expect([status].flat(), `${operationId}: ${answer.text.slice(0, 400)}`).toContain(answer.status);
  return /json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(answer.text) : {};
}

function compare({ operationId, path, method }: (typeof operations)[number], answer: Answer): void {
  const isProblem = answer.headers['content-type'] === 'application/problem+json';
  kinds.add(`${operationId} ${answer.status} ${isProblem ? JSON.parse(answer.text).type : ''}`.trim());
  for (const document of documents) {
    const found = mismatches(document, path, method, answer);
    differences.push(...found.map((text) => `${document.name} ${operationId} ${answer.status}: ${text}`));
  }
}

/** The answer to any request of a till, which is compared, too. */
async function call(method: string, path: string, body?: unknown, headers: Sent['headers'] = {}) {
  const operation = operations.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`/v1${path}`),
  );
  if (operation === undefined) throw new Error(`there is no operation ${method} ${path}`);
  const answer = await send(method, `/v1${path}`, { ...(body !== undefined && { body }), headers });
  compare(operation, answer);
  return { status: answer.status, body: JSON.parse(answer.text) as Sale };
}

type Sale = Record<string, unknown>;

const { fails, switchOff, recovers } = trainingFailures(() => control);
const fault = async (route: string, effect: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ route, effect, times: 5 });
  const answer = await fetch(`${control}/faults`, { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([204, '']);
};
let last = 0;
const open = async () => {
  last += 1;
  const { id } = await ask('openSale', 201, { body: { reference: `T-${last}`, amount: 19.9 } });
  return { params: { id } };
};
const bill = () => ({ bill: smallBill(19.9, { misc: { footerText: `Receipt ${last}` } }) });

test('every operation refuses invalid requests with the expected status', async () => {
  for (const operation of operations) {
    const { path, method } = operation;
    const compared = async (status: number, sent: Sent, by = method) => {
      const answer = await send(by, path, sent);
      compare(operation, answer);
      expect([operation.operationId, answer.status]).toEqual([operation.operationId, status]);
    };
    await compared(403, { headers: { host: 'other.example' } });
    await compared(403, { headers: { origin: 'https://other.example' } });
    await compared(405, {}, 'OPTIONS');
    await compared(413, { body: Buffer.alloc(1_100_000, ' ') });
    await compared(415, { body: Buffer.from('a'), headers: { 'content-type': 'text/plain' } });
    if (method !== 'GET') await compared(400, { body: Buffer.from('{') });
    if (operation.security.length > 0) {
      await compared(401, { headers: { authorization: undefined } });
      await compared(401, { headers: { authorization: 'Bearer unknown' } });
    }
    if (operation.requestBody !== undefined) await compared(422, { body: [] });
    if (operation.parameters.some((one) => one.in === 'query')) await compared(400, { query: '?unknown=1' });
  }
});

test('the requests about a sale get answers with the expected status', async () => {
  await ask('pair', 403, { body: { code: '00000000', name: 'Till 2' } });
  await ask('pair', 200, { body: { code: pairingCode, name: 'Till 2' } });
  const sale = await open();
  await ask('setBasket', 204, sale);
  await ask('showSale', 204, sale);
  await ask('checkReceipt', 200);
  await ask('checkReceipt', 200, { body: { bill: {} } });
  await ask('startLoyalty', 200, sale);
  await ask('startLoyalty', 409, sale);
  await ask('cancelLoyalty', 200, sale);
  await ask('cancelLoyalty', 200, sale);
  await ask('putBill', 422, { ...sale, body: { bill: {} } });
  await ask('putBill', 202, { ...sale, body: bill() });
  await ask('startLoyalty', 409, sale);
  for (const operation of ['changeSale', 'setBasket']) await ask(operation, 409, sale);
  await ask('acceptReceipt', 202, { body: { reference: 'R-1', bill: smallBill(7) } });
  await ask('acceptReceipt', 409, { body: { reference: 'R-1', bill: smallBill(8) } });
  await ask('listSales', 200, { query: '?limit=2' });
  await ask('listSales', 422, { query: '?limit=0' });
  const ofSale = ['getSale', 'cancelSale', 'showSale', 'markPrinted', 'cancelLoyalty', 'setBasket', 'startLoyalty'];
  for (const operation of [...ofSale, 'changeSale']) await ask(operation, 404);
  await ask('putBill', 404, { body: bill() });
  await ask('getSale', 404, { params: { id: 'T-1' } });
  for (const operation of ['getStatus', 'getHealth', 'getDescription', 'getDocs', 'getClient']) {
    await ask(operation, 200);
  }
  for (const lastEventId of [undefined, 'unknown']) await listenOnce(lastEventId);
  await ask('getProof', 200, { query: '?nonce=0123456789abcdef0123456789abcdef' });
  await ask('getProof', 422, { query: '?nonce=1' });
});

test('the requests get answers with the expected status while the service fails', async () => {
  for (const [fail, status] of [
    [() => switchOff('loyaltyModule'), 403],
    [() => fails('loyaltyFailed'), 502],
    [() => fails('offline'), 502],
    [() => fails('unavailable'), 502],
  ] as const) {
    const sale = await open();
    await fail();
    await ask('startLoyalty', status, sale);
    await recovers();
    await ask('getSale', 200, sale);
  }
  const sale = await open();
  await ask('startLoyalty', 200, sale);
  await fails('offline');
  await ask('cancelLoyalty', 503, sale);
  await ask('putBill', 202, { ...sale, body: bill() });
  await ask('getStatus', 200);
  await recovers();
});

test('the requests about users and onboarding get answers with the expected status', async () => {
  const { id } = await ask('createUser', 201);
  await ask('createUser', 409);
  const user = { params: { id } };
  await ask('getUserToken', 200, user);
  await ask('listUserReceipts', 200, user);
  await ask('listUserReceipts', 422, { ...user, query: '?take=0' });
  const { externalId } = { externalId: 'customer-0001' };
  const own = await ask('acceptReceipt', 202, {
    body: { reference: 'U-1', customer: { externalId }, bill: smallBill(3) },
  });
  const { billId } = await pos.sale(own.id, ({ state }) => state === 'delivered');
  await ask('getReceiptPdf', 200, { params: { id, receiptId: billId } });
  await ask('getReceiptPdf', 404, user);
  const free = await ask('acceptReceipt', 202, { body: { reference: 'U-2', bill: smallBill(4) } });
  const { billId: receiptId } = await pos.sale(free.id, ({ state }) => state === 'delivered');
  await ask('addUserReceipt', 200, { ...user, body: { receiptId } });
  await ask('addUserReceipt', 404, user);
  await ask('listUserReceipts', 200, { ...user, query: '?take=1' });
  await ask('getCurrentOnboarding', 404);
  const { vendorCustomerId } = await ask('startOnboarding', 201);
  await ask('startOnboarding', 409);
  await ask('getCurrentOnboarding', 200);
  await ask('getOnboarding', 200, { params: { vendorCustomerId } });
  await ask('getOnboarding', 404, { params: { vendorCustomerId: 'unknown' } });
  await ask('discardOnboarding', 204);
  for (const operation of ['getUserToken', 'listUserReceipts', 'addUserReceipt', 'deleteUser'])
    await ask(operation, 404);
  const failing = {
    ...{ userCreate: 'createUser', userToken: 'getUserToken', userDelete: 'deleteUser' },
    ...{ receiptList: 'listUserReceipts', receiptPdf: 'getReceiptPdf', receiptAdd: 'addUserReceipt' },
    ...{ onboarding: 'startOnboarding', onboardingStatus: 'getOnboarding' },
  };
  for (const route of Object.keys(failing)) await fault(route, { kind: 'status', status: 500 });
  const params = { id, receiptId, vendorCustomerId };
  await Promise.all(Object.values(failing).map((operation) => ask(operation, [502, 503], { params })));
  await recovers();
  await ask('deleteUser', 204, user);
});

/** The go-live list of docs/pos/errors-and-limits.md. */
const newBill = (amount = 19.9) => {
  last += 1;
  return numberedBill(`N-${last}`, amount);
};
const opened = async (): Promise<Sale> => {
  last += 1;
  return (await call('POST', '/sales', { reference: `T1-${last}`, amount: 19.9, currency: 'EUR' })).body;
};
const paid = ({ id }: Sale, bill = newBill()) => call('PUT', `/sales/${id}/bill`, { bill });
const read = async ({ id }: Sale): Promise<Sale> => (await call('GET', `/sales/${id}`)).body;
const becomes = async (sale: Sale, state: string): Promise<Sale> => {
  await pos.sale(sale.id, (now) => now.state === state);
  return read(sale);
};
const statusNow = async (): Promise<Sale> => (await call('GET', '/status')).body;
/** Waits for pooled ids before the failure begins, so that a missing id does not change the answers. */
const begins = async (name: string): Promise<void> => {
  await pos.untilPoolHas(2);
  await fails(name);
};
const waitsOut = async (failure: string): Promise<void> => {
  await begins(failure);
  const sale = await opened();
  expect(sale).toMatchObject({ state: 'open', url: expect.any(String) });
  expect(await paid(sale)).toMatchObject({ status: 202 });
  expect(await read(sale)).toMatchObject({ state: 'queued' });
  await recovers();
  expect(await becomes(sale, 'delivered')).toMatchObject({ url: sale.url });
};

const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  'A sale is opened': async () =>
    expect(await opened()).toMatchObject({ state: 'open', url: expect.stringMatching(/^http/) }),
  'The same is sent again': async () => {
    const { id, reference } = await opened();
    const again = await call('POST', '/sales', { reference, amount: 19.9, currency: 'EUR' });
    expect(again).toMatchObject({ status: 200, body: { id } });
  },
  'The same with another amount': async () => {
    const { reference } = await opened();
    const other = await call('POST', '/sales', { reference, amount: 5, currency: 'EUR' });
    expect(other).toMatchObject({ status: 409, body: { type: 'conflict', detail: expect.stringContaining('PATCH') } });
  },
  'The amount changes': async () => {
    const { id, url } = await opened();
    expect(await call('PATCH', `/sales/${id}`, { amount: 5 })).toMatchObject({ status: 200, body: { url, amount: 5 } });
  },
  'The bill is sent': async () => {
    const sale = await opened();
    expect(await paid(sale)).toMatchObject({ status: 202 });
    expect(await becomes(sale, 'delivered')).toMatchObject({ url: sale.url });
  },
  'The bill is sent again': async () => {
    const [sale, bill] = [await opened(), newBill()];
    await paid(sale, bill);
    expect(await paid(sale, bill)).toMatchObject({ status: 202, body: { id: sale.id } });
  },
  'Another bill for the same sale': async () => {
    const sale = await opened();
    await paid(sale);
    expect(await paid(sale)).toMatchObject({ status: 409, body: { type: 'conflict' } });
  },
  'A receipt without a sale before': async () => {
    last += 1;
    const sent = await call('POST', '/receipts', { reference: `T1-${last}`, bill: newBill() });
    expect(sent).toMatchObject({ status: 202 });
    await becomes(sent.body, 'delivered');
  },
  'A return': async () => {
    const sale = await opened();
    expect(await paid(sale, newBill(-5))).toMatchObject({ status: 202 });
    await becomes(sale, 'delivered');
  },
  'A field is wrong': async () => {
    const wrong = await call('POST', '/sales', { reference: 'wrong', amount: 'five', currency: 'EUR' });
    expect(wrong).toMatchObject({ status: 422, body: { type: 'invalid', errors: [{ path: '/amount' }] } });
  },
  'The customer goes': async () => {
    const sale = await opened();
    expect(await call('DELETE', `/sales/${sale.id}`)).toMatchObject({ body: { state: 'cancelled' } });
  },
  'The receipt is printed': async () => {
    const sale = await opened();
    await paid(sale);
    await call('POST', `/sales/${sale.id}/printed`);
    await pos.sale(sale.id, ({ printed }) => printed !== null && printed !== 'queued');
  },
  'The network is down': () => waitsOut('offline'),
  'The service is down': () => waitsOut('unavailable'),
  'The service is slow': () => waitsOut('slow'),
  'The service refuses a bill': async () => {
    await begins('attention');
    const sale = await opened();
    await paid(sale);
    expect(await becomes(sale, 'attention')).toMatchObject({ attention: { status: 422 } });
    expect(await paid(sale)).toMatchObject({ status: 202 });
    await becomes(sale, 'delivered');
  },
  'The service has lost the id': async () => {
    await begins('codeReplaced');
    const sale = await opened();
    await paid(sale);
    const delivered = await becomes(sale, 'delivered');
    expect(delivered).toMatchObject({ qrReplaced: true });
    expect(delivered.url).not.toBe(sale.url);
  },
  'The answer to a bill is lost': async () => {
    await begins('answerLost');
    const sale = await opened();
    await paid(sale);
    expect(await becomes(sale, 'delivered')).toMatchObject({ url: sale.url, qrReplaced: false });
  },
  'The loyalty provider does not know the customer': async () => {
    await switchOff('loyaltyUsers');
    const { id } = await opened();
    const unknown = await call('PUT', `/sales/${id}/loyalty`, { externalUserId: 'loyalty-0001' });
    expect(unknown).toMatchObject({ status: 404, body: { type: 'loyalty-user-unknown' } });
    await recovers();
  },
  'The service has signed the shop out': async () => {
    await pos.untilPoolHas(2);
    await switchOff('acceptsSignIn');
    const sale = await opened();
    expect(await paid(sale)).toMatchObject({ status: 202 });
    await expect.poll(statusNow).toMatchObject({ service: 'signInNeeded' });
    expect(await read(sale)).toMatchObject({ state: 'queued' });
    await recovers();
  },
  'The app is not running at payment': async () => {
    const [sale, bill] = [await opened(), newBill()];
    await app.end('SIGTERM');
    await expect(paid(sale, bill)).rejects.toThrow('ECONNREFUSED');
    // The case 'The queue is full' needs a queue for one receipt.
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ delivery: { maxWaiting: 1 } }));
    await start();
    await expect.poll(statusNow).toMatchObject({ outbox: { queued: 0 } });
    expect(await paid(sale, bill)).toMatchObject({ status: 202, body: { id: sale.id } });
    await becomes(sale, 'delivered');
  },
  'No address is left': async () => {
    await begins('offline');
    let sale = await opened();
    while (sale.url !== null) sale = await opened();
    expect(sale).toMatchObject({ state: 'open', assigned: false });
    await recovers();
    await pos.sale(sale.id, ({ url }) => url !== null);
  },
  'The token is no longer valid': async () => {
    const { id } = await opened();
    const bill = newBill();
    const pay = (token: string) => call('PUT', `/sales/${id}/bill`, { bill }, { authorization: `Bearer ${token}` });
    expect(await pay('removed')).toMatchObject({ status: 401, body: { type: 'not-paired' } });
    expect(await pay(posToken)).toMatchObject({ status: 202, body: { id } });
    await becomes({ id }, 'delivered');
  },
  'The queue is full': async () => {
    await begins('offline');
    const [first, second, bill] = [await opened(), await opened(), newBill()];
    expect(await paid(first)).toMatchObject({ status: 202 });
    expect(await paid(second, bill)).toMatchObject({ status: 507, body: { type: 'queue-full' } });
    expect(await read(second)).toMatchObject({ state: 'open' });
    await recovers();
    await becomes(first, 'delivered');
    expect(await paid(second, bill)).toMatchObject({ status: 202 });
    await becomes(second, 'delivered');
  },
  'The day ends': async () => {
    await begins('offline');
    await paid(await opened());
    expect(await statusNow()).toMatchObject({ outbox: { queued: 1, attention: 0 } });
    await recovers();
    await expect.poll(statusNow).toMatchObject({ outbox: { queued: 0, attention: 0 } });
  },
  'A loyalty start gets no answer': async () => {
    const sale = await opened();
    await begins('loyaltyUnanswered');
    const unknown = await call('PUT', `/sales/${sale.id}/loyalty`, { externalUserId: 'loyalty-0001' });
    expect(unknown).toMatchObject({ status: 502, body: { type: 'outcome-unknown', outcome: 'unknown' } });
    expect(await paid(sale)).toMatchObject({ status: 202 });
    await becomes(sale, 'delivered');
  },
};

test.each(Object.entries(cases))('%s: the till gets the answer of the go-live list', async (_name, run) => {
  await run();
});

test('the go-live list in the documents matches the table of this test', () => {
  const doc = readFileSync(join(import.meta.dirname, '../../docs/pos/errors-and-limits.md'), 'utf8');
  const rows = [...doc.matchAll(/^\| \d{1,2} \| ([^|]+) \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(cases));
});

test('in training the receipt of the example customer `customer-assigned` goes to the account of that customer', async () => {
  last += 1;
  const customer = { externalId: 'customer-assigned' };
  const sale = (await call('POST', '/sales', { reference: `T1-${last}`, amount: 19.9, customer })).body;
  await paid(sale);
  expect(await becomes(sale, 'delivered')).toMatchObject({ assigned: true, url: null });
});

test('every operation succeeded once, and no answer of the tests above differs from either OpenAPI document', () => {
  const succeeded = new Set([...kinds].filter((kind) => / 2\d\d$/.test(kind)).map((kind) => kind.split(' ')[0]));
  expect(operations.map(({ operationId }) => operationId).filter((one) => !succeeded.has(one))).toEqual([]);
  console.log(`${kinds.size} kinds of answers, ${operations.length} operations, ${differences.length} mismatches`);
  expect(differences).toEqual([]);
  // The comparison must notice a wrong type and an undescribed member.
  const headers = { 'content-type': 'application/json', 'x-request-id': '1' };
  for (const text of ['{"ok":1}', '{"ok":true,"more":1}']) {
    for (const document of documents) {
      expect(mismatches(document, '/v1/health', 'GET', { status: 200, headers, text })).toHaveLength(1);
    }
  }
});
