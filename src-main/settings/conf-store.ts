import Conf from 'conf';
import type { KeyValueStore } from './settings.ts';
import { keepUnreadableAside, settingsFileName } from './settings-file.ts';

/** Settings in `<folder>/settings.json` without Electron: for headless and tests. `nowMs` names a file that is kept aside. */
export const confStore = (folder: string, nowMs: number): KeyValueStore => {
  const keptAside = keepUnreadableAside(folder, nowMs);
  const conf = new Conf({ cwd: folder, configName: settingsFileName, configFileMode: 0o600 });
  return {
    get: () => conf.store,
    set: (value) => {
      conf.store = { ...value };
    },
    keptAside,
  };
};
