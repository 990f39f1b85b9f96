import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readAccountFile, stampOf } from '../settings/account-file.ts';
import type { Credentials } from '../settings/credentials.ts';
import { faultSentence } from '../settings/policy-format.ts';
import type { PolicyStore } from '../settings/policy-store.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import { type Connection, endpointOf } from '../shared/connection.ts';
import { asSentence, done, failed, messageOf, type Result } from '../shared/result.ts';
import type { CashierView } from '../shared/views.ts';
import { nothingToTest, type SaveResult, type TestedConnection } from './tested-connection.ts';
import { type ConnectionParts, isTestRequired } from './which-connection.ts';

interface PolicyConnectionParts extends ConnectionParts {
  readonly testing: TestedConnection;
}

/** The account in the policy's file. `stamp` tells whether the file was replaced meanwhile. */
interface PolicyAccount {
  readonly given: Credentials | null;
  readonly why: string | null;
  readonly stamp: string;
}

const lookMs = 60_000;

const fileOf = ({ policy }: ConnectionParts): string | null => policy.current().policy?.account?.file ?? null;

/** Addresses that only the settings file names get the policy's account only if they have a stored account. */
async function readAccount(parts: ConnectionParts): Promise<PolicyAccount> {
  const { settings, account } = parts;
  const path = fileOf(parts);
  const stamp = stampOf(path);
  const file = path === null ? done(null) : readAccountFile(path, process.platform);
  if (!file.ok) return { given: null, why: file.error.message, stamp };
  const given = file.value;
  const isOverridden = ['service.baseUrl', 'service.authUrl'].every(settings.isOverridden);
  if (given === null || isOverridden) return { given, why: null, stamp };
  const isKnown = await account
    .at(settings.current().service)
    .stored()
    .catch(() => false);
  const why =
    'The account in the file is not used, because only the settings file names the addresses that it is for. Expected both addresses in the policy.';
  return isKnown ? { given, why: null, stamp } : { given: null, why, stamp };
}

async function newAccount(parts: ConnectionParts, given: Credentials | null): Promise<Credentials | null> {
  const stored = given === null ? null : await parts.account.at(parts.settings.current().service).get();
  return isDeepStrictEqual(stored, given) ? null : given;
}

/** The policy is read and its connection tested at the start. Nothing of it changes a running app. */
export type PolicyConnection = ReturnType<typeof createPolicyConnection>;

export function createPolicyConnection(parts: PolicyConnectionParts) {
  const { policy, settings, log, notices } = parts;
  let cancelLook: () => void = () => undefined;
  let accountStamp = '';
  /** The service did not answer the last test, or the keychain or the disk refused. */
  let isSilent = false;

  /** Runs the test that the policy still requires and stores its success. It does not open or restart the app. */
  async function connect(): Promise<Result<SaveResult>> {
    if (settings.current().mode !== 'live') return nothingToTest;
    const read = await readAccount(parts);
    const { given, why } = read;
    accountStamp = read.stamp;
    // If the keychain does not answer, the account may be new. Its file must stay until it is stored.
    const credentials = await newAccount(parts, given).catch(() => given);
    if (!isTestRequired(settings, parts.tested) && credentials === null) {
      if (why !== null) log.warn('policy-account-rejected', { message: why });
      return saved(nothingToTest, read);
    }
    const connection: Connection = { mode: 'live', ...endpointOf(settings.current().service) };
    // The account is offered with the connection, so that a person can enter the store without knowing the account.
    if (credentials !== null) parts.testing.offer(connection, { account: credentials, shopName: null });
    const result = await parts.testing
      .keepTested({ connection, credentials })
      .catch((error: unknown) => failed('internal', messageOf(error)));
    if (!result.ok || !result.value.ok) return noteNotConnected(result, why);
    log.info('policy-connected', { what: credentials === null ? 'connection' : 'connection-and-account' });
    return saved(result, read);
  }

  /** The keychain has the account now, so its file is deleted. A file that replaced it waits for the next start. */
  function saved(result: Result<SaveResult>, { given, stamp }: PolicyAccount): Result<SaveResult> {
    const path = fileOf(parts);
    accountStamp = stamp;
    if (given !== null && path !== null && stampOf(path) === stamp) {
      try {
        rmSync(path, { force: true });
      } catch {
        log.warn('policy-account-file-not-deleted', { path, meaning: 'it is not needed any more' });
      }
      accountStamp = stampOf(path);
    }
    isSilent = false;
    notices().settle('policyNotConnected');
    return result;
  }

  function noteNotConnected(result: Result<SaveResult>, whyNoAccount: string | null): Result<SaveResult> {
    const failing = result.ok ? result.value.steps.find(({ ok }) => !ok) : null;
    const why = result.ok ? (failing?.fault ?? 'unknown') : result.error.code;
    const wasSilent = isSilent;
    isSilent = ['baseUrlSilent', 'authUrlSilent', 'internal'].includes(why);
    // A service that stays away is reported once.
    if (wasSilent && isSilent) return result;
    log.warn('policy-not-connected', { why, name: failing?.name ?? 'none' });
    const about = whyNoAccount === null ? '' : ` ${asSentence(whyNoAccount)}`;
    notices().settle('policyNotConnected');
    notices().raise(
      'policyNotConnected',
      `The connection of the policy ${policy.current().path} was tested and does not work (${why}).${about} It is tested again at the next start, or with "Try again" in the cashier window. While no app runs and the service does not answer, it is tested every minute.`,
    );
    return result;
  }

  /** A person saved the connection in place of `connect`. An account that came meanwhile waits for the next start. */
  async function noteSaved(): Promise<void> {
    const read = await readAccount(parts);
    if ((await newAccount(parts, read.given).catch(() => read.given)) === null) saved(nothingToTest, read);
    else notices().settle('policyNotConnected');
  }

  function noteFaults(): void {
    const { path, policy: inForce, faults } = policy.current();
    notices().settle('policyRefused');
    if (faults.length === 0) return;
    const instead = inForce === null ? 'No policy is in force' : 'The last valid policy stays in force';
    notices().raise(
      'policyRefused',
      `The policy ${path} was not applied: ${faults.map(faultSentence).join('; ')}. ${instead}.`,
    );
  }

  function look(goLive: () => Promise<unknown>): void {
    const isChanged = policy.hasChanged() || stampOf(fileOf(parts)) !== accountStamp;
    if (isChanged !== notices().current().includes('policyChanged')) {
      if (isChanged) {
        log.warn('policy-changed', { path: policy.current().path });
        notices().raise(
          'policyChanged',
          'The policy of this computer, or the account beside it, was changed. The change takes effect at the next start of the app.',
        );
      } else notices().settle('policyChanged');
      parts.changed();
    }
    cancelLook = parts.clock.setTimer(lookMs, async () => {
      look(goLive);
      // The network of a shop may start later than its computer.
      if (isSilent) await goLive();
    });
  }

  return {
    connect,
    noteSaved,
    /** `goLive` tests the connection again and opens its app. It changes nothing while an app runs. */
    async atStart(goLive: () => Promise<unknown>): Promise<void> {
      noteFaults();
      await connect();
      cancelLook();
      look(goLive);
    },
    stop: () => cancelLook(),
  };
}

export function policyView(policy: PolicyStore, settings: SettingsStore): CashierView['policy'] {
  const { policy: inForce } = policy.current();
  if (inForce === null) return null;
  const more = [...(inForce.account === undefined ? [] : ['account']), ...(inForce.pin === undefined ? [] : ['pin'])];
  return { by: inForce.administrator ?? null, locked: [...settings.lockedKeys(), ...more] };
}
