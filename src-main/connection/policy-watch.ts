import { isDeepStrictEqual } from 'node:util';
import { type Connection, endpointOf } from '../lib/connection.ts';
import { done, failed, type Result } from '../lib/result.ts';
import type { CashierView } from '../lib/views.ts';
import type { SystemPorts } from '../ports.ts';
import {
  type AccountFile,
  type HandedAccount,
  readAccountFile,
  removeAccountFile,
  stampOf,
} from '../settings/account-file.ts';
import type { LiveAccount } from '../settings/credentials.ts';
import type { PolicyStore } from '../settings/policy.ts';
import { faultSentence } from '../settings/policy-schema.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';
import type { ConnectionChange, Saved } from './connection-change.ts';
import { isTestOwed, type VerifiedEndpoint } from './which-connection.ts';

interface PolicyConnectionParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly policy: PolicyStore;
  readonly settings: SettingsStore;
  readonly account: LiveAccount;
  readonly tested: VerifiedEndpoint;
  readonly connection: Pick<ConnectionChange, 'carryOut' | 'offer'>;
  readonly notices: () => NoticeBoard;
  readonly platform: NodeJS.Platform;
  readonly changed: () => void;
}

/** The last one for ever: a service that is back is found within five minutes. */
const pausesMs = [5, 10, 20, 40, 80, 160, 300].map((seconds) => seconds * 1_000);

/**
 * Brings the connection that a policy names into use: tested first, like everything that goes live, and asked again with
 * growing pauses until it goes well. Until then the connection of before goes on, or nothing is accepted.
 */
type PolicyConnection = ReturnType<typeof createPolicyConnection>;

export function createPolicyConnection(parts: PolicyConnectionParts) {
  const { policy, settings, clock, log, notices } = parts;
  let cancelTimer: () => void = () => undefined;
  let tries = 0;
  let isOver = false;
  let lastStamp = '';
  let underWay: Promise<unknown> = Promise.resolve();

  const fileOf = (): string | null => policy.current().policy?.account?.file ?? null;
  const isLive = (): boolean => settings.current().mode === 'live';

  const wanted = (): Connection => ({ mode: 'live', ...endpointOf(settings.current().service) });

  /** An account belongs to the addresses that came with it, or that had one before: to none that somebody put into a file. */
  async function forOurPlace(file: AccountFile): Promise<AccountFile> {
    const isSaid = ['service.baseUrl', 'service.authUrl'].every(settings.isSaid);
    if (file.kind !== 'account' || isSaid) return file;
    const isKnown = await parts.account
      .at(settings.current().service)
      .stored()
      .catch(() => false);
    const why =
      'the account is handed over for addresses that only the settings file names: expected both in the policy';
    return isKnown ? file : { kind: 'unusable', why };
  }

  /** What is put down and is not what the keychain has already. */
  async function handedOver(file: AccountFile): Promise<HandedAccount | null> {
    if (file.kind !== 'account') return null;
    const kept = await parts.account.at(settings.current().service).get();
    const { username, password } = file.account;
    return kept?.username === username && kept.password === password ? null : file.account;
  }

  async function run(): Promise<Result<Saved>> {
    cancelTimer();
    if (isOver || !isLive()) return end(nothingOwed);
    const path = fileOf();
    lastStamp = path === null ? '' : stampOf(path);
    const file = await fileAt(path);
    const credentials = await handedOver(file).catch(() => null);
    if (!isTestOwed(settings, parts.tested) && credentials === null) return endWithout(path, file);
    // Whoever wrote the policy has decided it: what waits for the account of now stays in its folder, and is told.
    // Whoever has to type something at the till, such as the store, need not know it.
    if (credentials !== null) parts.connection.offer(wanted(), { account: credentials, shopName: null });
    const result = await parts.connection.carryOut({ connection: wanted(), credentials, keepWaiting: true });
    if (!result.ok || !result.value.ok) return again(result, file);
    log.info('policy-connected', { what: credentials === null ? 'connection' : 'connection-and-account' });
    tidy(path, file);
    return end(result);
  }

  function endWithout(path: string | null, file: AccountFile): Result<Saved> {
    if (file.kind === 'unusable') log.warn('policy-account-unusable', { message: file.why });
    tidy(path, file);
    return end(nothingOwed);
  }

  const fileAt = async (path: string | null): Promise<AccountFile> =>
    path === null ? { kind: 'none' } : forOurPlace(readAccountFile(path, parts.platform));

  function tidy(path: string | null, file: AccountFile): void {
    if (path === null || file.kind !== 'account') return;
    if (!removeAccountFile(path)) log.warn('policy-account-file-stays', { path, meaning: 'it is not needed any more' });
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

  function again(result: Result<Saved>, file: AccountFile): Result<Saved> {
    const pauseMs = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0;
    tries += 1;
    const failing = result.ok ? result.value.steps.find(({ ok }) => !ok) : null;
    const why = result.ok ? (failing?.fault ?? 'unknown') : result.error.code;
    log.warn('policy-not-connected', { why, name: failing?.name ?? 'none', pauseMs });
    if (tries === 1) {
      const about = file.kind === 'unusable' ? ` ${file.why}.` : '';
      notices().settle('policyNotConnected');
      notices().raise(
        'policyNotConnected',
        `The connection that the policy ${policy.current().path} names was tested and does not work (${why}).${about} It is tried again by itself.`,
      );
      parts.changed();
    }
    if (!isOver) cancelTimer = clock.setTimer(pauseMs, () => void tryNow());
    return result;
  }

  function tryNow(): Promise<Result<Saved>> {
    const mine = underWay.then(run).catch((error: unknown) => {
      log.error('policy-connection-failed', { error: String(error) });
      return failed('internal', 'the connection of the policy could not be tried; the log has more');
    });
    underWay = mine;
    return mine;
  }

  return {
    /** Tries what is owed, if anything is. */
    tryNow,
    /** Tries where another account was put down since the last time. */
    look() {
      const path = fileOf();
      if (path !== null && isLive() && stampOf(path) !== lastStamp && stampOf(path) !== '') void tryNow();
    },
    /** What is under way finds its files closed, and changes nothing. */
    stop() {
      isOver = true;
      cancelTimer();
    },
  };
}

const nothingOwed: Result<Saved> = done({ ok: true, steps: [], deviations: [], waiting: null });

interface PolicyWatchParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly policy: PolicyStore;
  readonly settings: SettingsStore;
  readonly connection: PolicyConnection;
  /** It brings the account: nobody types another one. */
  readonly isAccountFixed: () => boolean;
  readonly notices: () => NoticeBoard;
  /** Another PIN may hold. */
  readonly pinChanged: () => void;
  readonly reconnect: () => Promise<void>;
  readonly changed: () => void;
}

const lookMs = 60_000;

/** Who administers this computer, as the windows show it, and what becomes of a policy that changes under a running till. */
export function createPolicyWatch(parts: PolicyWatchParts) {
  const { policy, settings, clock, notices, log } = parts;
  let cancelTimer: () => void = () => undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  let isOver = false;
  /** A change of the connection that could not be made. */
  let isOwed = false;

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
    if (!isOther) return parts.connection.look();
    settings.adopt(policy.current().layer);
    if (!isDeepStrictEqual(pinBefore, policy.current().policy?.pin)) parts.pinChanged();
    tell();
    parts.changed();
    // First the connection that may be used now: an address that nobody has tried waits for its test.
    if (!isDeepStrictEqual(before, connectionOfNow()) || isOwed) await change();
    await parts.connection.tryNow();
  }

  /** What cannot be opened is told and tried again at the next look; the connection of before goes on. */
  async function change(): Promise<void> {
    isOwed = true;
    try {
      await parts.reconnect();
      isOwed = false;
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      notices().raise(
        'policyNotConnected',
        `The connection of the policy could not be opened, the one of before goes on: ${said}`,
      );
      throw error;
    }
  }

  function plan(): void {
    cancelTimer = clock.setTimer(lookMs, () => {
      underWay = underWay
        .then(adopt)
        .catch((error: unknown) => log.error('policy-not-adopted', { error: String(error) }));
      if (!isOver) plan();
    });
  }

  return {
    view(): CashierView['policy'] {
      const { policy: inForce } = policy.current();
      if (inForce === null) return null;
      const more = [...(parts.isAccountFixed() ? ['account'] : []), ...(inForce.pin === undefined ? [] : ['pin'])];
      return { by: inForce.administrator ?? null, locked: [...settings.lockedKeys(), ...more] };
    },
    /** Says on the notice board how the file stands. */
    tell,
    /** From now on the file is looked at, and what it owes is tried. */
    start() {
      void parts.connection.tryNow();
      plan();
    },
    stop() {
      isOver = true;
      cancelTimer();
    },
  };
}
