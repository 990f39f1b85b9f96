import { rawNumber } from '../lib/json-text.ts';
import type { Clock, Random } from '../ports.ts';
import type { Journal, LoyaltyState, LoyaltyTransaction } from './ledger.ts';
import type { StateFile } from './state-file.ts';
import type { SwitchBoard } from './switches.ts';

/** Interface document 2.10. The provider and all its data are invented. */
export interface LoyaltyStarted {
  readonly transactionId: string;
  readonly customerId: string;
  readonly providerType: string;
  readonly points: number | null;
  readonly activatedRewards: readonly {
    readonly identifier: string;
    readonly name: string;
    readonly description: string;
  }[];
  readonly providerData: Readonly<Record<string, unknown>>;
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly answer: LoyaltyStarted }
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'unknownUser' | 'moduleOff' };

export type CancelOutcome = 'CANCELED' | 'TRANSACTION_NOT_ACTIVE_ANYMORE' | 'unknown' | 'moduleOff';

export interface LoyaltyDesk {
  start(externalUserId: string): StartOutcome;
  cancel(transactionId: string): CancelOutcome;
  /** The provider is done with a transaction; true when it was active. */
  end(transactionId: string): boolean;
  restore(saved: ReadonlyMap<string, LoyaltyState>): void;
}

interface LoyaltyDeskParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly switches: SwitchBoard;
  readonly stateFile: () => StateFile;
  readonly journal: Journal<LoyaltyTransaction>;
}

const providerData = {
  tier: 'green',
  programme: { id: 'training', season: 3 },
  flags: ['newsletter', null, true],
};

/** With keys like those of the receipt and numbers that a double cannot hold: it goes on as it is. */
const contraryProviderData = {
  'extension:service': { account: rawNumber('90071992547409931234') },
  rate: rawNumber('0.10000000000000000055'),
  none: null,
};

export function createLoyaltyDesk({ clock, random, switches, stateFile, journal }: LoyaltyDeskParts): LoyaltyDesk {
  const states = new Map<string, LoyaltyState>();

  const move = (transactionId: string, state: LoyaltyState): void => {
    states.set(transactionId, state);
    stateFile().save('loyalty', { transactionId, state });
    const before = journal.entries().findLast((entry) => entry.transactionId === transactionId);
    if (before !== undefined) journal.replace(before, { ...before, state });
  };
  const end = (transactionId: string): boolean => {
    const active = states.get(transactionId) === 'active';
    if (active) move(transactionId, 'ended');
    return active;
  };

  const invent = (transactionId: string): LoyaltyStarted => ({
    transactionId,
    customerId: `C-${random.uuid().slice(0, 8)}`,
    providerType: 'TrainingClub',
    points: switches.current().loyaltyPoints ? Math.floor(random.fraction() * 2000) : null,
    activatedRewards: [
      { identifier: 'coffee', name: 'Free coffee', description: 'One filter coffee with any purchase' },
      { identifier: 'ten-percent', name: '10 % off', description: 'On one article of your choice' },
    ],
    providerData: switches.current().contrary ? contraryProviderData : providerData,
  });

  return {
    start: (externalUserId) => {
      const { loyaltyModule, loyaltyRejection, loyaltyUsers } = switches.current();
      if (!loyaltyModule) return { kind: 'moduleOff' };
      if (loyaltyRejection !== null) return { kind: 'rejected', message: loyaltyRejection };
      if (loyaltyUsers !== 'any' && !loyaltyUsers.includes(externalUserId)) return { kind: 'unknownUser' };
      const transactionId = switches.current().contrary ? `LT/${random.uuid()} #1` : random.uuid();
      states.set(transactionId, 'active');
      stateFile().save('loyalty', { transactionId, state: 'active' });
      journal.add({ transactionId, externalUserId, state: 'active', at: clock.now() });
      return { kind: 'started', answer: invent(transactionId) };
    },
    cancel: (transactionId) => {
      if (!switches.current().loyaltyModule) return 'moduleOff';
      if (switches.current().loyaltyTransactionsEnd) end(transactionId);
      const state = states.get(transactionId);
      if (state === undefined) return 'unknown';
      if (state !== 'active') return 'TRANSACTION_NOT_ACTIVE_ANYMORE';
      move(transactionId, 'cancelled');
      return 'CANCELED';
    },
    end,
    restore: (saved) => {
      for (const [transactionId, state] of saved) states.set(transactionId, state);
    },
  };
}
