import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readProblem } from '../../../src-main/service/answer-body.ts';
import * as described from '../../../src-main/service/described.ts';
import {
  createDeviations,
  members,
  type ReadAnswer,
  type Reader,
  readAnswer,
  rows,
} from '../../../src-main/service/reader.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { billId, otherId, url } from './scripted-service.ts';

const { addedReceipt, loyaltyStart, namedBill, receiptList, registration, storedBill, user } = described;
const pointers = ({ deviations }: ReadAnswer<unknown>) => deviations.map(({ pointer }) => pointer);
const read = <T>(reader: Reader<T>, body: unknown) => reader(JSON.stringify(body));

describe('a stored bill', () => {
  test.each([
    ['as described', { type: 'url', url, billId }, 'url', []],
    ['with undocumented members', { type: 'url', url, billId, isAssigned: null, more: {} }, 'url', []],
    ['assigned', { type: 'externalId', isAssigned: true, billId, url: null }, 'assigned', []],
    ['assigned to an older user id', { type: 'userId', isAssigned: true, billId }, 'assigned', []],
    ['assigned to a bank card', { type: 'bankCard', isAssigned: true, billId }, 'assigned', []],
    ['with a number as its type', { type: 0, url, billId }, 'url', ['/type']],
    ['with an unknown type', { type: 'somethingNew', isAssigned: true, billId }, 'assigned', ['/type']],
    ['without a type', { url, billId }, 'url', ['/type']],
    ['with only its id', { billId }, 'stored', ['/type', '/url']],
    ['with isAssigned false', { type: 'externalId', isAssigned: false, billId }, 'stored', ['/isAssigned']],
    ['with an unsafe address', { type: 'url', url: 'https://a@evil.invalid/', billId }, 'stored', ['/url']],
    ['with a member billid beside billId', { type: 'url', url, billid: otherId, billId }, 'url', []],
    ['with capitalised member names', { Type: 'url', URL: url, BillId: billId }, 'url', ['/Type', '/URL', '/BillId']],
    ['in capitals', { Type: 'bankCard', IsAssigned: true, url, billId }, 'assigned', ['/Type', '/IsAssigned']],
    ['wrapped in an object', { result: { type: 'url', url, billId } }, 'url', ['']],
    ['in a list', [{ type: 'url', url, billId }], 'url', ['']],
    ['with another bill inside', { type: 'url', url, billId, of: { url, billId: otherId } }, 'url', []],
    ['inside "data", without a type', { success: true, data: { url, billId } }, 'url', ['', '/*/type']],
  ])('is read from an answer: %s', (_what, body, type, deviations) => {
    const reading = read(storedBill, body);
    expect(reading.value).toMatchObject({ type, billId });
    expect(pointers(reading)).toEqual(deviations);
  });

  const other = { billId: otherId };
  test.each([
    {},
    [],
    null,
    7,
    { a: { billId }, b: other },
    [{ billId }, other],
    { billId: 7 },
    { data: {}, billId: 'x' },
    [[{ billId }]],
    { a: { b: { billId } } },
  ])('is not confirmed by %j', (body) => {
    const { value, deviations } = read(storedBill, body);
    expect(value).toBeNull();
    expect(deviations).not.toEqual([]);
  });
});

const wrong = (found: string, expected: string, pointer = '') => ({ pointer, found, expected });

test('a difference is reported with its place, its kind and the expected value', () => {
  const kinds = 'externalId or userId or bankCard';
  const cases = [
    [storedBill, 7, wrong('number', 'object')],
    [storedBill, { Type: 'url', url, billId }, wrong('another spelling', 'type', '/Type')],
    [storedBill, { type: 'url' }, wrong('absent', 'string', '/url'), wrong('absent', 'string', '/billId')],
    [storedBill, { data: { type: 'url', url, billId } }, wrong('object around it', 'object')],
    [storedBill, { type: 'other', isAssigned: true, billId }, wrong('string', kinds, '/type')],
    [
      storedBill,
      { type: 'url', url: [], billId: null },
      wrong('array', 'string', '/url'),
      wrong('null', 'string', '/billId'),
    ],
    [namedBill, [billId], wrong('array around it', 'string')],
    [addedReceipt, '', wrong('string', 'Too small: expected string to have >=1 characters')],
    [addedReceipt, { receiptId: 'R' }, wrong('object around it', 'string')],
    [receiptList, { items: [] }, wrong('object around it', 'array')],
    [receiptList, 7, wrong('number', 'array')],
    [receiptList, [{ receiptId: 'R' }, 7], wrong('number', 'object', '/1')],
    [receiptList, [{ receiptId: 'R', vendorAddress: { city: [] } }], wrong('array', 'string', '/0/vendorAddress/city')],
  ] as const;
  for (const [reader, body, ...deviations] of cases) expect(read<unknown>(reader, body).deviations).toEqual(deviations);
});

test('one wrong row does not hide the other rows', () => {
  const { value, deviations } = read(rows(user), [
    { id: billId },
    { id: 7 },
    { id: otherId },
    { data: { id: billId } },
  ]);
  expect(value).toEqual([{ id: billId }, { id: otherId }]);
  expect(deviations).toEqual([wrong('number', 'string', '/1/id'), wrong('absent', 'string', '/3/id')]);
});

test('an id is read alone or in an object', () => {
  for (const text of [billId, ` ${billId}\n`, `"${billId}"`, `{"id":"${billId}"}`, `{"billId":"${billId}"}`])
    expect(namedBill(text)).toEqual({ value: { billId }, deviations: [] });
});

test('an id that is a number is read as text with every digit, and a permitted integer is no deviation', () => {
  const text = '{"transactionId":12345678901234567890,"customerId":4711,"providerType":3,"points":12.5}';
  const { value, deviations } = loyaltyStart(text);
  expect(value).toMatchObject({
    ...{ transactionId: '12345678901234567890', customerId: '4711', providerType: '3', points: 12.5 },
  });
  expect(deviations).toEqual([{ pointer: '/transactionId', found: 'number', expected: 'string' }]);
  expect(loyaltyStart('{"transactionId":"T","customerId":12345678901234567890}').value?.customerId).toBe(
    '12345678901234567890',
  );
});

test('each deviation of a route is reported once, the rows of a list count as one place, and the number is limited', () => {
  const log = createTestLog();
  const { report, list } = createDeviations(log);
  const at = (pointer: string) => ({ pointer, found: 'null', expected: 'string' });
  report('a', [at('/0/date'), at('/1/date'), at('/date')]);
  report('a', [at('/7/date')]);
  report('b', [at('/0/date')]);
  expect(log.lines.map(({ fields }) => [fields.route, fields.pointer])).toEqual([
    ['a', '/*/date'],
    ['a', '/date'],
    ['b', '/*/date'],
  ]);
  expect(list().map(({ count }) => count)).toEqual([3, 1, 1]);
  for (let index = 0; index < 1_000; index += 1) report('c', [at(`/x${index}`)]);
  expect(log.lines).toHaveLength(200);
});

test('any 2xx except a web page is read, and a different status or type is reported', () => {
  const log = createTestLog();
  const deviations = createDeviations(log);
  const readAs = (route: string, status: number, text: string, contentType = 'application/json') =>
    readAnswer(storedBill, 200)({ kind: 'http', status, contentType, text }, (found) =>
      deviations.report(route, found),
    );
  const described = `{"type":"url","url":"${url}","billId":"${billId}"}`;
  expect(readAs('a', 200, described)).toMatchObject({ value: { billId } });
  expect(log.lines).toEqual([]);
  expect(readAs('a', 202, described)).toMatchObject({ value: { billId } });
  expect(log.lines.map(({ fields }) => fields)).toEqual([{ route: 'a', ...wrong('HTTP 202', 'HTTP 200') }]);
  expect(readAs('b', 200, '<p>')).toMatchObject({ reason: 'not-the-service' });
  expect(log.lines).toHaveLength(1);
  expect(readAs('c', 200, '{}')).toMatchObject({ reason: 'not-understood' });
  readAs('d', 200, described, 'text/plain');
  expect(log.lines.at(-1)?.fields).toEqual({ route: 'd', ...wrong('another content type', 'application/json') });
});

test('a deviation contains no sent data, and no answer or problem makes a reader throw', () => {
  const canary = 'canaryvalue';
  const part = fc.oneof(fc.constant(canary), fc.constant({ [canary]: canary }), fc.jsonValue());
  const names = ['type', 'url', 'billId', 'isAssigned', 'transactionId', 'points', 'errors', canary];
  const body = fc.record(Object.fromEntries(names.map((name) => [name, part])), { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(body, part, fc.tuple(body)), (answer) => {
      for (const reader of [registration, storedBill, namedBill, loyaltyStart] as readonly Reader<unknown>[])
        expect(JSON.stringify(read(reader, answer).deviations)).not.toContain(canary);
      const { errors } = readProblem({ status: 400, contentType: '', text: JSON.stringify(answer) });
      expect(errors.map(({ path }) => path).filter((path) => path !== '' && !path.startsWith('/'))).toEqual([]);
    }),
  );
});

describe('the reading of an answer has a limit', () => {
  test.each([
    ['[', '{},', '{}]'],
    ['[', '1,', '1]'],
    ['[', `{"x":"${'y'.repeat(30)}"},`, '{}]'],
    ['{', '"a":{},', '"x":{}}'],
    ['{"billId":[', '[],', '[]]}'],
    ['{"errors":[', `[{},"${'y'.repeat(300)}"],`, '[]]}'],
  ])('a MiB of values or rows is not read one by one: %s%s', (begin, piece, end) => {
    const text = begin + piece.repeat(Math.floor((1024 * 1024 - begin.length - end.length) / piece.length)) + end;
    let looks = 0;
    const counted = z.custom(() => {
      looks += 1;
      return false;
    });
    const counting = [members({ billId: counted }, ['billId']), rows(members({ a: counted }, ['a']))];
    const readers = Object.values(described).filter((reader) => typeof reader === 'function');
    for (const reader of [...readers, ...counting]) reader(text);
    expect(looks).toBeLessThan(10_000);
    expect(readProblem({ status: 400, contentType: '', text }).errors.length).toBeLessThanOrEqual(50);
  });

  test('all receipts that fit into an answer are read, even if there are more than a page was asked for', () => {
    const address = { street: 'Market Street 1', city: 'Berlin', postalCode: '10115', countryCode: 'DE' };
    const head = { receiptId: billId, storeId: otherId, amount: 19.9, currency: 'EUR', imageResource: null };
    const row = { ...head, date: '2025-05-31T14:05:00+02:00', vendorName: 'Shop', vendorAddress: address };
    const list = Array.from({ length: Math.floor((1024 * 1024) / (JSON.stringify(row).length + 1)) }, () => row);
    expect(list.length).toBeGreaterThan(3_000);
    expect(read(receiptList, list)).toMatchObject({ value: { length: list.length }, deviations: [] });
    const many = read(
      receiptList,
      Array.from({ length: 5_001 }, () => ({ receiptId: 'R' })),
    ).deviations;
    expect(many.at(-1)).toEqual({ pointer: '', found: '5001 entries', expected: 'at most 5000' });
  });
});
