import { describe, expect, test } from 'vitest';
import { channels } from '../../src-main/shared/bridge.ts';
import { inputMaxBytes, type SenderEvent } from '../../src-main/shell/ipc.ts';
import { cashier, customer, openTestIpc, saleId, top } from './ipc-interface.ts';

const ownProto: unknown = JSON.parse('{"amount":1,"__proto__":{"admin":true}}');
const cyclic: Record<string, unknown> = { amount: 1 };
cyclic.self = cyclic;

const subFrame = { origin: 'app://cashier', parent: top('app://cashier') };

const from = (origin: string): SenderEvent => ({ ...cashier, senderFrame: top(origin) });

type Call = readonly [what: string, by: SenderEvent, name: unknown, input: unknown];

/** The calls by the code for the window and the reason for the log. */
const hostile: Readonly<Record<string, readonly Call[]>> = {
  'notAllowed unknown-window': [
    ['a window that main did not open', { ...cashier, sender: { id: 99 } }, 'sale.new', { amount: 1 }],
  ],
  'notAllowed frame-gone': [['a frame that is gone', { ...cashier, senderFrame: null }, 'sale.new', { amount: 1 }]],
  'notAllowed sub-frame': [
    ['a sub-frame of the own page', { ...cashier, senderFrame: subFrame }, 'sale.new', { amount: 1 }],
  ],
  'notAllowed wrong-origin': [
    ['a foreign origin', from('https://example.invalid'), 'sale.new', { amount: 1 }],
    ["the other window's origin", from('app://customer'), 'sale.new', { amount: 1 }],
    ['an origin that only begins like ours', from('app://cashier.example.invalid'), 'sale.new', { amount: 1 }],
    ['an opaque origin', from('null'), 'sale.new', { amount: 1 }],
  ],
  'notAllowed wrong-role': [['a command that only tills may send', cashier, 'till.openSale', { reference: 'a' }]],
  'notFound unknown-action': [
    ['__proto__ as a name', cashier, '__proto__', null],
    ['constructor as a name', cashier, 'constructor', null],
    ['an unknown name', cashier, 'sale.everything', null],
    ['an empty name', cashier, '', null],
    ['no name', cashier, undefined, undefined],
    ['a list that reads like a name', cashier, ['sale.new'], { amount: 1 }],
    ['an object that reads like a name', cashier, { toString: () => 'sale.new' }, { amount: 1 }],
  ],
  'invalid too-large': [
    ['an input above the limit', cashier, 'pairing.revoke', { id: 'x'.repeat(inputMaxBytes) }],
    ['an input above the limit in bytes', cashier, 'pairing.revoke', { id: '€'.repeat(inputMaxBytes / 2) }],
    ['a picture above its own limit', cashier, 'picture.keep', { place: 'idle', webp: 'A'.repeat(1_500_000) }],
    ['another command with a picture', cashier, 'picture.remove', { place: 'idle', name: 'A'.repeat(inputMaxBytes) }],
  ],
  'invalid not-json': [
    ['a cyclic input', cashier, 'sale.new', cyclic],
    ['a big integer', cashier, 'sale.new', { amount: 1n }],
    ['no input', cashier, 'sale.new', undefined],
  ],
  'invalid input': [
    ['null where an object belongs', cashier, 'sale.new', null],
    ['an object where nothing belongs', cashier, 'pairing.stop', {}],
    ['a text as an amount', cashier, 'sale.new', { amount: '12.50' }],
    ['a negative amount', cashier, 'sale.new', { amount: -1 }],
    ['three decimals', cashier, 'sale.new', { amount: 1.005 }],
    ['an extra key', cashier, 'sale.new', { amount: 1, admin: true }],
    ['an own __proto__ key', cashier, 'sale.new', ownProto],
    ['a map as the input', cashier, 'sale.show', new Map([['saleId', saleId]])],
    ['an id that is no id', cashier, 'sale.show', { saleId: '../../etc' }],
    ['an unknown form', cashier, 'setting.set', { key: 'cashier.form', value: 'huge', by: 'me' }],
    ['a picture that is not base64', cashier, 'picture.keep', { place: 'logo', webp: '<svg/>' }],
    ['a picture for an unknown place', cashier, 'picture.keep', { place: '..', webp: '' }],
    ['an unknown language', customer, 'language.set', { rev: 1, language: 'xx' }],
    ['a revision that is no whole number', customer, 'screen.painted', { rev: 1.5 }],
    ['an empty customer code', cashier, 'sale.identify', { saleId, code: '' }],
    ['a customer code above the limit', cashier, 'sale.identify', { saleId, code: 'x'.repeat(4_097) }],
    ['a touch that names a sale', customer, 'receipt.agree', { rev: 1, saleId }],
    ['a touch that names no revision', customer, 'receipt.paperPlease', {}],
    ['a touch of a revision before the first', customer, 'receipt.agree', { rev: -1 }],
    ['a language without a revision', customer, 'language.set', { language: 'sv' }],
    ['a touch that is neither yes nor no', customer, 'screen.canTouch', { touch: 1 }],
  ],
};

describe('a hostile call is refused with a code and one line in the log, and reaches no handler', () => {
  const rows = Object.entries(hostile).flatMap(([refusal, calls]) => calls.map((call) => [...call, refusal] as const));

  test.each(rows)('%s', async (_what, event, name, input, refusal) => {
    const [code, reason] = refusal.split(' ');
    const ipc = openTestIpc();
    const answer = await ipc.call(channels.command, event, name, input);
    expect(answer).toMatchObject({ ok: false, error: { code } });
    expect(ipc.reached).toEqual([]);
    expect(ipc.log.lines).toHaveLength(1);
    expect(ipc.log.lines[0]).toMatchObject({ level: 'warn', fields: { reason } });
    expect(ipc.log.lines[0]?.event).toMatch(/-refused$/);
  });
});
