import { describe, expect, test } from 'vitest';
import { channels } from '../../src-main/lib/bridge.ts';
import { inputMaxBytes, type SenderEvent } from '../../src-main/shell/ipc.ts';
import { cashier, customer, openTestDoor, saleId, top } from './ipc-door.ts';

const ownProto: unknown = JSON.parse('{"amount":1,"__proto__":{"admin":true}}');
const cyclic: Record<string, unknown> = { amount: 1 };
cyclic.self = cyclic;

const hostile: readonly (readonly [string, SenderEvent, unknown, unknown, string, string])[] = [
  [
    'a window that main did not open',
    { ...cashier, sender: { id: 99 } },
    'sale.new',
    { amount: 1 },
    'notAllowed',
    'unknown-window',
  ],
  ['a frame that is gone', { ...cashier, senderFrame: null }, 'sale.new', { amount: 1 }, 'notAllowed', 'frame-gone'],
  [
    'a sub-frame of the own page',
    { ...cashier, senderFrame: { origin: 'app://cashier', parent: top('app://cashier') } },
    'sale.new',
    { amount: 1 },
    'notAllowed',
    'sub-frame',
  ],
  [
    'a foreign origin',
    { ...cashier, senderFrame: top('https://example.invalid') },
    'sale.new',
    { amount: 1 },
    'notAllowed',
    'wrong-origin',
  ],
  [
    "the other window's origin",
    { ...cashier, senderFrame: top('app://customer') },
    'sale.new',
    { amount: 1 },
    'notAllowed',
    'wrong-origin',
  ],
  [
    'an origin that only begins like ours',
    { ...cashier, senderFrame: top('app://cashier.example.invalid') },
    'sale.new',
    { amount: 1 },
    'notAllowed',
    'wrong-origin',
  ],
  [
    'an origin in other letters',
    { ...cashier, senderFrame: top('APP://cashier') },
    'sale.new',
    { amount: 1 },
    'notAllowed',
    'wrong-origin',
  ],
  [
    'an opaque origin',
    { ...cashier, senderFrame: top('null') },
    'sale.new',
    { amount: 1 },
    'notAllowed',
    'wrong-origin',
  ],
  ['a file', { ...cashier, senderFrame: top('file://') }, 'sale.new', { amount: 1 }, 'notAllowed', 'wrong-origin'],
  ['a customer window that plays cashier', customer, 'sale.new', { amount: 1 }, 'notAllowed', 'wrong-role'],
  ['a cashier window that plays customer', cashier, 'screen.painted', { rev: 1 }, 'notAllowed', 'wrong-role'],
  ['__proto__ as a name', cashier, '__proto__', null, 'notFound', 'unknown-action'],
  ['constructor as a name', cashier, 'constructor', null, 'notFound', 'unknown-action'],
  ['toString as a name', cashier, 'toString', null, 'notFound', 'unknown-action'],
  ['hasOwnProperty as a name', cashier, 'hasOwnProperty', null, 'notFound', 'unknown-action'],
  ['a name that is not there', cashier, 'sale.everything', null, 'notFound', 'unknown-action'],
  ['an empty name', cashier, '', null, 'notFound', 'unknown-action'],
  ['no name', cashier, undefined, undefined, 'notFound', 'unknown-action'],
  ['a number as a name', cashier, 0, null, 'notFound', 'unknown-action'],
  ['a list that reads like a name', cashier, ['sale.new'], { amount: 1 }, 'notFound', 'unknown-action'],
  ['a name of what only tills may ask', cashier, 'till.openSale', { reference: 'a' }, 'notAllowed', 'wrong-role'],
  [
    'an object that reads like a name',
    cashier,
    { toString: () => 'sale.new' },
    { amount: 1 },
    'notFound',
    'unknown-action',
  ],
  ['an input above the limit', cashier, 'pairing.revoke', { id: 'x'.repeat(inputMaxBytes) }, 'invalid', 'too-large'],
  [
    'an input above the limit in bytes, not letters',
    cashier,
    'pairing.revoke',
    { id: '€'.repeat(inputMaxBytes / 2) },
    'invalid',
    'too-large',
  ],
  ['a cycle', cashier, 'sale.new', cyclic, 'invalid', 'not-json'],
  ['a big integer', cashier, 'sale.new', { amount: 1n }, 'invalid', 'not-json'],
  ['no input', cashier, 'sale.new', undefined, 'invalid', 'not-json'],
  ['null where an object belongs', cashier, 'sale.new', null, 'invalid', 'input'],
  ['an object where nothing belongs', cashier, 'pairing.stop', {}, 'invalid', 'input'],
  ['a text as an amount', cashier, 'sale.new', { amount: '12.50' }, 'invalid', 'input'],
  ['not a number as an amount', cashier, 'sale.new', { amount: Number.NaN }, 'invalid', 'input'],
  ['a negative amount', cashier, 'sale.new', { amount: -1 }, 'invalid', 'input'],
  ['three decimals', cashier, 'sale.new', { amount: 1.005 }, 'invalid', 'input'],
  ['a list as the input', cashier, 'sale.new', [{ amount: 1 }], 'invalid', 'input'],
  ['an extra key', cashier, 'sale.new', { amount: 1, admin: true }, 'invalid', 'input'],
  ['an own __proto__ key', cashier, 'sale.new', ownProto, 'invalid', 'input'],
  ['a map as the input', cashier, 'sale.show', new Map([['saleId', saleId]]), 'invalid', 'input'],
  ['an id that is no id', cashier, 'sale.show', { saleId: '../../etc' }, 'invalid', 'input'],
  [
    'a form that there is not',
    cashier,
    'setting.set',
    { key: 'cashier.form', value: 'huge', by: 'me' },
    'invalid',
    'input',
  ],
  ['a picture that is not base64', cashier, 'picture.keep', { place: 'logo', webp: '<svg/>' }, 'invalid', 'input'],
  ['a picture for a place that there is not', cashier, 'picture.keep', { place: '..', webp: '' }, 'invalid', 'input'],
  [
    'a picture above its own limit',
    cashier,
    'picture.keep',
    { place: 'idle', webp: 'A'.repeat(1_500_000) },
    'invalid',
    'too-large',
  ],
  [
    'another command as large as a picture',
    cashier,
    'picture.remove',
    { place: 'idle', name: 'A'.repeat(inputMaxBytes) },
    'invalid',
    'too-large',
  ],
  [
    'a picture from the customer window',
    customer,
    'picture.keep',
    { place: 'logo', webp: '' },
    'notAllowed',
    'wrong-role',
  ],
  ['a language that there is not', customer, 'language.set', { rev: 1, language: 'xx' }, 'invalid', 'input'],
  ['a revision that is no whole number', customer, 'screen.painted', { rev: 1.5 }, 'invalid', 'input'],
  ['a cashier window that agrees for the customer', cashier, 'receipt.agree', { rev: 1 }, 'notAllowed', 'wrong-role'],
  ['a cashier window that asks for paper', cashier, 'receipt.paperPlease', { rev: 1 }, 'notAllowed', 'wrong-role'],
  ['a cashier window that claims touch', cashier, 'screen.canTouch', { touch: true }, 'notAllowed', 'wrong-role'],
  ['a customer window that agrees as the cashier', customer, 'sale.consent', { saleId }, 'notAllowed', 'wrong-role'],
  [
    'a customer window that takes an agreement back',
    customer,
    'sale.takeBackConsent',
    { saleId },
    'notAllowed',
    'wrong-role',
  ],
  ['a customer window that marks paper as printed', customer, 'sale.print', { saleId }, 'notAllowed', 'wrong-role'],
  [
    'a customer window that speaks for a sale',
    customer,
    'sale.language',
    { saleId, language: 'sv' },
    'notAllowed',
    'wrong-role',
  ],
  [
    'a customer window that names a customer',
    customer,
    'sale.identify',
    { saleId, code: 'C-1' },
    'notAllowed',
    'wrong-role',
  ],
  ['an empty customer code', cashier, 'sale.identify', { saleId, code: '' }, 'invalid', 'input'],
  ['an endless customer code', cashier, 'sale.identify', { saleId, code: 'x'.repeat(4_097) }, 'invalid', 'input'],
  ['a touch that names a sale', customer, 'receipt.agree', { rev: 1, saleId }, 'invalid', 'input'],
  ['a touch that names no revision', customer, 'receipt.paperPlease', {}, 'invalid', 'input'],
  ['a touch of a revision before the first', customer, 'receipt.agree', { rev: -1 }, 'invalid', 'input'],
  ['a touch of a revision in letters', customer, 'receipt.agree', { rev: '1' }, 'invalid', 'input'],
  ['a language without a revision', customer, 'language.set', { language: 'sv' }, 'invalid', 'input'],
  ['a touch that is neither yes nor no', customer, 'screen.canTouch', { touch: 1 }, 'invalid', 'input'],
];

describe('a hostile call is refused with a code and one line in the log, and reaches no handler', () => {
  test.each(hostile)('%s', async (_what, event, name, input, code, reason) => {
    const door = openTestDoor();
    const answer = await door.call(channels.command, event, name, input);
    expect(answer).toMatchObject({ ok: false, error: { code } });
    expect(door.reached).toEqual([]);
    expect(door.log.lines).toHaveLength(1);
    expect(door.log.lines[0]).toMatchObject({ level: 'warn', fields: { reason } });
    expect(door.log.lines[0]?.event).toMatch(/-refused$/);
  });
});
