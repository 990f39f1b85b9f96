import { Agent } from 'node:http';
import fc from 'fast-check';
import { describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { posRoutes } from '../../src-main/api/routes/table.ts';
import { readInput } from '../../src-main/dispatch/read-input.ts';
import { volume } from '../fakes/drawn.ts';
import { posTills } from './pos-api-till.ts';

const { test } = posTills();

const text = (value: string) => Buffer.from(value, 'utf8');

/** `json-body.test.ts` tests every kind of body that cannot be read. */
describe('a body that is not JSON is a 400', () => {
  test('the refusal of a body that is not JSON does not contain the body', async ({ till }) => {
    const reply = await till.call('POST', '/v1/sales', { body: text('{"reference": CANARY') });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain('CANARY');
  });

  test('an empty body is refused as empty, also without a content type', async ({ till }) => {
    const reply = await till.call('POST', '/v1/sales');
    expect(reply).toMatchObject({ status: 400, body: { detail: 'Found an empty body or file. Expected JSON.' } });
  });
});

test.for([
  ['a byte order mark', text('\ufeff{"reference":"a"}')],
  ['a reference in any script', text('{"reference":"Kasse 1 · 売上 🧾 עסקה"}')],
  ['a Ctrl-Z byte and zeros at its end', text('{"reference":"a"}\r\n\u001a\0\0')],
] as const)('a body with %s is accepted', async ([_name, body], { till }) => {
  expect(await till.call('POST', '/v1/sales', { body })).toMatchObject({ status: 201 });
});

const sale = { reference: 'a' };

const routesThatRead = posRoutes.filter(({ body }) => body !== undefined);

describe('JSON that does not fit is a 422 that names the field, the found value and the expected one', () => {
  const text128 = 'text of 1 to 128 characters without control characters.';
  const amount = 'an amount: a number with';

  test.for([
    [null, '', 'null', 'Found null.', 'a JSON object.'],
    [[], '', 'type', 'Found an empty list.', 'a JSON object.'],
    [{}, '/reference', 'missing', 'The field is missing.', text128],
    [{ reference: 7 }, '/reference', 'type', 'Found a number.', text128],
    [{ reference: '' }, '/reference', 'length', 'Found empty text.', text128],
    [{ reference: 'a\u0000b' }, '/reference', 'value', 'Found text of 3 characters.', text128],
    [{ reference: '\ud800' }, '/reference', 'value', 'Found text of 1 character.', text128],
    [{ ...sale, amount: 19.999 }, '/amount', 'decimals', 'Found the number 19.999.', amount],
    [{ ...sale, currency: 'EURO' }, '/currency', 'format', 'Found the text "EURO".', 'a currency code of 3'],
    [{ ...sale, storeId: 's'.repeat(37) }, '/storeId', 'length', 'Found text of 37 characters.', 'text of 1 to 36'],
    [{ ...sale, customer: {} }, '/customer/externalId', 'missing', 'The field is missing.', 'text of at most 256'],
    [{ ...sale, show: 'yes' }, '/show', 'type', 'Found text of 3 characters.', 'true or false.'],
    [{ ...sale, language: 'german!' }, '/language', 'format', 'Found the text "german!".', 'a language tag such as'],
  ] as const)('a sale %j is refused with the field and both values', async (row, { till }) => {
    const [body, path, code, found, expected] = row;
    const reply = await till.call('POST', '/v1/sales', { body: text(JSON.stringify(body)) });
    const message = expect.stringContaining(`${found} Expected ${expected}`);
    expect(reply).toMatchObject({ status: 422, body: { type: 'invalid', errors: [{ path, code, message }] } });
  });

  test.each(routesThatRead)('$method $path answers with messages that name the expected value', ({ body }) => {
    const messagesOf = (sent: object) => {
      const read = readInput(body ?? z.never(), sent);
      return read.ok ? [] : (read.error.fields ?? []).map(({ message }) => message);
    };
    expect(messagesOf([])).not.toEqual([]);
    for (const message of [...messagesOf([]), ...messagesOf({})]) expect(message).not.toMatch(/Invalid|received/);
  });

  test('every field that does not fit is named at once', async ({ till }) => {
    const body = { reference: '', amount: '1', lines: 3 };
    const { errors } = (await till.call('POST', '/v1/sales', { body })).body as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(['/reference', '/amount', '/lines']);
  });

  test('a basket with a quantity that no screen can show is refused, and one with many mistakes gets no larger answer than itself', async ({
    till,
  }) => {
    const sale = await till.call('POST', '/v1/sales', { body: { reference: 'a' } });
    const { id } = sale.body as { id: string };
    const put = (lines: readonly unknown[]) =>
      till.call('PUT', `/v1/sales/${id}/basket`, { body: { lines, total: 1, currency: 'EUR' } });
    const unshowable = await put([{ text: 'a', quantity: 1e308, amount: 1 }]);
    expect(unshowable).toMatchObject({ status: 422, body: { errors: [{ path: '/lines/0/quantity' }] } });
    const reply = await put(Array.from({ length: 200_000 }, () => 1));
    expect(reply.status).toBe(422);
    expect(reply.text.length).toBeLessThan(30_000);
  });
});

test('every query of a list is answered 200 or 422, or 400 for an unknown name', async ({ till }) => {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const { query: schema } = posRoutes.find(({ method, path }) => method === 'GET' && path === '/v1/sales') ?? {};
  const known = Object.keys(schema?.shape ?? {});
  const parts = fc.array(
    fc.tuple(
      fc.constantFrom('reference', 'state', 'from', 'to', 'limit', 'cursor', '__proto__', 'other'),
      fc.string({ unit: 'grapheme' }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(parts, async (query) => {
      const reply = await till.call('GET', `/v1/sales?${new URLSearchParams(query)}`, { agent });
      const isKnown = query.every(([name]) => known.includes(name));
      expect(isKnown ? [200, 422] : [400]).toContain(reply.status);
    }),
    { numRuns: volume(500) },
  );
});
