import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { trainingFailures } from '../fakes/training-failures.ts';
import { posClient, posToken, spawnProgram, type TestProgram } from './program.ts';
import { smallBill } from './small-bill.ts';

/** An independent validator compares the answers of a running app with both OpenAPI documents. */

type Content = Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
type Response = { readonly $ref?: string; readonly content?: Content };
interface RequestExamples {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters: readonly { readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, RequestExamples>> };
  readonly security: readonly unknown[];
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Record<string, { properties?: object; additionalProperties?: unknown; allOf?: unknown }>;
  };
}

const documents = ['openapi.json', 'openapi-3.0.json'].map((name) => {
  const file = join(import.meta.dirname, '../../docs', name);
  const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
  // A member that is not described counts as a mismatch. The bill is excluded, because it is a till's input.
  for (const [part, schema] of Object.entries(document.components.schemas)) {
    if (schema.properties !== undefined && !/^Bill|Request$|^Problem$/.test(part))
      schema.additionalProperties ??= false;
  }
  // OpenAPI 3.1 is JSON Schema 2020-12. Ajv also knows the older draft of 3.0 with `nullable`.
  const ajv = name === 'openapi.json' ? new Ajv2020({ strict: false }) : new Ajv({ strict: false });
  addFormats.default(ajv, ['date-time', 'uuid', 'binary']);
  ajv.addSchema(document, 'api');
  return { name, document, ajv };
});
const operations = Object.entries(documents[0]?.document.paths ?? {}).flatMap(([path, methods]) =>
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
  const values = type === 'text/event-stream' ? eventsIn(answer.text) : [JSON.parse(answer.text)];
  return values.flatMap((value) => (ajv.validate({ $ref }, value) ? [] : [ajv.errorsText()]));
}

const eventsIn = (text: string): readonly unknown[] =>
  [...text.matchAll(/^event: (\w+)\nid: (\S+)\ndata: (.*)$/gm)].map(([, event, id, data = '']) => ({
    ...{ event, id, data: JSON.parse(data) },
  }));

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
interface Sent {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Called when the answer begins. The test of the stream opens a sale here, so that the stream has an event. */
  readonly begun?: () => unknown;
}

const dataDir = mkdtempSync(join(tmpdir(), 'live-answers-'));
let app: TestProgram;
let pos: ReturnType<typeof posClient>;
let base = '';
let control = '';
let pairing = '';
beforeAll(async () => {
  const options = ['--training', '--control', '--pos-port', '0', '--data-dir', dataDir, '--pair', 'Till 2'];
  app = spawnProgram('src-main/headless.ts', options, { RECEIPT_COMPANION_POS_TOKEN: posToken });
  const ready = await app.ready;
  base = ready.posApi?.replace(/\/v1$/, '') ?? '';
  control = ready.controlUrl ?? '';
  pairing = JSON.stringify(ready.pairing);
  pos = posClient(ready.posApi ?? '');
  await pos.untilPoolHas(5);
});
afterEach(() => recovers());
afterAll(async () => {
  await app.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function send(
  method: string,
  path: string,
  { params = {}, query = '', body, headers = {}, begun }: Sent,
): Promise<Answer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? unknownId));
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    authorization: `Bearer ${posToken}`,
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const outgoing = request(`${base}${filled}${query}`, { method, headers: given, agent: false }, (incoming) => {
      begun?.();
      let text = '';
      const done = () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      incoming.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        // A stream does not end, so its first events suffice.
        if (incoming.headers['content-type']?.startsWith('text/event-stream') && eventsIn(text).length > 0) {
          done();
          outgoing.destroy();
        }
      });
      incoming.on('end', done);
    });
    outgoing.setTimeout(5_000, () => outgoing.destroy(new Error(`no answer to ${method} ${filled}`)));
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

const unknownId = '00000000-0000-4000-8000-000000000000';
/** The compared answers as `operation status type`. */
const kinds = new Set<string>();
const differences: string[] = [];

async function ask(
  operationId: string,
  status: number | readonly number[],
  sent: Sent = {},
): Promise<Record<string, unknown>> {
  const operation = operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  const { path, method, requestBody } = operation;
  const { example, examples = {} } = requestBody?.content['application/json'] ?? {};
  const [first] = Object.values(examples);
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
    await compared(413, { body: ' '.repeat(1_100_000) });
    await compared(415, { body: 'a', headers: { 'content-type': 'text/plain' } });
    if (method !== 'GET') await compared(400, { body: '{' });
    if (operation.security.length > 0) {
      await compared(401, { headers: { authorization: undefined } });
      await compared(401, { headers: { authorization: 'Bearer unknown' } });
    }
    if (operation.requestBody !== undefined) await compared(422, { body: [] });
    if (operation.parameters.some((one) => one.in === 'query')) await compared(400, { query: '?unknown=1' });
  }
});

test('the requests about a sale get answers with the expected status', async () => {
  const { code } = /"code":"(?<code>\d{8})"/.exec(pairing)?.groups ?? { code: pairing.replaceAll('"', '') };
  await ask('pair', 403, { body: { code: '00000000', name: 'Till 2' } });
  await ask('pair', 200, { body: { code, name: 'Till 2' } });
  const sale = await open();
  await ask('openSale', 200, { body: { reference: `T-${last}`, amount: 19.9 } });
  await ask('openSale', 409, { body: { reference: `T-${last}`, amount: 5 } });
  await ask('changeSale', 200, { ...sale, body: { amount: 21.9 } });
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
  await ask('putBill', 409, { ...sale, body: { bill: smallBill(5) } });
  await ask('startLoyalty', 409, sale);
  for (const operation of ['changeSale', 'setBasket']) await ask(operation, 409, sale);
  await ask('markPrinted', 202, sale);
  await ask('cancelSale', 202, sale);
  await ask('acceptReceipt', 202, { body: { reference: 'R-1', bill: smallBill(7) } });
  await ask('acceptReceipt', 202, { body: { reference: 'R-1', bill: smallBill(7) } });
  await ask('acceptReceipt', 409, { body: { reference: 'R-1', bill: smallBill(8) } });
  await ask('listSales', 200, { query: '?limit=2' });
  await ask('listSales', 422, { query: '?limit=0' });
  for (const [operation, body] of [
    ...['getSale', 'cancelSale', 'showSale', 'markPrinted', 'cancelLoyalty', 'setBasket', 'startLoyalty'].map((one) => [
      one,
    ]),
    ['changeSale', { amount: 5 }],
    ['putBill', bill()],
  ] as [string, unknown?][]) {
    await ask(operation, 404, { params: { id: unknownId }, ...(body !== undefined && { body }) });
  }
  await ask('getSale', 404, { params: { id: 'T-1' } });
  for (const operation of ['getStatus', 'getHealth', 'getDescription', 'getDocs', 'getClient']) {
    await ask(operation, 200);
  }
  await ask('streamEvents', 200, { begun: open });
  await ask('streamEvents', 200, { headers: { 'last-event-id': 'unknown' } });
  await ask('getProof', 200, { query: '?nonce=0123456789abcdef0123456789abcdef' });
  await ask('getProof', 422, { query: '?nonce=1' });
});

test('the requests get answers with the expected status while the service fails', async () => {
  const attention = await open();
  await fails('attention');
  await ask('putBill', 202, { ...attention, body: bill() });
  await pos.sale(attention.params.id, ({ state }) => state === 'attention');
  await ask('getSale', 200, attention);
  await ask('listSales', 200, { query: '?state=attention' });
  const replaced = await open();
  await fails('codeReplaced');
  await ask('putBill', 202, { ...replaced, body: bill() });
  await pos.sale(replaced.params.id, ({ qrReplaced }) => qrReplaced === true);
  await ask('getSale', 200, replaced);
  for (const [fail, status] of [
    [() => switchOff('loyaltyUsers'), 404],
    [() => switchOff('loyaltyModule'), 403],
    [() => fails('loyaltyUnanswered'), 502],
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
  await ask('lookAtOnboarding', 404);
  const { vendorCustomerId } = await ask('startOnboarding', 201);
  await ask('startOnboarding', 409);
  await ask('lookAtOnboarding', 200);
  await ask('getOnboarding', 200, { params: { vendorCustomerId } });
  await ask('getOnboarding', 404, { params: { vendorCustomerId: 'unknown' } });
  await ask('endOnboarding', 204);
  for (const operation of ['getUserToken', 'listUserReceipts', 'addUserReceipt', 'deleteUser'])
    await ask(operation, 404);
  for (const [route, operation] of [
    ...[
      ['userCreate', 'createUser'],
      ['userToken', 'getUserToken'],
      ['userDelete', 'deleteUser'],
    ],
    ...[
      ['receiptList', 'listUserReceipts'],
      ['receiptPdf', 'getReceiptPdf'],
      ['receiptAdd', 'addUserReceipt'],
    ],
    ...[
      ['onboarding', 'startOnboarding'],
      ['onboardingStatus', 'getOnboarding'],
    ],
  ] as const) {
    await fault(String(route), { kind: 'status', status: 500 });
    await ask(String(operation), [502, 503], { params: { id, receiptId, vendorCustomerId } });
    await fetch(`${control}/faults`, { method: 'DELETE' });
  }
  await ask('deleteUser', 204, user);
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
