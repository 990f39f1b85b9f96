import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppConfig } from '../app-parts.ts';
import type { Config } from '../config.ts';
import type { SecretStore, SystemPorts } from '../ports.ts';
import { memorySecrets } from '../settings/secret-stores.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { KeyLost, unlockSecrets } from '../settings/unlock-secrets.ts';
import { mainWords } from '../words.ts';
import { SaidAtStart } from './lifecycle.ts';

type Keys = Pick<
  AppConfig,
  | 'dataDir'
  | 'homeDir'
  | 'dataKey'
  | 'dataKeysBefore'
  | 'keyStore'
  | 'keyStorage'
  | 'secretsOutliveRun'
  | 'keychain'
  | 'metricsAuthorization'
  | 'givenTo'
  | 'retryKeychain'
> & {
  readonly secrets: SecretStore;
  /** Removes what must not outlive this run. */
  readonly discard: () => void;
};

/**
 * The keys from the operating system's keychain. Without one the app still opens, for practice only: with a key and a
 * folder of its own that are gone afterwards, so that nothing is written that a later run could not read. Where the key
 * alone is gone, beside receipts, it throws SaidAtStart.
 */
export const openKeychain = async (
  ports: Pick<SystemPorts, 'random' | 'clock' | 'log'>,
  {
    config,
    dataDir,
    settings,
    startAnew,
  }: {
    readonly config: Config;
    readonly dataDir: string;
    readonly settings: SettingsStore;
    /** The program starts again once this process has ended. */
    readonly startAnew: () => void;
  },
): Promise<Keys> => {
  const retryKeychain = (): void => {
    startAnew();
    app.quit();
  };
  const { cashier } = settings.current();
  const unlocked = await unlockSecrets(ports, { config, settings, keyFile: null, dataDir }).catch((error: unknown) => {
    throw error instanceof KeyLost ? new SaidAtStart(mainWords[cashier.language].shell.keyLost, error.message) : error;
  });
  if (unlocked.ok) {
    const { dataKeys, ...rest } = unlocked.value;
    const keys = { dataKey: dataKeys.current, dataKeysBefore: dataKeys.before };
    return { ...rest, ...keys, dataDir, keychain: 'ok', retryKeychain, discard: () => undefined };
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
    keychain: 'missing',
    retryKeychain,
    discard: () => rmSync(passing, { recursive: true, force: true }),
  };
};
