import { existsSync } from 'node:fs';
import type { Log, Random, SecretStore, SystemPorts } from '../ports.ts';
import { done, failed, type Result } from '../shared/result.ts';
import type { StatusResource } from '../shared/till-view.ts';
import { encryptedDatabases } from '../storage/connection-folders.ts';
import { StorageRefused } from '../storage/database.ts';
import { createEncryption } from '../storage/encryption.ts';
import { givenAccount, givenPartnerKey, liveAccount } from './credentials.ts';
import {
  type DataKeys,
  dataKeyFromBase64,
  fileKeyStore,
  givenKeyStore,
  isKeyInKeychain,
  type KeyStore,
  keychainKeyStore,
  loadDataKeys,
  ownerOnlyKeyFile,
} from './data-key.ts';
import { bindEnvironmentSecrets, type Given, type HostSecrets } from './given-secrets.ts';
import { environmentSecrets, keychainSecrets, limited, memorySecrets, probe } from './secret-stores.ts';
import type { SettingsStore } from './stored-settings.ts';

/** The key that opens the app's files, and its source. */
export interface Unlocked extends Pick<Given, 'metricsAuthorization' | 'givenTo'> {
  readonly secrets: SecretStore;
  /** The key that encrypts, and older keys that data may still be encrypted with. */
  readonly dataKey: Uint8Array;
  readonly dataKeysBefore: readonly Uint8Array[];
  readonly keyStore: KeyStore;
  readonly keyStorage: StatusResource['keyStorage'];
  /** False if no keychain answers: the entries of `secrets` end with this run. */
  readonly secretsOutliveRun: boolean;
}

/** The key is missing although receipts exist that only this key opens. The message contains the remedy. */
export class KeyLost extends StorageRefused {}

export interface UnlockOptions {
  readonly config: HostSecrets;
  /** The addresses of this start. Null: a one-shot command, which needs no secrets. */
  readonly settings: SettingsStore | null;
  /** Headless only: where a key file may be made when there is neither keychain nor given key. Null never makes one. */
  readonly keyFile: string | null;
  readonly dataDir: string;
}

/**
 * Finds the secrets, first in the environment, then in the keychain. Without either, headless gets an owner-only key
 * file and a warning that it protects less. The windowed app gets `keychainMissing`. Throws KeyLost.
 */
export async function unlockSecrets(
  ports: Pick<SystemPorts, 'random' | 'clock' | 'log'>,
  options: UnlockOptions,
): Promise<Result<Unlocked>> {
  const { config, settings, dataDir } = options;
  const keychain = limited(keychainSecrets(), ports.clock);
  const state = await probe(keychain, ports.random);
  if (!state.ok) ports.log.warn('keychain-missing', { reason: state.reason });
  const beneath = state.ok ? keychain : memorySecrets();

  const before = config.dataKeyBefore === null ? null : keyGiven('DATA_KEY_BEFORE', config.dataKeyBefore);
  if (before?.ok === false) return before;
  const inPlace = await findKeys(ports, options, keychain, state);
  if (!inPlace.ok) return inPlace;
  const { keys, ...rest } = inPlace.value;
  const dataKey = keys.current;
  const dataKeysBefore = before === null ? keys.before : [...keys.before, before.value];
  const encryption = createEncryption(dataKey, ports.random, dataKeysBefore);
  const username = await liveAccount(beneath).name();
  const given = bindEnvironmentSecrets({ config, settings, dataDir, encryption, username, log: ports.log });
  const service = settings?.current().service ?? null;
  const secrets = environmentSecrets(
    {
      ...givenAccount(config.credentials, given.account ? service : null),
      ...givenPartnerKey(config.partnerKey, given.partnerKey ? (service?.partnerUrl ?? null) : null),
    },
    beneath,
  );
  const { metricsAuthorization, givenTo } = given;
  const sent = { metricsAuthorization, givenTo };
  return done({ secrets, dataKey, dataKeysBefore, ...sent, ...rest, secretsOutliveRun: state.ok });
}

interface FoundKeys extends Pick<Unlocked, 'keyStore' | 'keyStorage'> {
  readonly keys: DataKeys;
}

/** The data key: of the environment, of the keychain, or of an owner-only file. */
async function findKeys(
  { random, log }: Pick<SystemPorts, 'random' | 'log'>,
  { config, keyFile, dataDir }: UnlockOptions,
  keychain: SecretStore,
  state: Awaited<ReturnType<typeof probe>>,
): Promise<Result<FoundKeys>> {
  if (config.dataKey !== null) {
    const key = keyGiven('DATA_KEY', config.dataKey);
    return found(key.ok ? done({ current: key.value, before: [] }) : key, givenKeyStore, 'environment');
  }
  // A lost key is never replaced silently, because the encrypted data could never be opened again.
  const isEncrypted = encryptedDatabases(dataDir).length > 0;
  const hasKeyFile = isKeyFile(keyFile);
  const isInKeychain = state.ok && (await isKeyInKeychain(keychain));
  const isLost = isEncrypted && !isInKeychain && !hasKeyFile && !config.newDataKey;
  if (isLost && (state.ok || keyFile !== null)) throw keyLost(dataDir, keyFile);
  if (state.ok && (isInKeychain || !hasKeyFile))
    return found(await loadDataKeys(keychain, random), keychainKeyStore(keychain, random), 'keychain');
  if (keyFile === null) return failed('keychainMissing', state.ok ? 'no data key is in it' : state.reason);
  return keyInFile(keyFile, random, log);
}

const isKeyFile = (path: string | null): boolean => path !== null && (existsSync(path) || existsSync(`${path}-next`));

const found = (keys: Result<DataKeys>, keyStore: KeyStore, keyStorage: Unlocked['keyStorage']): Result<FoundKeys> =>
  keys.ok ? done({ keys: keys.value, keyStore, keyStorage }) : keys;

function keyGiven(name: string, text: string): Result<Uint8Array> {
  const key = dataKeyFromBase64(text);
  return key.ok ? key : failed('invalid', `RECEIPT_COMPANION_${name}: ${key.error.message}`);
}

function keyInFile(path: string, random: Random, log: Log): Result<FoundKeys> {
  const keys = ownerOnlyKeyFile(path, random);
  const meaning = 'receipts on disk are protected by an owner-only file: this protects less than a keychain';
  if (keys.ok) log.warn('data-key-file-used', { meaning });
  return found(keys, fileKeyStore(path, random), 'file');
}

const keyLost = (dataDir: string, keyFile: string | null): KeyLost =>
  new KeyLost(
    `the receipts in ${dataDir} were encrypted with a key that is not here. Bring it back: the entry data-key of Receipt Companion in the keychain, ${keyFile === null ? '' : 'the file data.key in that folder, '}or RECEIPT_COMPANION_DATA_KEY. Or choose another folder with --data-dir. Or start once with --new-data-key: then what was encrypted stays as it is and cannot be read, and receipts that wait are not sent. Nothing was changed`,
  );
