import type { z } from 'zod';
import type { SettingLock, WindowSettingKey, WindowSettings, WindowSettingsView } from '../kernel/window-settings.ts';
import { type SettingsPatch, settingsSchema } from './schema.ts';
import type { SettingsRoom } from './settings.ts';

/** A setting that a window may change: what it takes, and which windows may say it. */
export interface WindowSettingRow<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  readonly who: readonly ('cashier' | 'customer')[];
  /** Behind the PIN, where one is set. */
  readonly locked: boolean;
}

const { cashier, computer, sounds, screen, delivery, consent, customer, retention, inbox, posApi, pin } =
  settingsSchema.shape;

const row = <Value>(setting: z.ZodDefault<z.ZodType<Value>>, locked: boolean): WindowSettingRow<Value> => ({
  // Without its default: nothing is no value.
  schema: setting.unwrap(),
  who: ['cashier'],
  locked,
});

/** For whoever has the PIN. */
const byManager = <Value>(setting: z.ZodDefault<z.ZodType<Value>>): WindowSettingRow<Value> => row(setting, true);

/** For whoever works at the till, PIN or not: how the window stands and which language it speaks. */
const byAnyCashier = <Value>(setting: z.ZodDefault<z.ZodType<Value>>): WindowSettingRow<Value> => row(setting, false);

/** One row for each; a setting of `kernel/window-settings.ts` without its row, or of another type, does not compile. */
const rows = {
  'cashier.language': byAnyCashier(cashier.unwrap().shape.language),
  'cashier.country': byManager(cashier.unwrap().shape.country),
  'cashier.form': byAnyCashier(cashier.unwrap().shape.form),
  'cashier.dockSide': byAnyCashier(cashier.unwrap().shape.dockSide),
  'cashier.dockCollapsed': byAnyCashier(cashier.unwrap().shape.dockCollapsed),
  'cashier.dockOpensOnSale': byAnyCashier(cashier.unwrap().shape.dockOpensOnSale),
  'computer.startAtSignIn': byManager(computer.unwrap().shape.startAtSignIn),
  'sounds.scan': byManager(sounds.unwrap().shape.scan),
  'sounds.delivered': byManager(sounds.unwrap().shape.delivered),
  'sounds.paper': byManager(sounds.unwrap().shape.paper),
  'sounds.attention': byManager(sounds.unwrap().shape.attention),
  'sounds.volume': byManager(sounds.unwrap().shape.volume),
  'screen.shopName': byManager(screen.unwrap().shape.shopName),
  'screen.accent': byManager(screen.unwrap().shape.accent),
  'screen.texts': byManager(screen.unwrap().shape.texts),
  'screen.inches': byManager(screen.unwrap().shape.inches),
  'screen.language': byManager(screen.unwrap().shape.language),
  'screen.languages': byManager(screen.unwrap().shape.languages),
  'screen.qrTiming': byManager(screen.unwrap().shape.qrTiming),
  'screen.qrAfterSeconds': byManager(screen.unwrap().shape.qrAfterSeconds),
  'screen.touch': byManager(screen.unwrap().shape.touch),
  'delivery.offlineRule': byManager(delivery.unwrap().shape.offlineRule),
  'delivery.warningsBlock': byManager(delivery.unwrap().shape.warningsBlock),
  'delivery.eInvoiceBlocks': byManager(delivery.unwrap().shape.eInvoiceBlocks),
  'delivery.cashRoundingCents': byManager(delivery.unwrap().shape.cashRoundingCents),
  'delivery.dayStartsAtHour': byManager(delivery.unwrap().shape.dayStartsAtHour),
  'consent.country': byManager(consent.unwrap().shape.country),
  'consent.counts': byManager(consent.unwrap().shape.counts),
  'customer.prefix': byManager(customer.unwrap().shape.prefix),
  'customer.mask': byManager(customer.unwrap().shape.mask),
  'customer.length': byManager(customer.unwrap().shape.length),
  'customer.stripsPrefix': byManager(customer.unwrap().shape.stripsPrefix),
  'retention.days': byManager(retention.unwrap().shape.days),
  'inbox.keepTaken': byManager(inbox.unwrap().shape.keepTaken),
  'posApi.allowedOrigins': byManager(posApi.unwrap().shape.allowedOrigins),
  'posApi.tillsShareSales': byManager(posApi.unwrap().shape.tillsShareSales),
  'pin.unlockedMinutes': byManager(pin.unwrap().shape.unlockedMinutes),
} satisfies { readonly [Key in WindowSettingKey]: WindowSettingRow<WindowSettings[Key]> };

export interface FoundSetting extends WindowSettingRow {
  readonly key: WindowSettingKey;
  readonly lockedBy: SettingLock | null;
}

/** The settings as windows see and change them. */
export interface ChangeableSettings {
  view(): WindowSettingsView;
  /** Null where there is no such setting for a window. */
  find(key: string): FoundSetting | null;
  /** Keeps a value that its row has judged. */
  set(key: WindowSettingKey, value: unknown): void;
}

const keys = Object.keys(rows) as WindowSettingKey[];

const isKey = (key: string): key is WindowSettingKey => Object.hasOwn(rows, key);

/** `section.key` as a path. */
const pathOf = (key: WindowSettingKey): readonly [section: string, name: string] =>
  key.split('.') as unknown as readonly [string, string];

export function createChangeableSettings(
  room: Pick<SettingsRoom, 'current' | 'update' | 'lockedBy'>,
): ChangeableSettings {
  const { lockedBy } = room;
  function heldIn(key: WindowSettingKey): unknown {
    const [section, name] = pathOf(key);
    const settings = room.current() as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    return settings[section]?.[name];
  }

  return {
    view: () =>
      // Every value has passed the schema that its row gives to the compiler.
      Object.fromEntries(
        keys.map((key) => [key, { value: heldIn(key), lockedBy: lockedBy(key) }]),
      ) as unknown as WindowSettingsView,
    find: (key) => (isKey(key) ? { ...rows[key], key, lockedBy: lockedBy(key) } : null),
    set(key, value) {
      const [section, name] = pathOf(key);
      room.update({ [section]: { [name]: value } } as SettingsPatch);
    },
  };
}
