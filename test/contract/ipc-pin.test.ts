import { describe, expect, test } from 'vitest';
import { windowSettingsView } from '../../src-main/settings/window-settings.ts';
import { channels } from '../../src-main/shared/bridge.ts';
import { done, type Result } from '../../src-main/shared/result.ts';
import { settingsSchema } from '../../src-main/shared/settings.ts';
import { type CommandName, commands } from '../../src-main/shared/window-commands.ts';
import { cashier, openTestIpc, saleId } from './ipc-interface.ts';

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
