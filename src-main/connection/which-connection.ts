import { isDeepStrictEqual } from 'node:util';
import type { SystemPorts } from '../ports.ts';
import type { LiveAccount } from '../settings/credentials.ts';
import type { PolicyStore } from '../settings/policy-store.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import { endpointOf, type ServiceEndpoint } from '../shared/connection.ts';
import { jsonOf, listOf } from '../shared/json.ts';
import { hasLiveData, lastService } from '../storage/connection-folders.ts';
import type { EncryptedValues } from '../storage/encrypted-values.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';

export interface LiveChoice {
  readonly kind: 'live';
  readonly service: ServiceEndpoint;
  /** The user of the account. Null: the account is missing, or the keychain does not answer. */
  readonly username: string | null;
  /** The settings contain an untested address, so the last connection is used. */
  readonly isAsBefore: boolean;
}
export type AppChoice = { readonly kind: 'training' } | LiveChoice;
export type ConnectionChoice = AppChoice | { readonly kind: 'setupRequired'; readonly why: SetupReason };

export type SetupReason = 'settingsLost' | 'addressMissing' | 'keychainMissing' | 'policyUntested' | 'policyUnread';
/** The parts of the program that decide about its connection. */
export interface ConnectionParts extends Pick<SystemPorts, 'clock' | 'fetch' | 'log'> {
  readonly settings: SettingsStore;
  readonly policy: PolicyStore;
  readonly account: LiveAccount;
  readonly tested: VerifiedEndpoint;
  readonly keychain: 'ok' | 'missing';
  /** The folder of live receipts. */
  readonly homeDir: string;
  readonly notices: () => NoticeBoard;
  readonly changed: () => void;
}

export const isAccountFixed = ({ policy }: Pick<ConnectionParts, 'policy'>): boolean =>
  policy.current().policy?.account !== undefined;

const ask = (why: SetupReason): ConnectionChoice => ({ kind: 'setupRequired', why });

/** A till that was live never starts in training automatically, because its receipts would reach no customer. */
export async function chooseConnection(parts: ConnectionParts): Promise<ConnectionChoice> {
  const { settings, account } = parts;
  const { mode } = settings.current();
  if (mode === 'training' && settings.isModeChosen()) return { kind: 'training' };
  const wasLive = hasLiveData(parts.homeDir) || (await account.exists().catch(() => false));
  if (parts.keychain === 'missing' && (mode === 'live' || wasLive)) return ask('keychainMissing');
  if (mode === 'live') return chooseLive(parts);
  if (wasLive) return ask('settingsLost');
  const { policy, faults } = parts.policy.current();
  // A typing error in a policy file must not put a till into training that the policy wants live.
  return faults.length > 0 && policy === null ? ask('policyUnread') : { kind: 'training' };
}

async function chooseLive(parts: ConnectionParts): Promise<ConnectionChoice> {
  const { account } = parts;
  const { service } = parts.settings.current();
  if (service.baseUrl === '' || service.authUrl === '') return ask('addressMissing');
  const isOwed = isTestRequired(parts.settings, parts.tested);
  const chosen = isOwed ? await lastWithAccount(parts) : endpointOf(service);
  if (chosen === null) return ask('policyUntested');
  // A keychain that does not answer is reported by the sign-in.
  const stored = await account
    .at(chosen)
    .get()
    .catch(() => null);
  return { kind: 'live', service: chosen, username: stored?.username ?? null, isAsBefore: isOwed };
}

/** The last connection, if the keychain still has its account. With it a shop sells until the test succeeds. */
async function lastWithAccount({ homeDir, account }: ConnectionParts): Promise<ServiceEndpoint | null> {
  const place = lastService(homeDir);
  const isStored =
    place !== null &&
    (await account
      .at(place)
      .stored()
      .catch(() => false));
  return isStored ? place : null;
}

/** Sentences for the till and the log; the windows have their own. */
export const setupRequiredSentences: Readonly<Record<SetupReason, string>> = {
  settingsLost:
    'This till was live, but the settings of its connection are missing. No receipt is accepted. Choose live or training in the cashier window (Settings, Service), or with --service-url or --training.',
  addressMissing:
    'This till is live, but its settings contain no valid address of the receipt service. No receipt is accepted. Enter the address in the cashier window (Settings, Service), or with --service-url and --auth-url.',
  policyUntested:
    'The policy of this computer makes this till live, but its connection has not passed a test yet. No receipt is accepted. If the service does not answer, the app tests it again every minute. Otherwise correct the policy and restart the app, or choose "Try again" in the cashier window.',
  policyUnread:
    'The policy of this computer cannot be read. No receipt is accepted. Correct the policy, or choose live or training in the cashier window (Settings, Service), or with --service-url or --training.',
  keychainMissing:
    'This till is live, but the keychain with its keys does not answer. No receipt is accepted. Unlock the keychain, or choose training for this run in the cashier window.',
};

const name = 'tested-connection';

/**
 * A policy can name a connection before its test, so the test is recorded where only this app can write. A prepared
 * account is used only if the record names its user, because the settings do not.
 */
export type VerifiedEndpoint = ReturnType<typeof createVerifiedEndpoint>;

export function createVerifiedEndpoint(values: () => EncryptedValues) {
  /** Addresses, sign-in and store: the values that a test covers. */
  const partsOf = (place: ServiceEndpoint): readonly string[] => {
    const { baseUrl, authUrl, clientId, scopeBase, storeId } = place;
    return [baseUrl, authUrl, clientId, scopeBase, storeId];
  };
  return {
    /** Whether this connection was tested last, with this user. Without `username` the user does not matter. */
    is(place: ServiceEndpoint, username?: string): boolean {
      const [user, ...tested] = listOf(jsonOf(values().get(name) ?? ''));
      return isDeepStrictEqual(tested, partsOf(place)) && (username === undefined || user === username);
    },
    set: (place: ServiceEndpoint, username: string | null): void =>
      values().set(name, JSON.stringify([username, ...partsOf(place)])),
    /** The returned function restores the present record. */
    restorePoint(): () => void {
      const before = values().get(name);
      return () => values().set(name, before);
    },
  };
}

export const isTestRequired = (settings: SettingsStore, tested: VerifiedEndpoint): boolean =>
  settings.isModeOfPolicy() && settings.current().mode === 'live' && !tested.is(settings.current().service);
