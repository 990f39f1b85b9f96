import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import type { Config } from '../config.ts';
import { mainWords } from '../main-strings.ts';
import type { SystemPorts } from '../ports.ts';
import { memorySecrets } from '../settings/secret-stores.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import { KeyLost, unlockSecrets } from '../settings/unlock-secrets.ts';
import { StartError } from './lifecycle.ts';

/** Without a keychain only training is possible, with a key and folder that are removed afterwards. */
export const openKeychain = async (
  ports: Pick<SystemPorts, 'random' | 'clock' | 'log'>,
  {
    config,
    dataDir,
    settings,
    relaunch,
  }: {
    readonly config: Config;
    readonly dataDir: string;
    readonly settings: SettingsStore;
    readonly relaunch: () => void;
  },
) => {
  const retryKeychain = (): void => {
    relaunch();
    app.quit();
  };
  const { cashier } = settings.current();
  const unlocked = await unlockSecrets(ports, { config, settings, keyFile: null, dataDir }).catch((error: unknown) => {
    throw error instanceof KeyLost ? new StartError(mainWords[cashier.language].shell.keyLost, error.message) : error;
  });
  if (unlocked.ok) {
    return { ...unlocked.value, dataDir, retryKeychain, discard: () => undefined };
  }
  if (unlocked.error.code !== 'keychainMissing') throw new Error(unlocked.error.message);
  const passing = mkdtempSync(join(tmpdir(), 'receipt-companion-'));
  return {
    secrets: memorySecrets(),
    dataDir: passing,
    homeDir: dataDir,
    dataKey: ports.random.bytes(32),
    keyStorage: 'none',
    secretsOutliveRun: false,
    retryKeychain,
    discard: () => rmSync(passing, { recursive: true, force: true }),
  } as const;
};
