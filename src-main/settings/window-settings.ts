import { z } from 'zod';
import { commandsOn } from '../dispatch/dispatch.ts';
import { readInput } from '../dispatch/read-input.ts';
import { needsAgreement, shopCountry } from '../shared/country.ts';
import { field } from '../shared/json.ts';
import { failed } from '../shared/result.ts';
import { type SettingsPatch, settingsSchema, type WindowSettingsView, windowSettings } from '../shared/settings.ts';
import type { SettingsStore } from './stored-settings.ts';

/** The settings by `section.key`: the schema without its default, and whether the setting needs the PIN (`locked`). */
const rows: ReadonlyMap<string, { readonly schema: z.ZodType; readonly locked: boolean }> = new Map(
  Object.entries(settingsSchema.shape).flatMap(([section, schema]) =>
    schema instanceof z.ZodPrefault
      ? Object.entries<z.ZodType>(schema.unwrap().shape).flatMap(([name, setting]) => {
          const row = windowSettings.get(setting);
          if (row === undefined || !(setting instanceof z.ZodDefault)) return [];
          return [[`${section}.${name}`, { ...row, schema: setting.unwrap() as z.ZodType }] as const];
        })
      : [],
  ),
);

export const windowSettingsView = (
  settings: Pick<SettingsStore, 'current' | 'lockedBy' | 'overriddenAtNextStart'>,
): WindowSettingsView =>
  Object.fromEntries(
    [...rows.keys()].map((key) => {
      const value = field(settings.current(), ...key.split('.'));
      const overriddenBy = settings.overriddenAtNextStart(patchOf(key, value));
      const entry = { value, lockedBy: settings.lockedBy(key), ...(overriddenBy.length > 0 && { overriddenBy }) };
      return [key, entry as unknown];
    }),
  ) as WindowSettingsView;

function patchOf(key: string, value: unknown): SettingsPatch {
  const [section = '', name = ''] = key.split('.');
  return { [section]: { [name]: value } } as SettingsPatch;
}

export const settingCommands = commandsOn<{
  readonly settings: Pick<SettingsStore, 'current' | 'update' | 'lockedBy'>;
}>()('windows', {
  'setting.set': {
    locked: (_context, { key }) => rows.get(key)?.locked ?? true,
    run({ settings }, { key, value }) {
      const row = rows.get(key);
      if (row === undefined) return failed('notFound', `There is no setting ${JSON.stringify(key)} for a window.`);
      const lockedBy = settings.lockedBy(key);
      if (lockedBy !== null)
        return failed('notAllowed', `${key} is locked by the ${lockedBy}. Ask your administrator.`);
      const read = readInput(z.strictObject({ value: row.schema }), { value });
      if (!read.ok) return read;
      const { country, currency } = settings.current().cashier;
      if (value === 'keep' && key === 'printer.paperAtTimeout' && needsAgreement(shopCountry(country, currency)))
        return failed('notAllowed', 'In this country silence is no agreement, so the paper is printed.');
      settings.update(patchOf(key, read.value.value.value));
    },
  },
});
