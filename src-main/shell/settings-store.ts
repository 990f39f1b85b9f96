import ElectronStore from 'electron-store';
import { settingsFileName, storeIn } from '../settings/settings-file.ts';
import type { KeyValueStore } from '../settings/stored-settings.ts';

/** The only file that imports electron-store. The settings are in `<folder>/settings.json`. */
export const electronSettingsStore = (folder: string, nowMs: number): KeyValueStore =>
  storeIn(folder, nowMs, () => new ElectronStore({ cwd: folder, name: settingsFileName, configFileMode: 0o600 }));
