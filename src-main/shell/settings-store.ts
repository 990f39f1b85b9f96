import ElectronStore from 'electron-store';
import { settingsFileName, storeIn } from '../settings/settings-file.ts';
import type { KeyValueStore } from '../settings/stored-settings.ts';

/** Settings in `<folder>/settings.json` through electron-store; the only file that imports it. */
export const electronSettingsStore = (folder: string, nowMs: number): KeyValueStore =>
  storeIn(folder, nowMs, () => new ElectronStore({ cwd: folder, name: settingsFileName, configFileMode: 0o600 }));
