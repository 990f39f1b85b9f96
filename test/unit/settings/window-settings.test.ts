import { expect, test } from 'vitest';
import { readSettings } from '../../../src-main/settings/stored-settings.ts';
import { settingCommands, windowSettingsView } from '../../../src-main/settings/window-settings.ts';
import type { SettingsPatch } from '../../../src-main/shared/settings.ts';

const { settings } = readSettings({});

test('a locked setting is marked as locked, and cannot be changed at a window', async () => {
  const written: SettingsPatch[] = [];
  const room = {
    current: () => settings,
    update(patch: SettingsPatch) {
      written.push(patch);
      return settings;
    },
    lockedBy: (key: string) => (key === 'retention.days' ? ('policy' as const) : null),
    overriddenAtNextStart: () => [],
  };
  expect(windowSettingsView(room)['retention.days']).toEqual({ value: 90, lockedBy: 'policy' });
  expect(windowSettingsView(room)['delivery.warningsBlock'].lockedBy).toBeNull();

  const set = (key: string, value: unknown) =>
    settingCommands['setting.set'].run(
      { settings: room },
      { key, value },
      { by: { kind: 'window', role: 'cashier' }, transportWarnings: [] },
    );
  expect(await set('retention.days', 30)).toMatchObject({ error: { code: 'notAllowed' } });
  expect(written).toEqual([]);
  expect(await set('delivery.warningsBlock', true)).toMatchObject({ ok: true });
  expect(written).toEqual([{ delivery: { warningsBlock: true } }]);
});
