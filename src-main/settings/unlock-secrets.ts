import { existsSync } from 'node:fs';
import type { SecretStore, SystemPorts } from '../ports.ts';
import { pausesOfStartMs, retryWhileBusy } from '../shared/busy.ts';
import { done, failed, type Result } from '../shared/result.ts';
import type { StatusResource } from '../shared/till-view.ts';
import { neededKeyMark } from '../storage/connection-folders.ts';
import { StorageRefused } from '../storage/database.ts';
import { createEncryption, keyMark } from '../storage/encryption.ts';
import { refusalOfStart } from '../storage/storage-refusal.ts';
import { envAccount, envPartnerKey, liveAccount } from './credentials.ts';
import { addDataKey, dataKeyFromBase64, findDataKey, type KeyPlace, keyFiles, keysIn } from './data-key.ts';
import { bindEnvironmentSecrets, type HostSecrets, type Secrets } from './given-secrets.ts';
import { environmentSecrets, keychainSecrets, memorySecrets, probeStore, withLimit } from './secret-stores.ts';
import type { SettingsStore } from './stored-settings.ts';

/** The data key and where it comes from. */
interface UnlockedKey {
  /** 32 bytes. Everything that names a customer is encrypted with this key on disk. */
  readonly dataKey: Uint8Array;
  /** The place of the data key. Null if it comes from the environment. */
  readonly keyPlace: KeyPlace | null;
  /** `none`: no keychain answers. The windows report it, no secret outlives this run, and only training is possible. */
  readonly keyStorage: StatusResource['keyStorage'];
  readonly keychain: SecretStore | null;
}

export interface Unlocked extends Omit<UnlockedKey, 'keychain'>, Pick<Secrets, 'metricsAuthorization' | 'givenTo'> {
  readonly secrets: SecretStore;
  readonly secretsOutliveRun: boolean;
}

/** The key is missing, but receipts exist that only this key opens. The message contains the remedy. */
export class KeyLost extends StorageRefused {}

export interface UnlockOptions {
  readonly config: HostSecrets;
  /** Headless only: the key file to create if there is neither a keychain nor a given key. Null: do not create one. */
  readonly keyFile: string | null;
  readonly dataDir: string;
}

type Ports = Pick<SystemPorts, 'random' | 'clock' | 'log'>;

/**
 * Finds the secrets, first in the environment, then in the keychain. Without either, headless gets an owner-only key
 * file and a warning that it protects less, and the windowed app gets `keychainMissing`. Throws StorageRefused.
 */
export const unlockSecrets = (...given: Parameters<typeof unlockNow>): Promise<Result<Unlocked>> =>
  unlockNow(...given).catch((error: unknown) => {
    throw refusalOfStart(error, given[1].dataDir);
  });

async function unlockNow(
  ports: Ports,
  options: UnlockOptions & { readonly settings: SettingsStore },
): Promise<Result<Unlocked>> {
  const { config, settings, dataDir } = options;
  const key = await unlockKey(ports, options);
  if (!key.ok) return key;
  const { keychain, ...unlocked } = key.value;
  const beneath = keychain ?? memorySecrets();
  const encryption = createEncryption(unlocked.dataKey, ports.random);
  const username = await liveAccount(beneath).name();
  const binding = { config, settings, dataDir, encryption, username, log: ports.log };
  const given = await retryWhileBusy(ports.clock, () => bindEnvironmentSecrets(binding), pausesOfStartMs);
  const { service } = settings.current();
  const secrets = environmentSecrets(
    {
      ...envAccount(config.credentials, given.account ? service : null),
      ...envPartnerKey(config.partnerKey, given.partnerKey ? service.partnerUrl : null),
    },
    beneath,
  );
  const { metricsAuthorization, givenTo } = given;
  return done({ ...unlocked, secrets, metricsAuthorization, givenTo, secretsOutliveRun: keychain !== null });
}

/** Never replaces a lost key silently, because the encrypted data could not be opened any more. Throws KeyLost, StorageBusy. */
export async function unlockKey(ports: Ports, options: UnlockOptions): Promise<Result<UnlockedKey>> {
  const { config, dataDir, keyFile } = options;
  const found = await findKeyPlace(ports, options);
  if (!found.ok) return found;
  const { keyPlace } = found.value;
  const withKey = (key: Result<Uint8Array>) => (key.ok ? done({ ...found.value, dataKey: key.value }) : key);
  if (keyPlace === null) return withKey(readGivenKey(config.dataKey ?? ''));
  const mark = await neededKeyMark(dataDir, ports.clock);
  const stored = await findDataKey(keyPlace, mark);
  if (!stored.ok) return stored;
  if (stored.value !== null) return withKey(done(stored.value));
  if (mark !== null) throw keyLost(dataDir, keyFile);
  return withKey(await addDataKey(keyPlace, ports.random.bytes(32)));
}

export async function findKeyPlace(
  { random, clock, log }: Ports,
  { config, keyFile, dataDir }: UnlockOptions,
): Promise<Result<Omit<UnlockedKey, 'dataKey'>>> {
  const store = withLimit(keychainSecrets(), clock);
  const state = await probeStore(store, random);
  if (!state.ok) log.warn('keychain-missing', { reason: state.reason });
  const keychain = state.ok ? store : null;
  if (config.dataKey !== null) return done({ keychain, keyPlace: null, keyStorage: 'environment' });
  if (keychain !== null && (keyFile === null || !existsSync(keyFile) || (await opensData(keychain, dataDir, clock))))
    return done({ keychain, keyPlace: keysIn(keychain), keyStorage: 'keychain' });
  if (keyFile === null) return failed('keychainMissing', state.ok ? '' : state.reason);
  const meaning = 'receipts on disk are protected by an owner-only file: this protects less than a keychain';
  log.warn('data-key-file-used', { meaning });
  return done({ keychain, keyPlace: keyFiles(keyFile), keyStorage: 'file' });
}

/** Another program of this user may have put its key into the keychain before the keychain answered this program. */
async function opensData(keychain: KeyPlace, dataDir: string, clock: Ports['clock']): Promise<boolean> {
  const mark = await neededKeyMark(dataDir, clock);
  const key = await findDataKey(keychain, mark);
  return key.ok && key.value !== null && (mark === null || keyMark(key.value).toString('hex') === mark);
}

export function readGivenKey(text: string): Result<Uint8Array> {
  const key = dataKeyFromBase64(text);
  return key.ok ? key : failed('invalid', `RECEIPT_COMPANION_DATA_KEY: ${key.error.message}`);
}

const keyLost = (dataDir: string, keyFile: string | null): KeyLost =>
  new KeyLost(
    `The receipts in ${dataDir} were encrypted with a key that is not here. Import its exported file with --import-key FILE. Or bring the key back: the entry data-key of Receipt Companion in the keychain, ${keyFile === null ? '' : 'the file data.key in that folder, '}or RECEIPT_COMPANION_DATA_KEY. Or choose another folder with --data-dir. If the key is lost for good, run --new-data-key: the encrypted data stays unreadable, and receipts that wait are not sent. Nothing was changed.`,
  );
