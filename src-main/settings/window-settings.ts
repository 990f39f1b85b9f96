import { z } from 'zod';
import { commandsOn } from '../commands/action.ts';
import { readInput } from '../commands/read-input.ts';
import { failed } from '../lib/result.ts';
import {
  type SettingLock,
  type SettingsPatch,
  settingsSchema,
  type WindowSettingKey,
  type WindowSettingsView,
  windowSettings,
} from '../lib/settings.ts';
import type { SettingsStore } from './settings.ts';

export interface FoundSetting {
  readonly key: WindowSettingKey;
  /** What it takes. Without its default: nothing is no value. */
  readonly schema: z.ZodType;
  /** Behind the PIN, where one is set. */
  readonly locked: boolean;
  readonly lockedBy: SettingLock | null;
}

const rows = new Map(
  Object.entries(settingsSchema.shape).flatMap(([section, schema]) =>
    schema instanceof z.ZodPrefault
      ? Object.entries<z.ZodType>(schema.unwrap().shape).flatMap(([name, setting]) => {
          const row = windowSettings.get(setting);
          if (row === undefined || !(setting instanceof z.ZodDefault)) return [];
          return [[`${section}.${name}`, { ...row, schema: setting.unwrap() as z.ZodType }] as const];
        })
      : [],
  ),
) as ReadonlyMap<string, Pick<FoundSetting, 'schema' | 'locked'>>;

/** The settings as windows see and change them. */
export type ChangeableSettings = ReturnType<typeof createChangeableSettings>;

export function createChangeableSettings({
  current,
  update,
  lockedBy,
}: Pick<SettingsStore, 'current' | 'update' | 'lockedBy'>) {
  const pathOf = (key: string) => key.split('.') as [section: string, name: string];

  return {
    view(): WindowSettingsView {
      const settings = current() as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      const row = (key: string) => {
        const [section, name] = pathOf(key);
        return [key, { value: settings[section]?.[name], lockedBy: lockedBy(key) }];
      };
      // Every value has passed the schema that its type is read from.
      return Object.fromEntries([...rows.keys()].map(row)) as WindowSettingsView;
    },
    /** Null where there is no such setting for a window. */
    find(key: string): FoundSetting | null {
      const row = rows.get(key);
      return row === undefined ? null : { ...row, key: key as WindowSettingKey, lockedBy: lockedBy(key) };
    },
    /** Keeps a value that its row has judged. */
    set(key: WindowSettingKey, value: unknown) {
      const [section, name] = pathOf(key);
      update({ [section]: { [name]: value } } as SettingsPatch);
    },
  };
}

export const settingCommands = commandsOn<{
  readonly windowSettings: Pick<ChangeableSettings, 'find' | 'set'>;
}>()('windows', {
  'setting.set': {
    locked: ({ windowSettings: settings }, { key }) => settings.find(key)?.locked ?? true,
    run({ windowSettings: settings }, { key, value }) {
      const row = settings.find(key);
      if (row === null) return failed('notFound', `there is no setting ${JSON.stringify(key)} for a window`);
      if (row.lockedBy !== null) return failed('notAllowed', `${key} is fixed by the ${row.lockedBy}`);
      const read = readInput(z.strictObject({ value: row.schema }), { value });
      if (!read.ok) return read;
      settings.set(row.key, read.value.value.value);
    },
  },
});
