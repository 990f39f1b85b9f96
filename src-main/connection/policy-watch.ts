import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Connection, endpointOf } from '../lib/connection.ts';
import { done, failed, messageOf, type Result } from '../lib/result.ts';
import type { CashierView } from '../lib/views.ts';
import type { SystemPorts } from '../ports.ts';
import { readAccountFile, stampOf } from '../settings/account-file.ts';
import type { Credentials, LiveAccount } from '../settings/credentials.ts';
import type { PolicyStore } from '../settings/policy.ts';
import { faultSentence } from '../settings/policy-schema.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';
import { type ConnectionChange, nothingToTest, type Saved } from './connection-change.ts';
import { isTestOwed, type VerifiedEndpoint } from './which-connection.ts';

interface PolicyWatchParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly policy: PolicyStore;
  readonly settings: SettingsStore;
  readonly account: LiveAccount;
  readonly tested: VerifiedEndpoint;
  readonly connection: Pick<ConnectionChange, 'carryOut' | 'offer'>;
  readonly notices: () => NoticeBoard;
  readonly pinChanged: () => void;
  readonly reconnect: () => Promise<void>;
  readonly changed: () => void;
}

/** The last one for ever: a service that is back is found within five minutes. */
const pausesMs = [5, 10, 20, 40, 80, 160, 300].map((seconds) => seconds * 1_000);

const lookMs = 60_000;

/**
 * Who administers this computer, as the windows show it, and what becomes of a policy that changes under a running till. The
 * connection that it names comes into use: tested first, like everything that goes live, and asked again with growing pauses
 * until it goes well. Until then the connection of before goes on, or nothing is accepted.
 */
export function createPolicyWatch(parts: PolicyWatchParts) {
  const { policy, settings, account, clock, log, notices } = parts;
  let cancelTry: () => void = () => undefined;
  let cancelLook: () => void = () => undefined;
  let trying: Promise<unknown> = Promise.resolve();
  let looking: Promise<unknown> = Promise.resolve();
  let tries = 0;
  let isOver = false;
  let lastStamp = '';
  /** A change of the connection that could not be made. */
  let isOwed = false;

  const fileOf = (): string | null => policy.current().policy?.account?.file ?? null;
  const isLive = (): boolean => settings.current().mode === 'live';

  const wanted = (): Connection => ({ mode: 'live', ...endpointOf(settings.current().service) });

  /** An account belongs to the addresses that came with it, or that had one before: to none that somebody put into a file. */
  async function accountAt(path: string | null): Promise<{ given: Credentials | null; why: string | null }> {
    const file = path === null ? done(null) : readAccountFile(path, process.platform);
    if (!file.ok) return { given: null, why: file.error.message };
    const given = file.value;
    const isSaid = ['service.baseUrl', 'service.authUrl'].every(settings.isSaid);
    if (given === null || isSaid) return { given, why: null };
    const isKnown = await account
      .at(settings.current().service)
      .stored()
      .catch(() => false);
    const why =
      'the account is handed over for addresses that only the settings file names: expected both in the policy';
    return isKnown ? { given, why: null } : { given: null, why };
  }

  /** What is put down and is not what the keychain has already. */
  async function handedOver(given: Credentials | null): Promise<Credentials | null> {
    const kept = given === null ? null : await account.at(settings.current().service).get();
    return isDeepStrictEqual(kept, given) ? null : given;
  }

  async function run(): Promise<Result<Saved>> {
    cancelTry();
    if (isOver || !isLive()) return end(nothingToTest);
    const path = fileOf();
    lastStamp = stampOf(path);
    const { given, why } = await accountAt(path);
    const credentials = await handedOver(given).catch(() => null);
    const isOwing = isTestOwed(settings, parts.tested) || credentials !== null;
    const result = isOwing ? await carryOut(credentials) : nothingToTest;
    if (!result.ok || !result.value.ok) return again(result, why);
    if (!isOwing && why !== null) log.warn('policy-account-unusable', { message: why });
    if (given !== null) takeAway(path);
    return end(result);
  }

  async function carryOut(credentials: Credentials | null): Promise<Result<Saved>> {
    // Whoever wrote the policy has decided it: what waits for the account of now stays in its folder, and is told.
    // Whoever has to type something at the till, such as the store, need not know it.
    if (credentials !== null) parts.connection.offer(wanted(), { account: credentials, shopName: null });
    const result = await parts.connection.carryOut({ connection: wanted(), credentials, keepWaiting: true });
    if (result.ok && result.value.ok)
      log.info('policy-connected', { what: credentials === null ? 'connection' : 'connection-and-account' });
    return result;
  }

  /** The keychain has it now. */
  function takeAway(path: string | null): void {
    try {
      if (path !== null) rmSync(path, { force: true });
    } catch {
      log.warn('policy-account-file-stays', { path, meaning: 'it is not needed any more' });
    }
    lastStamp = stampOf(path);
  }

  function end(result: Result<Saved>): Result<Saved> {
    tries = 0;
    if (notices().current().includes('policyNotConnected')) {
      notices().settle('policyNotConnected');
      parts.changed();
    }
    return result;
  }

  function again(result: Result<Saved>, whyNoAccount: string | null): Result<Saved> {
    const pauseMs = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0;
    tries += 1;
    const failing = result.ok ? result.value.steps.find(({ ok }) => !ok) : null;
    const why = result.ok ? (failing?.fault ?? 'unknown') : result.error.code;
    log.warn('policy-not-connected', { why, name: failing?.name ?? 'none', pauseMs });
    if (tries === 1) {
      const about = whyNoAccount === null ? '' : ` ${whyNoAccount}.`;
      notices().settle('policyNotConnected');
      notices().raise(
        'policyNotConnected',
        `The connection that the policy ${policy.current().path} names was tested and does not work (${why}).${about} It is tried again by itself.`,
      );
      parts.changed();
    }
    if (!isOver) cancelTry = clock.setTimer(pauseMs, () => void tryNow());
    return result;
  }

  function tryNow(): Promise<Result<Saved>> {
    const mine = trying.then(run).catch((error: unknown) => {
      log.error('policy-connection-failed', { error: String(error) });
      return failed('internal', 'the connection of the policy could not be tried; the log has more');
    });
    trying = mine;
    return mine;
  }

  function isAccountNew(): boolean {
    const stamp = isLive() ? stampOf(fileOf()) : '';
    return stamp !== '' && stamp !== lastStamp;
  }

  function tell(): void {
    const { path, policy: inForce, faults } = policy.current();
    notices().settle('policyRefused');
    if (faults.length === 0) return;
    const instead = inForce === null ? 'No policy is in force' : 'The last one that was right stays in force';
    notices().raise('policyRefused', `${path} was not taken: ${faults.map(faultSentence).join('; ')}. ${instead}.`);
  }

  const connectionOfNow = () => ({ mode: settings.current().mode, place: endpointOf(settings.current().service) });

  async function adopt(): Promise<void> {
    const before = connectionOfNow();
    const pinBefore = policy.current().policy?.pin;
    const isOther = policy.look();
    if (!isOther && isOwed) await change();
    if (!isOther) {
      if (isAccountNew()) void tryNow();
      return;
    }
    settings.adopt(policy.current().layer);
    if (!isDeepStrictEqual(pinBefore, policy.current().policy?.pin)) parts.pinChanged();
    tell();
    parts.changed();
    // First the connection that may be used now: an address that nobody has tried waits for its test.
    if (!isDeepStrictEqual(before, connectionOfNow()) || isOwed) await change();
    await tryNow();
  }

  /** What cannot be opened is told and tried again at the next look; the connection of before goes on. */
  async function change(): Promise<void> {
    isOwed = true;
    try {
      await parts.reconnect();
      isOwed = false;
    } catch (error) {
      notices().raise(
        'policyNotConnected',
        `The connection of the policy could not be opened, the one of before goes on: ${messageOf(error)}`,
      );
      throw error;
    }
  }

  function plan(): void {
    cancelLook = clock.setTimer(lookMs, () => {
      looking = looking
        .then(adopt)
        .catch((error: unknown) => log.error('policy-not-adopted', { error: String(error) }));
      if (!isOver) plan();
    });
  }

  return {
    view(): CashierView['policy'] {
      const { policy: inForce } = policy.current();
      if (inForce === null) return null;
      const more = [
        ...(inForce.account === undefined ? [] : ['account']),
        ...(inForce.pin === undefined ? [] : ['pin']),
      ];
      return { by: inForce.administrator ?? null, locked: [...settings.lockedKeys(), ...more] };
    },
    tell,
    tryNow,
    /** From now on the file is looked at, and what it owes is tried. */
    start() {
      void tryNow();
      plan();
    },
    /** What is under way finds its files closed, and changes nothing. */
    stop() {
      isOver = true;
      cancelTry();
      cancelLook();
    },
  };
}
