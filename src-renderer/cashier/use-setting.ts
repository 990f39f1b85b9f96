import type { WindowSettingKey, WindowSettings } from '../../src-main/shared/settings.ts';
import { useCashier } from './cashier-context.ts';

export function useSetting<Key extends WindowSettingKey>(key: Key) {
  const { view, ask } = useCashier();
  const { value, lockedBy } = view.settings[key];
  return {
    value: value as WindowSettings[Key],
    /** Whether an administrator has locked the setting: it is shown, but cannot be changed here. */
    isLocked: lockedBy !== null,
    /** True if the value was saved. The value above changes with the next view. */
    set: async (next: WindowSettings[Key]): Promise<boolean> => (await ask('setting.set', { key, value: next })).ok,
  };
}
