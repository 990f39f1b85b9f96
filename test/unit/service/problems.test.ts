import { describe, expect, test } from 'vitest';
import { pointerGuess, readProblem } from '../../../src-main/service/answer-body.ts';
import { rawNumber } from '../../../src-main/shared/json-text.ts';

const read = (body: unknown, status = 400) =>
  readProblem({ status, contentType: 'application/problem+json', text: JSON.stringify(body) });

describe('problem details', () => {
  test('are read completely', () => {
    const body = {
      type: 'https://service.invalid/problems/Bill-Invalid',
      title: 'The bill is not valid.',
      status: 400,
      detail: 'See errors.',
      instance: '/x',
      traceId: '00-abc',
      hint: { id: rawNumber('12345678901234567890') },
      nothing: null,
      errors: { 'Bill.Data.Currency': ['Must have 3 characters.', 'Is not known.'], '': 'Nothing fits.' },
    };
    expect(read(body)).toEqual({
      status: 400,
      type: 'bill-invalid',
      title: 'The bill is not valid.',
      detail: 'See errors.',
      traceId: '00-abc',
      extensions:
        '{"type":"https://service.invalid/problems/Bill-Invalid","instance":"/x","hint":{"id":12345678901234567890}}',
      errors: [
        { path: '/bill/data/currency', message: 'Must have 3 characters.' },
        { path: '/bill/data/currency', message: 'Is not known.' },
        { path: '', message: 'Nothing fits.' },
      ],
    });
  });

  test.each([
    [{ propertyName: 'Bill.Head.Date', errorMessage: 'Missing.' }],
    [{ field: 'Bill.Head.Date', message: 'Missing.' }],
    [{ Path: '$.bill.head.date', Message: 'Missing.' }],
    [{ pointer: '/bill/head/date', detail: 'Missing.' }],
    [{ name: 'bill.head.date', messages: ['Missing.'] }],
  ])('errors in an array of objects are read: %j', (entry) => {
    expect(read({ errors: [entry] }).errors).toMatchObject([{ path: '/bill/head/date', message: 'Missing.' }]);
  });

  test('errors in an array of sentences are read', () => {
    expect(read({ errors: ['Missing date.', null] }).errors).toMatchObject([
      { path: '', message: 'Missing date.' },
      { path: '', message: '' },
    ]);
  });

  test.each(['about:blank', '', null, 7, '/'])('the type %j is dropped; a number is read as text', (type) => {
    expect(read({ type }).type).toBe(type === 7 ? '7' : null);
  });
});

describe('other bodies', () => {
  test('plain text and a JSON string are the detail', () => {
    for (const text of ['Store not found', '"Store not found"']) {
      expect(readProblem({ status: 404, contentType: 'text/plain', text })).toMatchObject({
        title: 'HTTP 404',
        detail: 'Store not found',
        type: null,
      });
    }
  });

  test.each([
    { message: 'Shop is closed' },
    { Message: 'Shop is closed' },
    { error: 'Shop is closed' },
    { error: { code: 17, message: 'Shop is closed' } },
  ])('a sentence of the service in %j is preserved', (body) => {
    expect(read(body)).toMatchObject({ title: 'HTTP 400', detail: 'Shop is closed' });
  });

  test('a web page contains no message of the service', () => {
    const text = '<html><body>Store not found</body></html>';
    expect(readProblem({ status: 404, contentType: 'text/html', text }).detail).not.toContain('Store');
    expect(readProblem({ status: 404, contentType: '', text: `\n${text}` }).detail).not.toContain('Store');
  });

  test('an empty body yields no text', () => {
    expect(readProblem({ status: 403, contentType: '', text: '' })).toMatchObject({ title: 'HTTP 403', detail: '' });
  });
});

test.each([
  ['Bill.Data.Lines[0].Item.Quantity', '/bill/data/lines/0/item/quantity'],
  ['$.bill.data.lines[12].text', '/bill/data/lines/12/text'],
  ["$['bill']['misc']['extension:service'].receiptType", '/bill/misc/extension:service/receiptType'],
  ['Bill.Head.Buyer.EMailAddress', '/bill/head/buyer/eMailAddress'],
  ['URLValue.VAT', '/urlValue/vat'],
  ['a/b~c', '/a~1b~0c'],
  ['/bill/Data', '/bill/Data'],
  ['$', ''],
  ['', ''],
])('the name %s becomes the pointer %j', (name, pointer) => {
  expect(pointerGuess(name)).toBe(pointer);
});

test('long and hostile texts become short and harmless', () => {
  const errors = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`F${index}`, ['x'.repeat(9_000)]]));
  const problem = read({
    title: `a\u0000b\u001b[31m\n\u202e\u200b${'x'.repeat(9_000)}`,
    detail: '\ud83d\ude00'.repeat(900),
    errors,
  });
  expect(problem.title).toMatch(/^a b \[31m x+…$/);
  expect(problem.title.length).toBeLessThanOrEqual(200);
  expect(problem.detail.length).toBeLessThanOrEqual(1000);
  expect(problem.detail.isWellFormed()).toBe(true);
  expect(problem.errors).toHaveLength(50);
  expect(Math.max(...problem.errors.map(({ message }) => message.length))).toBeLessThanOrEqual(500);
});
