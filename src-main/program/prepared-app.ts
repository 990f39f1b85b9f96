import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AppChoice, LiveChoice } from '../connection/which-connection.ts';
import type { TokenParts } from '../service/tokens.ts';
import { liveAccount, partnerKey, signInKey } from '../settings/credentials.ts';
import { endpointOf } from '../shared/connection.ts';
import { memo } from '../shared/json.ts';
import { type Settings, settingsSchema } from '../shared/settings.ts';
import { isFolderOf, liveFolderOf, takeLiveFolder } from '../storage/connection-folders.ts';
import { restrictToOwner } from '../storage/data-folder.ts';
import { plainPath } from '../storage/fingerprint.ts';
import { type KeychainFingerprint, openKeychainFingerprint } from '../storage/keychain-fingerprint.ts';
import type { ProgramParts } from './app-data.ts';

/** Parts that outlive the app, so that it can be opened again without waiting for the keychain. */
export interface PreparedApp {
  readonly choice: AppChoice;
  readonly mode: 'training' | 'live';
  readonly settings: () => Settings;
  readonly credentials: TokenParts['credentials'];
  readonly partnerKey: () => Promise<string | null>;
  readonly signInKey: () => string;
  /** The fingerprint of the database in the keychain; null if the keychain does not outlive this run. */
  readonly keychainFingerprint: KeychainFingerprint | null;
  readonly controlUrl?: string | undefined;
  /** The present path of the connection's data folder; null if it has none. */
  readonly present: string | null;
  /** Returns the folder's name below the data folder. The folder may be renamed here, so no file in it may be open. */
  takeFolder(): string;
  release(): Promise<void>;
}

export const prepareApp = (choice: AppChoice, parts: Pick<ProgramParts, 'ports' | 'config'>): Promise<PreparedApp> =>
  choice.kind === 'training' ? prepareTraining(choice, parts) : prepareLive(choice, parts);

const trainingFolder = 'training';
const trainingClient = { clientId: 'training-till', scopeBase: 'https://receipts.training.invalid' };
/** A fixed id, so that pooled ids still belong to this store after a restart. */
const trainingStore = 'training-store';
/** One above the usual port of the POS API. It is fixed, so that addresses on printed receipts keep working. */
const trainingPort = 17_352;

/** The embedded service uses the default settings for details that the interface description leaves open. */
const { partner } = settingsSchema.parse({});

async function prepareTraining(
  choice: AppChoice,
  { ports, config }: Pick<ProgramParts, 'ports' | 'config'>,
): Promise<PreparedApp> {
  const path = join(config.dataDir, trainingFolder);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  restrictToOwner(path);
  const { createSimulator } = await import('../simulator/simulator-server.ts');
  // The service gets a new password at each start, which is stored nowhere.
  const password = Buffer.from(ports.random.bytes(18)).toString('base64url');
  const account = { username: 'till@training.invalid', password };
  const simulator = createSimulator(
    {
      port: trainingPort,
      fallbackToFreePort: true,
      account: { ...account, ...trainingClient, storeIds: [trainingStore] },
      extensionKey: ports.settings.current().service.extensionKey,
      stateFile: join(path, 'service.db'),
      control: config.control === true,
      switches: { knownExternalIds: ['customer-assigned'] },
    },
    ports,
  );
  const { controlUrl, ...addresses } = await simulator.start();
  const service = { ...addresses, ...trainingClient, storeId: trainingStore, selfGeneratedIds: false };
  // Cached, because each sale needs the settings many times.
  const ofService = memo((now: Settings): Settings => ({ ...now, service: { ...now.service, ...service }, partner }));
  const settings = () => ofService(ports.settings.current());
  return {
    choice,
    mode: 'training',
    settings,
    credentials: { get: async () => account },
    partnerKey: async () => simulator.account.partnerKey,
    signInKey: () => signInKey(settings().service, account.username),
    keychainFingerprint: null,
    controlUrl: controlUrl ?? undefined,
    present: path,
    takeFolder: () => trainingFolder,
    release: simulator.stop,
  };
}

async function prepareLive(
  choice: LiveChoice,
  { ports, config }: Pick<ProgramParts, 'ports' | 'config'>,
): Promise<PreparedApp> {
  const { dataDir } = config;
  const { service, username } = choice;
  const vaults = liveAccount(ports.secrets);
  /** The user for whom a refresh token is valid. A person may add the account later. */
  let signedInAs = username;
  const { name, isThereAs } = liveFolderOf(dataDir, { service, username });
  let keychainFingerprint: KeychainFingerprint | null = null;
  if (config.secretsOutliveRun)
    keychainFingerprint = await openKeychainFingerprint(join(plainPath(dataDir), name), ports);
  function settings(): Settings {
    const now = ports.settings.current();
    return choice.isAsBefore ? { ...now, service: { ...now.service, ...endpointOf(service) } } : now;
  }
  return {
    choice,
    mode: 'live',
    settings,
    credentials: {
      async get() {
        const { service: now } = settings();
        // A change may have prepared another account, or another start stored it. These receipts do not belong to it.
        const account = await vaults.at(now).of((user) => isFolderOf(name, { baseUrl: now.baseUrl, username: user }));
        if (account !== null) signedInAs = account.username;
        return account;
      },
    },
    partnerKey: () => partnerKey(ports.secrets, settings().service.partnerUrl).get(),
    signInKey: () => signInKey(settings().service, signedInAs),
    keychainFingerprint,
    present: isThereAs === null ? null : join(dataDir, isThereAs),
    takeFolder: () => takeLiveFolder(dataDir, { service: endpointOf(settings().service), username }, ports.clock.now()),
    release: async () => keychainFingerprint?.close(),
  };
}
