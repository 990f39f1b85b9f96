import { describe, expect, test } from 'vitest';
import { windowSettingsView } from '../../src-main/settings/window-settings.ts';
import { channels } from '../../src-main/shared/bridge.ts';
import { done, type Result } from '../../src-main/shared/result.ts';
import { settingsSchema } from '../../src-main/shared/settings.ts';
import { type CommandName, commands } from '../../src-main/shared/window-commands.ts';
import { inputMaxBytes, type SenderEvent } from '../../src-main/shell/ipc.ts';
import { cashier, customer, openTestIpc, saleId, top } from './ipc-interface.ts';

test('a role may not send a command of the other role', async () => {
  const ipc = openTestIpc();
  for (const [name, row] of Object.entries(commands)) {
    const roles: readonly string[] = row.from;
    if (!roles.includes('customer')) {
      expect(await ipc.call(channels.command, customer, name, null)).toMatchObject({ error: { code: 'notAllowed' } });
    }
    if (!roles.includes('cashier')) {
      expect(await ipc.call(channels.command, cashier, name, null)).toMatchObject({ error: { code: 'notAllowed' } });
    }
  }
  expect(ipc.reached).toEqual([]);
});

test('a valid call reaches its handler with the role of its window', async () => {
  const ipc = openTestIpc();
  expect(await ipc.call(channels.command, cashier, 'sale.new', { amount: 12.5 })).toEqual(done(null));
  expect(await ipc.call(channels.command, customer, 'language.set', { rev: 1, language: 'sv' })).toEqual(done(null));
  expect(ipc.reached).toEqual([
    { name: 'sale.new', input: { amount: 12.5 }, from: 'cashier' },
    { name: 'language.set', input: { rev: 1, language: 'sv' }, from: 'customer' },
  ]);
  expect(ipc.log.lines).toEqual([]);
});

test('an input of exactly the size limit is not refused for its size', async () => {
  const ipc = openTestIpc();
  const id = 'x'.repeat(inputMaxBytes - JSON.stringify({ id: '' }).length);
  await ipc.call(channels.command, cashier, 'pairing.revoke', { id });
  expect(ipc.log.lines[0]).toMatchObject({ fields: { reason: 'input' } });
});

test('a handler that throws answers `internal`, and its error stays in main', async () => {
  const ipc = openTestIpc({
    'sale.new': async () => {
      throw new Error('the inner secret');
    },
  });
  const answer = await ipc.call(channels.command, cashier, 'sale.new', { amount: 1 });
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(JSON.stringify(answer)).not.toContain('inner secret');
  expect(ipc.log.lines[0]).toMatchObject({ level: 'error', event: 'action-failed' });
});

test('a refusal names the field, and the log does not repeat the input', async () => {
  const ipc = openTestIpc();
  const answer = await ipc.call(channels.command, cashier, 'sale.new', { amount: 'canary-5521' });
  expect(answer).toMatchObject({ error: { fields: [{ path: '/amount' }] } });
  await ipc.call(channels.command, cashier, 'canary-5521', null);
  expect(JSON.stringify(ipc.log.lines)).not.toContain('canary');
});

test('a window gets only its own view, and an unknown sender gets none', async () => {
  const ipc = openTestIpc();
  expect(await ipc.call(channels.viewGet, cashier)).toMatchObject({ rev: 1 });
  expect(await ipc.call(channels.viewGet, customer)).toMatchObject({ rev: 2 });
  expect(await ipc.call(channels.viewGet, { ...customer, senderFrame: top('https://example.invalid') })).toBeNull();
  expect(await ipc.call(channels.viewGet, { ...customer, sender: { id: 99 } })).toBeNull();
});

describe('a log line of a window', () => {
  test('is written with the role of its window', () => {
    const ipc = openTestIpc();
    ipc.call(channels.log, customer, 'error', 'screen-failed', 'bad key');
    expect(ipc.log.lines).toEqual([
      { level: 'error', event: 'window-screen-failed', fields: { role: 'customer', detail: 'bad key' } },
    ]);
  });

  const hostileLines: readonly (readonly [string, SenderEvent, unknown, unknown, unknown])[] = [
    ['comes from a stranger', { ...customer, sender: { id: 99 } }, 'error', 'screen-failed', ''],
    ['has an unknown level', customer, 'constructor', 'screen-failed', ''],
    ['has a name of several lines', customer, 'error', 'screen-failed\nfaked', ''],
    ['has a detail that is no text', customer, 'error', 'screen-failed', { toString: 'x' }],
    ['has a detail of 2,001 characters', customer, 'error', 'screen-failed', 'x'.repeat(2_001)],
  ];
  test.each(hostileLines)('is refused if it %s', (_what, event, level, name, detail) => {
    const ipc = openTestIpc();
    ipc.call(channels.log, event, level, name, detail);
    expect(ipc.log.lines).toHaveLength(1);
    expect(ipc.log.lines[0]).toMatchObject({ event: 'ipc-refused' });
  });
});

test('only the cashier window reports its start to the main process and reads what the program waits for', async () => {
  const ipc = openTestIpc();
  expect(await ipc.call(channels.startingGet, customer)).toBeNull();
  expect(await ipc.call(channels.startingGet, { ...cashier, senderFrame: null })).toBeNull();
  expect(ipc.pages).toEqual([]);
  expect(await ipc.call(channels.startingGet, cashier)).toEqual({ language: 'en', waitsFor: 'keychain' });
  expect(ipc.pages).toEqual(['cashier']);
});

test('only the cashier window can borrow the keyboard and move the dock', () => {
  const { call, keyboard, dock, log } = openTestIpc();
  call(channels.keyboard, cashier, true);
  call(channels.keyboard, customer, true);
  call(channels.keyboard, { ...cashier, senderFrame: top('https://elsewhere.example') }, true);
  call(channels.keyboard, cashier, 'yes');
  call(channels.keyboard, cashier, false);
  expect(keyboard).toEqual([true, false]);
  const drag = { x: 12, y: -3.5, isDropped: false };
  for (const input of [drag, { ...drag, y: '3' }, { ...drag, z: 1 }, null]) call(channels.dockDrag, cashier, input);
  call(channels.dockDrag, customer, drag);
  for (const input of [true, 1]) call(channels.dockCall, cashier, input);
  expect(dock).toEqual([drag, true]);
  expect(log.lines.map(({ fields }) => fields.reason)).toEqual(['wrong-origin']);
});

test('a place of the dock that cannot be saved is logged and does not end the program', () => {
  const { call, log } = openTestIpc();
  call(channels.dockDrag, cashier, { x: 12, y: -3.5, isDropped: true });
  expect(log.lines).toMatchObject([{ level: 'error', event: 'action-failed', fields: { action: channels.dockDrag } }]);
});

test('main hears exactly the channels that are tested here, sends views on another one, and every command has a role', () => {
  const heard = ['command', 'dock:call', 'dock:drag', 'keyboard', 'log', 'starting:get', 'view:get'];
  expect(openTestIpc().channels.sort()).toEqual(heard);
  expect(Object.values(channels).sort()).toEqual([...heard, 'view'].sort());
  for (const name of Object.keys(commands) as CommandName[]) expect(commands[name].from.length).toBeGreaterThan(0);
});

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

describe('a cashier window without the PIN', () => {
  /** Commands that need the PIN only for some inputs: one input that needs it, and one that does not. */
  const byInput = {
    'connection.settle': { locked: { mode: 'training' }, free: { mode: 'live' } },
    'sale.cancel': { locked: { saleId }, free: { saleId: '00000000-0000-4000-8000-000000000002' } },
    'setting.set': {
      locked: { key: 'posApi.allowedOrigins', value: ['https://till.example'] },
      free: { key: 'cashier.form', value: 'dock' },
    },
  } as const satisfies Partial<Record<CommandName, unknown>>;
  const rows = Object.entries(commands).map(([name, row]) => ({ name: name as CommandName, locked: row.locked }));

  test.each(rows.filter(({ locked }) => locked === true))('may not send $name with any input', async ({ name }) => {
    const ipc = openTestIpc({}, true);
    for (const input of [null, {}, { saleId }, { userId: saleId }, { connection: {}, credentials: null }])
      expect(await ipc.call(channels.command, cashier, name, input)).toMatchObject({ error: { code: 'pinNeeded' } });
    expect(ipc.reached).toEqual([]);
    expect(ipc.stays()).toBe(0);
    expect(ipc.log.lines.at(-1)).toMatchObject({
      event: 'action-refused',
      fields: { reason: 'locked', action: name },
    });
  });

  test('needs the PIN for exactly the listed commands with any input, so that no command silently leaves the list', () => {
    expect(rows.flatMap(({ name, locked }) => (locked === true ? [name] : [])).sort()).toEqual(
      [
        ...['sale.refund'],
        'attention.export',
        ...['pairing.start', 'pairing.list', 'pairing.revoke'],
        ...['connection.get', 'connection.test', 'connection.save'],
        ...['setup.readCode', 'setup.end'],
        ...['diagnostics.get', 'diagnostics.log'],
        ...['key.export', 'key.import'],
        'support.write',
        ...['display.choose', 'display.identify'],
        ...['picture.keep', 'picture.remove'],
        ...['partner.deleteUser', 'partner.saveAccess', 'partner.getAccess'],
        ...['onboarding.finish'],
        ...['printer.acceptAll', 'printer.printLines'],
      ].sort(),
    );
  });

  test('needs the PIN for some inputs of exactly the listed commands, and not for their other inputs', async () => {
    const asking = rows.filter(({ locked }) => locked === 'byInput').map(({ name }) => name);
    expect(asking.sort()).toEqual(Object.keys(byInput).sort());
    for (const [name, { locked, free }] of Object.entries(byInput)) {
      const ipc = openTestIpc({}, true);
      expect(await ipc.call(channels.command, cashier, name, locked), name).toMatchObject({
        error: { code: 'pinNeeded' },
      });
      expect(ipc.reached).toEqual([]);
      expect(await ipc.call(channels.command, cashier, name, free), name).toEqual(done(null));
    }
  });

  test('may change no setting except its language, its form and its side of the display', async () => {
    const ipc = openTestIpc({}, true);
    const free: string[] = [];
    const settings = { current: () => settingsSchema.parse({}), overriddenAtNextStart: () => [] };
    for (const key of [...Object.keys(windowSettingsView(settings)), 'service.baseUrl', '__proto__', '']) {
      const answer = (await ipc.call(channels.command, cashier, 'setting.set', { key, value: null })) as Result<null>;
      if (answer.ok) free.push(key);
    }
    const placement = ['cashier.dockSide', 'cashier.form'];
    expect(free.sort()).toEqual([...placement, 'cashier.language']);
  });
});

test('a command that needs the PIN extends the unlocked time, and any other command does not', async () => {
  const ipc = openTestIpc();
  await ipc.call(channels.command, cashier, 'sale.new', { amount: 1 });
  expect(ipc.stays()).toBe(0);
  await ipc.call(channels.command, cashier, 'pairing.start', { partner: false });
  expect(ipc.stays()).toBe(1);
});
