import { isDeepStrictEqual } from 'node:util';
import { endpointOf } from '../lib/connection.ts';
import type { CashierView } from '../lib/views.ts';
import type { Clock, Log } from '../ports.ts';
import type { PolicyStore } from '../settings/policy.ts';
import { faultSentence } from '../settings/policy-schema.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';
import type { PolicyConnection } from './policy-connection.ts';

interface PolicyWatchParts {
  readonly policy: PolicyStore;
  readonly settings: SettingsStore;
  readonly connection: PolicyConnection;
  /** It brings the account: nobody types another one. */
  readonly isAccountFixed: () => boolean;
  readonly notices: () => NoticeBoard;
  readonly clock: Clock;
  readonly log: Log;
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
