import { describe, expect, test } from 'vitest';
import type { Action } from '../../src-main/actions/action.ts';
import { createDispatch } from '../../src-main/actions/dispatch.ts';
import { actions } from '../../src-main/actions/table.ts';
import { channels } from '../../src-main/contract/bridge.ts';
import { type CommandName, commands } from '../../src-main/contract/commands.ts';
import { done, type Result } from '../../src-main/kernel/result.ts';
import { readSettings } from '../../src-main/settings/schema.ts';
import { createChangeableSettings } from '../../src-main/settings/window-settings.ts';
import { inputMaxBytes, openDoor, type SenderEvent } from '../../src-main/shell/ipc.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { createManualClock } from '../fakes/manual-clock.ts';

const settings = createChangeableSettings({
  current: () => readSettings({}).settings,
  update: () => readSettings({}).settings,
});
const cashierId = 1;
const customerId = 2;
const saleId = '5f0f3d1a-6f6e-4f0e-9f7e-0a3d0c1b2a49';

type Answer = (event: SenderEvent, ...args: unknown[]) => unknown;

/** A door to the real dispatch, and rows that write down what reached them. */
const openTestDoor = (override: Record<string, () => Promise<never>> = {}, isLocked = false) => {
  const pages: string[] = [];
  const keyboard: boolean[] = [];
  let stays = 0;
  const reached: { name: string; input: unknown; from: string }[] = [];
  const log = createKeptLog();
  const channelHandlers = new Map<string, Answer>();
  const rows = Object.entries<Action>(actions).map(([name, row]): [string, Action] => [
    name,
    {
      ...row,
      async run(_context, input, { by }) {
        await override[name]?.();
        reached.push({ name, input, from: by.kind === 'window' ? by.role : by.kind });
        return done(null);
      },
    },
  ]);
  const there = () => done({ settings } as never);
  const dispatch = createDispatch({
    actions: Object.fromEntries(rows),
    contexts: { session: there, windows: there, program: there },
    clock: createManualClock(),
    lock: {
      isLocked: () => isLocked,
      stay: () => {
        stays += 1;
      },
    },
    log,
  });
  openDoor(
    {
      handle: (channel, answer) => void channelHandlers.set(channel, answer),
      on: (channel, hear) => void channelHandlers.set(channel, hear),
    },
    {
      roleOf: (id) => (id === cashierId ? 'cashier' : id === customerId ? 'customer' : null),
      dispatch,
      pageOpened: () => void pages.push('cashier'),
      wantKeyboard: (isWanted) => void keyboard.push(isWanted),
      starting: () => ({ language: 'en', waitsFor: 'keychain' }),
      snapshot: (role) => ({ rev: role === 'cashier' ? 1 : 2, view: {} as never }),
      log,
    },
  );
  const call = (channel: string, event: SenderEvent, ...args: unknown[]): unknown =>
    channelHandlers.get(channel)?.(event, ...args);
  return { call, reached, log, pages, keyboard, stays: () => stays };
};

const top = (origin: string) => ({ origin, parent: null });
const cashier: SenderEvent = { sender: { id: cashierId }, senderFrame: top('app://cashier') };
const customer: SenderEvent = { sender: { id: customerId }, senderFrame: top('app://customer') };
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
  ['a cashier window that agrees for the customer', cashier, 'receipt.gotIt', { rev: 1 }, 'notAllowed', 'wrong-role'],
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
  ['a touch that names a sale', customer, 'receipt.gotIt', { rev: 1, saleId }, 'invalid', 'input'],
  ['a touch that names no revision', customer, 'receipt.paperPlease', {}, 'invalid', 'input'],
  ['a touch of a revision before the first', customer, 'receipt.gotIt', { rev: -1 }, 'invalid', 'input'],
  ['a touch of a revision in letters', customer, 'receipt.gotIt', { rev: '1' }, 'invalid', 'input'],
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

test('no role may send a command that the table gives to the other alone', async () => {
  const door = openTestDoor();
  for (const [name, row] of Object.entries(commands)) {
    const roles: readonly string[] = row.from;
    if (!roles.includes('customer')) {
      expect(await door.call(channels.command, customer, name, null)).toMatchObject({ error: { code: 'notAllowed' } });
    }
    if (!roles.includes('cashier')) {
      expect(await door.call(channels.command, cashier, name, null)).toMatchObject({ error: { code: 'notAllowed' } });
    }
  }
  expect(door.reached).toEqual([]);
});

describe('a window that nobody has unlocked', () => {
  /** What each command is sent with that is behind the PIN for some inputs only, and the setting that is free. */
  const byInput = {
    'connection.settle': { locked: { mode: 'training' }, free: { mode: 'live' } },
    'attention.resend': { locked: { saleId, billText: '{}' }, free: { saleId, billText: null } },
    'setting.set': {
      locked: { key: 'posApi.allowedOrigins', value: ['https://till.example'] },
      free: { key: 'cashier.form', value: 'dock' },
    },
  } as const satisfies Partial<Record<CommandName, unknown>>;
  const rows = Object.entries(commands).map(([name, row]) => ({ name: name as CommandName, locked: row.locked }));

  test.each(rows.filter(({ locked }) => locked === true))('is refused $name, whatever it sends', async ({ name }) => {
    const door = openTestDoor({}, true);
    for (const input of [null, {}, { saleId }, { userId: saleId }, { connection: {}, credentials: null }])
      expect(await door.call(channels.command, cashier, name, input)).toMatchObject({ error: { code: 'pinNeeded' } });
    expect(door.reached).toEqual([]);
    expect(door.stays()).toBe(0);
    expect(door.log.lines.at(-1)).toMatchObject({
      event: 'action-refused',
      fields: { reason: 'locked', action: name },
    });
  });

  test('says for every command that asks by its input which of them is behind the PIN', async () => {
    const asking = rows.filter(({ locked }) => locked === 'byInput').map(({ name }) => name);
    expect(asking.sort()).toEqual(Object.keys(byInput).sort());
    for (const [name, { locked, free }] of Object.entries(byInput)) {
      const door = openTestDoor({}, true);
      expect(await door.call(channels.command, cashier, name, locked), name).toMatchObject({
        error: { code: 'pinNeeded' },
      });
      expect(door.reached).toEqual([]);
      expect(await door.call(channels.command, cashier, name, free), name).toEqual(done(null));
    }
  });

  test('has every setting behind the PIN but the language of its own window and how it stands', async () => {
    const door = openTestDoor({}, true);
    const free: string[] = [];
    for (const key of [...Object.keys(settings.view()), 'service.baseUrl', '__proto__', '']) {
      const answer = (await door.call(channels.command, cashier, 'setting.set', { key, value: null })) as Result<null>;
      if (answer.ok) free.push(key);
    }
    const stance = ['cashier.dockCollapsed', 'cashier.dockOpensOnSale', 'cashier.dockSide', 'cashier.form'];
    expect(free.sort()).toEqual([...stance, 'cashier.language']);
  });

  test('sells all the same, and the customer’s window never needs the PIN', async () => {
    const door = openTestDoor({}, true);
    for (const [name, input] of [
      ['sale.new', { amount: 5 }],
      ['sale.pay', { saleId, amount: 5, vatPercent: 19, payment: 'Cash' }],
      ['sale.print', { saleId }],
      ['sale.cancel', { saleId }],
      ['loyalty.start', { saleId, externalUserId: 'x' }],
      ['outbox.sendNow', null],
      ['day.export', { day: '2026-01-01', format: 'csv' }],
      ['program.quit', null],
    ] as const)
      expect(await door.call(channels.command, cashier, name, input), name).toEqual(done(null));
    expect(await door.call(channels.command, customer, 'language.set', { rev: 1, language: 'sv' })).toEqual(done(null));
  });

  test('cannot be unlocked by the customer’s window', async () => {
    const door = openTestDoor({}, true);
    for (const name of ['pin.unlock', 'pin.change', 'pin.stay', 'pin.lock'])
      expect(await door.call(channels.command, customer, name, { pin: '1234' })).toMatchObject({
        error: { code: 'notAllowed' },
      });
    expect(door.reached).toEqual([]);
  });

  test('begins anew with every page', async () => {
    const door = openTestDoor();
    await door.call(channels.startingGet, customer);
    expect(door.pages).toEqual([]);
    await door.call(channels.startingGet, cashier);
    expect(door.pages).toEqual(['cashier']);
  });
});

test('work behind the PIN keeps it unlocked, other work does not', async () => {
  const door = openTestDoor();
  await door.call(channels.command, cashier, 'sale.new', { amount: 1 });
  expect(door.stays()).toBe(0);
  await door.call(channels.command, cashier, 'pairing.start', { desk: false });
  expect(door.stays()).toBe(1);
});

test('a PIN is in no line of the log, right or wrong', async () => {
  const door = openTestDoor({}, true);
  await door.call(channels.command, cashier, 'pin.unlock', { pin: '73915520 and more' });
  await door.call(channels.command, cashier, 'pin.unlock', { pin: 7391552 });
  await door.call(channels.command, cashier, 'pin.change', { current: '73915520', next: '7391552x' });
  expect(door.log.lines).toHaveLength(3);
  expect(JSON.stringify(door.log.lines)).not.toContain('7391552');
});

test('what fits reaches its handler with the role of its window', async () => {
  const door = openTestDoor();
  expect(await door.call(channels.command, cashier, 'sale.new', { amount: 12.5 })).toEqual(done(null));
  expect(await door.call(channels.command, customer, 'language.set', { rev: 1, language: 'sv' })).toEqual(done(null));
  expect(door.reached).toEqual([
    { name: 'sale.new', input: { amount: 12.5 }, from: 'cashier' },
    { name: 'language.set', input: { rev: 1, language: 'sv' }, from: 'customer' },
  ]);
  expect(door.log.lines).toEqual([]);
});

test('an input of just the limit is not too large', async () => {
  const door = openTestDoor();
  const id = 'x'.repeat(inputMaxBytes - JSON.stringify({ id: '' }).length);
  await door.call(channels.command, cashier, 'pairing.revoke', { id });
  expect(door.log.lines[0]).toMatchObject({ fields: { reason: 'input' } });
});

test('a handler that throws answers `internal`; what it threw stays in main', async () => {
  const door = openTestDoor({
    'sale.new': async () => {
      throw new Error('the inner secret');
    },
  });
  const answer = await door.call(channels.command, cashier, 'sale.new', { amount: 1 });
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(JSON.stringify(answer)).not.toContain('inner secret');
  expect(door.log.lines[0]).toMatchObject({ level: 'error', event: 'action-failed' });
});

test('a refusal names the field and never repeats what the caller wrote in the log', async () => {
  const door = openTestDoor();
  const answer = await door.call(channels.command, cashier, 'sale.new', { amount: 'canary-5521' });
  expect(answer).toMatchObject({ error: { fields: [{ path: '/amount' }] } });
  await door.call(channels.command, cashier, 'canary-5521', null);
  expect(JSON.stringify(door.log.lines)).not.toContain('canary');
});

test('a window gets its own view and no other; a stranger gets none', async () => {
  const door = openTestDoor();
  expect(await door.call(channels.viewGet, cashier)).toMatchObject({ rev: 1 });
  expect(await door.call(channels.viewGet, customer)).toMatchObject({ rev: 2 });
  expect(await door.call(channels.viewGet, { ...customer, senderFrame: top('https://example.invalid') })).toBeNull();
  expect(await door.call(channels.viewGet, { ...customer, sender: { id: 99 } })).toBeNull();
});

describe('a line for the log', () => {
  test('is written with the role of its window', () => {
    const door = openTestDoor();
    door.call(channels.log, customer, 'warn', 'paint-late', 'took 400 ms');
    expect(door.log.lines).toEqual([
      { level: 'warn', event: 'window-paint-late', fields: { role: 'customer', detail: 'took 400 ms' } },
    ]);
  });

  const hostileLines: readonly (readonly [string, SenderEvent, unknown, unknown, unknown])[] = [
    ['of a stranger', { ...customer, sender: { id: 99 } }, 'info', 'hello', ''],
    ['of an unknown level', customer, 'constructor', 'hello', ''],
    ['with a name of several lines', customer, 'info', 'hello\nfaked', ''],
    ['with a detail that is no text', customer, 'info', 'hello', { toString: 'x' }],
    ['with an endless detail', customer, 'info', 'hello', 'x'.repeat(2_001)],
  ];
  test.each(hostileLines)('%s is refused', (_what, event, level, name, detail) => {
    const door = openTestDoor();
    door.call(channels.log, event, level, name, detail);
    expect(door.log.lines).toHaveLength(1);
    expect(door.log.lines[0]).toMatchObject({ event: 'ipc-refused' });
  });
});

test('what the program waits for is told to the cashier window alone', async () => {
  const door = openTestDoor();
  expect(await door.call(channels.startingGet, cashier)).toEqual({ language: 'en', waitsFor: 'keychain' });
  expect(await door.call(channels.startingGet, customer)).toBeNull();
  expect(await door.call(channels.startingGet, { ...cashier, senderFrame: null })).toBeNull();
});

test('the keyboard is lent to the cashier’s window alone, and for a yes or a no alone', () => {
  const { call, keyboard, log } = openTestDoor();
  call(channels.keyboard, cashier, true);
  call(channels.keyboard, customer, true);
  call(channels.keyboard, { ...cashier, senderFrame: top('https://elsewhere.example') }, true);
  call(channels.keyboard, cashier, 'yes');
  call(channels.keyboard, cashier, false);
  expect(keyboard).toEqual([true, false]);
  expect(log.lines.map(({ fields }) => fields.reason)).toEqual(['wrong-origin']);
});

test('there are six channels and every command has a role', () => {
  expect(Object.values(channels).sort()).toEqual(['command', 'keyboard', 'log', 'starting:get', 'view', 'view:get']);
  for (const name of Object.keys(commands) as CommandName[]) expect(commands[name].from.length).toBeGreaterThan(0);
});
