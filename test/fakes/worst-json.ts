/**
 * JSON texts of about `size` bytes in the shapes that cost a careless reader most. They are refused late, so that they
 * pass as many readers as possible.
 */
type Make = (size: number) => string;

/** `{`, as many members as fit, and `}`. */
const members = (member: (index: number) => string): Make =>
  function make(size) {
    const all: string[] = [];
    for (let length = 2; length < size; length += (all.at(-1)?.length ?? 0) + 1) all.push(member(all.length));
    return `{${all.join(',')}}`;
  };

/** One member whose value fills the body. */
const long = (start: string, piece: string, end: string): Make => {
  return (size) =>
    `{${start}${piece.repeat(Math.max(1, Math.floor((size - start.length - end.length) / piece.length)))}${end}}`;
};

const nested = `${'[{"a":'.repeat(25)}1${'}]'.repeat(25)}`;

/** Values that any body may contain. */
export const worstObjects: Readonly<Record<string, Make>> = {
  'unknown members near a known name': members((index) => `"storeI${index}":1`),
  'unknown members of a word each': members((index) => `"customer_${index}":"x"`),
  'one key again and again': members(() => '"cardNumber":"x"'),
  'nesting up to the limit': members((index) => `"k${index}":${nested}`),
  'nesting without an end': (size) => `{"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`,
  'short texts of escapes': members((index) => `"e${index}":"\\\\\\"\\u0041\\n"`),
  'a text of backslashes': long('"e":"', '\\\\', '"'),
  'a text of escaped quotes': long('"e":"', '\\"', '"'),
  'a text of spaces': long('"e":"x', ' ', 'x"'),
  'a whole number of many digits': long('"n":1', '0', '1'),
  'a fraction of many digits': long('"n":0.1', '0', '1'),
  'a fraction of many other digits': long('"n":0.', '10', '1'),
  'many numbers of many digits': members((index) => `"n${index}":0.10000000000000000000000000000000000001`),
  'digits like cards': long('"cardNumber":"', '4111 1111 1111 1112 ', '"'),
  'single digits like a card': long('"cardNumber":"', '4-', '"'),
  'digits of another script': long('"cardNumber":"', '٤ ', '"'),
  'many masked cards': members((index) => `"c${index}":{"cardPan":"************111${index % 10}"}`),
  'words of a prototype': members((index) => `"constructor${index}":{"constructor":{"x":1}}`),
  'a long key': long('"', 'creditCardNumber ', '":1'),
  'names of a buyer': members((index) => `"buyer${index}":{"buyer":{"format":""}}`),
};

const head = '"date":"2026-01-05T10:00:00+01:00"';
const money = '"currency":"EUR","fullAmountInclVat":19.9';

const bill = (parts: {
  readonly head?: string;
  readonly data?: string;
  readonly misc?: string;
  readonly more?: string;
}) =>
  `"head":{${head}${parts.head ?? ''}},"data":{${money}${parts.data ?? ''}},"security":{},"misc":{"extension:service":{"receiptType":"EInvoice"${parts.misc ?? ''}}}${parts.more ?? ''}`;

const listIn = (place: 'data' | 'misc', name: string, entry: (index: number) => string): Make =>
  function make(size) {
    const all: string[] = [];
    for (let length = 0; length < size; length += (all.at(-1)?.length ?? 0) + 1) all.push(entry(all.length));
    return `{${bill({ [place]: `,"${name}":[${all.join(',')}]` })}}`;
  };

const line = (index: number, more = '', extension = ''): string =>
  `{"text":"x","item":{"number":1,"quantity":1,"pricePerUnit":1.234},"fullAmountInclVat":1${more},"extension:service":{"sequenceNumber":${index},"type":"Default"${extension}}}`;

const pieces = (size: number, piece: string): string => piece.repeat(Math.floor(size / piece.length)).slice(0, -1);

/** Bills with lists that fill the body. */
export const worstBills: Readonly<Record<string, Make>> = {
  'VAT rows with three decimals': listIn(
    'data',
    'vatAmounts',
    () => '{"percentage":19,"inclVat":1.19,"exclVat":1.001,"vat":0.191}',
  ),
  'nulls in every line': listIn('data', 'lines', (index) =>
    line(index, ',"deliveryPeriodStart":null', ',"isReturn":null'),
  ),
  'lines with their own VAT': listIn('data', 'lines', (index) =>
    line(index, ',"vatAmounts":[{"percentage":19,"inclVat":1,"exclVat":0.841,"vat":0.159}]'),
  ),
  'lines that are wrong': listIn('data', 'lines', () => '{"text":1}'),
  'lines of an unknown kind': listIn('data', 'lines', (index) => line(index).replace('Default', `Kind ${index}`)),
  'lines of one key again and again': listIn('data', 'lines', (index) => line(index, ',"text":"x"')),
  'payments with noise': listIn(
    'data',
    'paymentTypes',
    () => '{"name":"x","amount":0.30000000000000004,"extension:service":{"type":1}}',
  ),
  'payments in foreign currencies': listIn(
    'data',
    'paymentTypes',
    () =>
      '{"name":"x","amount":1,"foreignAmount":1.12345678,"foreignCurrency":"abc","extension:service":{"type":"Cash"}}',
  ),
  'discounts of a line': (size) =>
    `{${bill({ data: `,"lines":[${line(1, '', `,"discounts":[${pieces(size, '{"id":null,"type":0},')}]`)}]` })}}`,
  'sublines of a line': (size) =>
    `{${bill({ data: `,"lines":[${line(1, '', `,"sublines":[${pieces(size, '{"a":{"b":1.10}},')}]`)}]` })}}`,
  'custom sections': listIn('misc', 'customSections', () => '{"position":1,"section":1,"data":{"a":1.10}}'),
  'coupons with bad dates': listIn(
    'misc',
    'afterSalesCoupons',
    () => '{"title":"x","codeType":1,"code":"x","redeemStartDate":"2026"}',
  ),
  'a date of many digits': (size) => `{${bill({}).replace('10:00:00', `10:00:00.${'1'.repeat(size)}`)}}`,
  'a receipt number of many characters': (size) => `{${bill({ head: `,"number":"${' 1'.repeat(size / 2)}"` })}}`,
};
