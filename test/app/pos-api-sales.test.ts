import { describe, expect } from 'vitest';
import { failed } from '../../src-main/shared/result.ts';
import { saleResourceSchema } from '../../src-main/shared/till-view.ts';
import { type HttpReply, type PosTill, posTills } from './pos-api-till.ts';

const { test } = posTills();

const idOf = (reply: HttpReply) => saleResourceSchema.parse(reply.body).id;

async function openSale(till: PosTill, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return idOf(await till.call('POST', '/v1/sales', { body: { reference: 'T1-1', ...more } }));
}

describe('opening a sale', () => {
  test('a new reference is answered 201 with the sale and its address', async ({ till }) => {
    const request = { reference: 'T1-1', storeId: 'store-9', amount: 19.9, currency: 'EUR' };
    const reply = await till.call('POST', '/v1/sales', { body: request });
    expect(reply.status).toBe(201);
    expect(saleResourceSchema.parse(reply.body)).toMatchObject({ ...request, state: 'open' });
    expect(reply.headers.location).toBe(`/v1/sales/${idOf(reply)}`);
    expect((await till.call('GET', reply.headers.location ?? '')).body).toEqual(reply.body);
  });

  test('a bug is a 500 without details, and a line in the log', async ({ till }) => {
    const { log, random } = till.shared;
    const { uuid } = random;
    random.uuid = () => {
      throw new Error('CANARY in /some/file.ts');
    };
    const reply = await till.call('POST', '/v1/sales', { body: { reference: 'T1-1' } });
    random.uuid = uuid;
    expect(reply).toMatchObject({ status: 500, body: { type: 'internal' } });
    expect(reply.text).not.toMatch(/CANARY|\.ts/);
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'action-failed' }));
  });
});

describe('reading sales', () => {
  test('a time offset whose plus sign was not encoded is understood', async ({ till }) => {
    expect(await till.call('GET', '/v1/sales?from=2026-01-05T00:00:00+01:00')).toMatchObject({ status: 200 });
  });

  test.for([
    ['limit=0', 'the text "0"'],
    ['limit=201', 'the text "201"'],
    ['limit=1.5', 'the text "1.5"'],
    ['limit=1&limit=2', 'a list of length 2'],
    ['state=paid', 'the text "paid"'],
    ['from=yesterday', 'text of 9 characters'],
    ['to=2026-01-05T00:00:00', 'text of 19 characters'],
    ['reference=', 'empty text'],
    ['cursor=abc', 'text of 3 characters'],
  ] as const)(
    'the query %s is answered 422 with the name of the field, and %s as found',
    async ([query, found], { till }) => {
      const reply = await till.call('GET', `/v1/sales?${query}`);
      const message = expect.stringContaining(`Found ${found}. Expected `);
      expect(reply).toMatchObject({ status: 422, body: { errors: [{ path: `/${query.split('=')[0]}`, message }] } });
    },
  );
});

describe('a sale in progress', () => {
  test('a till that sends a content type but no body is understood if no body is needed', async ({ till }) => {
    const path = `/v1/sales/${await openSale(till)}/show`;
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    expect(await till.call('POST', path, { headers })).toMatchObject({ status: 204 });
    expect(await till.call('POST', path, { body: {} })).toMatchObject({ status: 204 });
  });

  test('an id in capital letters is the same id', async ({ till }) => {
    const id = await openSale(till);
    expect(await till.call('GET', `/v1/sales/${id.toUpperCase()}`)).toMatchObject({ status: 200, body: { id } });
  });
});

const body = { externalUserId: 'loyalty-0001' };

test.for([
  ['outcomeUnknown', 502, { type: 'outcome-unknown', outcome: 'unknown' }],
  ['offline', 502, { type: 'not-started', outcome: 'notStarted' }],
  ['refused', 502, { type: 'refused', outcome: 'notStarted' }],
  ['signInNeeded', 503, { type: 'sign-in-needed', outcome: 'notStarted' }],
  ['loyaltyNotActive', 403, { type: 'loyalty-not-active' }],
  ['loyaltyUserUnknown', 404, { type: 'loyalty-user-unknown' }],
] as const)(
  'a loyalty start that ends in %s reports whether it may be tried again',
  async ([code, status, expected], { till }) => {
    till.app.failNext('till.startLoyalty', failed(code, 'words of the app'));
    const reply = await till.call('PUT', `/v1/sales/${await openSale(till)}/loyalty`, { body });
    expect(reply).toMatchObject({ status, body: expected });
    expect(reply.body).toHaveProperty('detail', 'words of the app');
    expect(Object.hasOwn(reply.body as object, 'outcome')).toBe('outcome' in expected);
  },
);
