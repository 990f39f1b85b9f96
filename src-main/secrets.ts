import { existsSync } from 'node:fs';
import type { Config } from './config.ts';
import { done, failed, type Result } from './kernel/result.ts';
import type { StatusResource } from './kernel/till-view.ts';
import type { Clock, Log, Random, SecretStore } from './ports.ts';
import { givenAccount, type SignInPlace } from './settings/credentials.ts';
import { dataKeyAccount, dataKeyFromBase64, loadDataKey, ownerOnlyKeyFile } from './settings/data-key.ts';
import { givenPartnerKey } from './settings/partner-key.ts';
import { environmentSecrets, keychainSecrets, memorySecrets, probe } from './settings/secret-stores.ts';
import { sealedDatabases } from './storage/connection-folders.ts';

/** What opens the app's files, and where it came from. */
export interface Unlocked {
  readonly secrets: SecretStore;
  readonly dataKey: Uint8Array;
  readonly keyStorage: StatusResource['keyStorage'];
  /** False where no keychain answers: what is kept in `secrets` is gone with this run. */
  readonly secretsOutliveRun: boolean;
}

export interface UnlockOptions {
  readonly config: Pick<Config, 'credentials' | 'partnerKey' | 'dataKey'>;
  /** The addresses of this start: what the environment gives is good for them alone. */
  readonly place: SignInPlace & { readonly partnerUrl: string };
  /** Headless only: where a key file may be made when there is neither keychain nor given key. Null never makes one. */
  readonly keyFile: string | null;
  /** Where the receipts are that the key opens. */
  readonly dataDir: string;
}

/**
 * Finds the secrets: what the environment gives first, then the keychain. Without either, a headless host gets an
 * owner-only key file and is told that this protects less; the windowed app gets `keychainMissing`.
 */
export async function unlockSecrets(
  ports: { readonly random: Random; readonly clock: Clock; readonly log: Log },
  { config, place, keyFile, dataDir }: UnlockOptions,
): Promise<Result<Unlocked>> {
  const keychain = keychainSecrets();
  const state = await probe(keychain, ports);
  if (!state.ok) ports.log.warn('keychain-missing', { reason: state.reason });
  const given = {
    ...givenAccount(config.credentials, place),
    ...givenPartnerKey(config.partnerKey, place.partnerUrl),
  };
  const secrets = environmentSecrets(given, state.ok ? keychain : memorySecrets());

  if (config.dataKey !== null) {
    const key = dataKeyFromBase64(config.dataKey);
    if (!key.ok) return failed('invalid', `RECEIPT_COMPANION_DATA_KEY: ${key.error.message}`);
    return done({ secrets, dataKey: key.value, keyStorage: 'environment', secretsOutliveRun: state.ok });
  }
  // A key that was lost is never replaced in silence: nothing that was sealed with it would open again.
  const isSealed = sealedDatabases(dataDir).length > 0;
  const hasKeyFile = keyFile !== null && existsSync(keyFile);
  const isInKeychain = state.ok && (await keychain.get(dataKeyAccount)) !== null;
  if (isSealed && !isInKeychain && !hasKeyFile && (state.ok || keyFile !== null)) return keyLost(dataDir);
  if (state.ok && (isInKeychain || !hasKeyFile)) {
    const key = await loadDataKey(keychain, ports.random);
    return key.ok ? done({ secrets, dataKey: key.value, keyStorage: 'keychain', secretsOutliveRun: true }) : key;
  }
  if (keyFile === null) return failed('keychainMissing', state.ok ? 'no data key is in it' : state.reason);
  const key = ownerOnlyKeyFile(keyFile, ports.random);
  if (!key.ok) return key;
  ports.log.warn('data-key-in-a-file', {
    meaning: 'receipts on disk are protected by an owner-only file: this protects less than a keychain',
  });
  return done({ secrets, dataKey: key.value, keyStorage: 'file', secretsOutliveRun: state.ok });
}

const keyLost = (dataDir: string): Result<never> =>
  failed(
    'invalid',
    `the receipts in ${dataDir} were encrypted with a key that is not here. Bring it back: the keychain, the file data.key in that folder, or RECEIPT_COMPANION_DATA_KEY. Or choose another folder with --data-dir. Nothing was changed`,
  );
