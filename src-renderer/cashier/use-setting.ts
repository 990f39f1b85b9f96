import type { WindowSettingKey, WindowSettings } from '../../src-main/lib/settings.ts';
import { useCashier } from './cashier-context.ts';

export interface SettingInHand<Key extends WindowSettingKey> {
  readonly value: WindowSettings[Key];
  /** Somebody has fixed it: it is shown and cannot be changed here. */
  readonly isLocked: boolean;
  /** True when it was kept. The value above follows with the view. */
  readonly set: (value: WindowSettings[Key]) => Promise<boolean>;
}

export function useSetting<Key extends WindowSettingKey>(key: Key): SettingInHand<Key> {
  const { view, send } = useCashier();
  const { value, lockedBy } = view.settings[key];
  return {
    value,
    isLocked: lockedBy !== null,
    set: async (next) => (await send('setting.set', { key, value: next })).ok,
  };
}
