import { describe, expect, test } from 'vitest';
import { channels } from '../../src-main/shared/bridge.ts';
import { done } from '../../src-main/shared/result.ts';
import { type CommandName, commands } from '../../src-main/shared/window-commands.ts';
import { inputMaxBytes, type SenderEvent } from '../../src-main/shell/ipc.ts';
import { cashier, customer, openTestIpc, top } from './ipc-interface.ts';

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
