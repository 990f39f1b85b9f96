import { z } from 'zod';
import { commandsOn } from '../dispatch/dispatch.ts';
import { readInput } from '../dispatch/read-input.ts';
import { needsAgreement, shopCountry } from '../shared/country.ts';
import { field } from '../shared/json.ts';
import { failed } from '../shared/result.ts';
import { type SettingsPatch, settingRows, type WindowSettingsView } from '../shared/settings.ts';
import type { SettingsStore } from './stored-settings.ts';

const keys = [...settingRows].flatMap(([key, { locked }]) => (locked === null ? [] : [key]));

export const windowSettingsView = (
  settings: Pick<SettingsStore, 'current' | 'overriddenAtNextStart'>,
): WindowSettingsView =>
  Object.fromEntries(
    keys.map((key) => {
      const value = field(settings.current(), ...key.split('.'));
      const overriddenBy = settings.overriddenAtNextStart(patchOf(key, value));
      const entry = { value, ...(overriddenBy.length > 0 && { overriddenBy }) };
      return [key, entry as unknown];
    }),
  ) as WindowSettingsView;

function patchOf(key: string, value: unknown): SettingsPatch {
  const [section = '', name = ''] = key.split('.');
  return { [section]: { [name]: value } } as SettingsPatch;
}

export const settingCommands = commandsOn<{
  readonly settings: Pick<SettingsStore, 'current' | 'update'>;
}>()('windows', {
  'setting.set': {
    locked: (_context, { key }) => settingRows.get(key)?.locked ?? true,
    run({ settings }, { key, value }) {
      const row = settingRows.get(key);
      if (row === undefined || row.locked === null)
        return failed('notFound', `There is no setting ${JSON.stringify(key)} for a window.`);
      const read = readInput(z.strictObject({ value: row.schema }), { value });
      if (!read.ok) return read;
      const { country, currency } = settings.current().cashier;
      if (value === 'keep' && key === 'printer.paperAtTimeout' && needsAgreement(shopCountry(country, currency)))
        return failed('notAllowed', 'In this country silence is no agreement, so the paper is printed.');
      settings.update(patchOf(key, read.value.value.value));
    },
  },
});
