import ElectronStore from 'electron-store';
import type { KeyValueStore } from '../settings/settings.ts';
import { keepUnreadableAside, settingsFileName } from '../settings/settings-file.ts';

/** Settings in `<folder>/settings.json` through electron-store; the only file that imports it. `nowMs` names a file that is kept aside. */
export const electronSettingsStore = (folder: string, nowMs: number): KeyValueStore => {
  const keptAside = keepUnreadableAside(folder, nowMs);
  const store = new ElectronStore({ cwd: folder, name: settingsFileName, configFileMode: 0o600 });
  return {
    get: () => store.store,
    set: (value) => {
      store.store = { ...value };
    },
    keptAside,
  };
};
