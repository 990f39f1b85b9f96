import { expect, test } from 'vitest';
import { windowActions } from '../../../src-main/actions/windows.ts';
import type { SettingsPatch } from '../../../src-main/lib/settings.ts';
import { createDisplayChoice } from '../../../src-main/settings/display-choice.ts';
import { noPictures } from '../../../src-main/settings/pictures.ts';
import { readSettings } from '../../../src-main/settings/read-settings.ts';
import { createShopPictures } from '../../../src-main/settings/shop-pictures.ts';
import { createChangeableSettings } from '../../../src-main/settings/window-settings.ts';

const { settings } = readSettings({});

test('a setting that somebody has fixed says so, and is not changed at a window', async () => {
  const written: SettingsPatch[] = [];
  const room = {
    current: () => settings,
    update(patch: SettingsPatch) {
      written.push(patch);
      return settings;
    },
    lockedBy: (key: string) => (key === 'retention.days' ? ('policy' as const) : null),
  };
  const changeable = createChangeableSettings(room);
  expect(changeable.view()['retention.days']).toEqual({ value: 90, lockedBy: 'policy' });
  expect(changeable.view()['inbox.keepTaken'].lockedBy).toBeNull();

  const set = (key: string, value: unknown) =>
    windowActions['setting.set'].run(
      {
        settings: changeable,
        pictures: createShopPictures(noPictures, room),
        displays: createDisplayChoice(null, room),
        notePainted: () => undefined,
        noteTouch: () => undefined,
      },
      { key, value },
      { by: { kind: 'window', role: 'cashier' }, doorWarnings: [] },
    );
  expect(await set('retention.days', 30)).toMatchObject({ error: { code: 'notAllowed' } });
  expect(written).toEqual([]);
  expect(await set('inbox.keepTaken', true)).toMatchObject({ ok: true });
  expect(written).toEqual([{ inbox: { keepTaken: true } }]);
});
