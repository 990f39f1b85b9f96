import { createHmac } from 'node:crypto';
import type { Clock, Random } from '../ports.ts';
import { newId } from './contrary.ts';
import type { Journal, PartnerAction } from './ledger.ts';
import type { User, UserOrigin } from './partner-records.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import type { StateFile } from './state-file.ts';
import type { SwitchBoard } from './switches.ts';

export type CreateOutcome = { readonly kind: 'created' | 'exists'; readonly userId: string };

/** The users of the organisation: those of the partner interface and those whom bills find are the same. */
export interface UserBook {
  /** Interface document 2.11: an externalId is unique within the organisation. */
  create(externalId: string, loyaltyCards: unknown): CreateOutcome;
  find(userId: string): User | null;
  /** The user whom a bill or a registration with this externalId belongs to. */
  matching(externalId: string): User | null;
  /** The same, and creates one if there is none (interface document 4.2 rule 1). */
  matchingOrNew(externalId: string): User;
  /** True when there was one. */
  remove(userId: string): boolean;
  restore(saved: { readonly users: readonly User[]; readonly externalIdSecret: string | null }): void;
  /** External ids of users that bills created. */
  createdUsers(): readonly string[];
}

interface UserBookParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly switches: SwitchBoard;
  readonly stateFile: () => StateFile;
  readonly journal: Journal<PartnerAction>;
}

export function createUserBook(parts: UserBookParts): UserBook {
  const { clock, random, switches, journal } = parts;
  const byId = new Map<string, User>();
  const byKey = new Map<string, User>();
  /** Keys of users that the switch lists and somebody deleted. */
  const deletedKeys = new Set<string>();
  const createdByBills = new Map<string, string>();
  let secret: string | null = null;

  const keepSecret = (value: string): void => parts.stateFile().save('externalIdSecret', { only: 1, value });

  const keyOf = (externalId: string): string => {
    if (secret === null) {
      secret = Buffer.from(random.bytes(32)).toString('base64url');
      keepSecret(secret);
    }
    return createHmac('sha256', secret).update(externalId).digest('base64url');
  };

  const add = (externalId: string, origin: UserOrigin, availableAt: number, loyaltyCards: unknown = null): User => {
    const user: User = { userId: newId(parts), externalKey: keyOf(externalId), origin, availableAt };
    const replaced = byKey.get(user.externalKey);
    if (replaced !== undefined) byId.delete(replaced.userId);
    byId.set(user.userId, user);
    byKey.set(user.externalKey, user);
    deletedKeys.delete(user.externalKey);
    parts.stateFile().save('user', user);
    const { userId } = user;
    journal.add({ kind: 'userCreated', userId, externalId, origin, loyaltyCards, at: clock.now() });
    return user;
  };

  const matching = (externalId: string): User | null => {
    const listed = switches.current().knownExternalIds.includes(externalId);
    const user = byKey.get(keyOf(externalId));
    if (user !== undefined) return user.origin === 'listed' && !listed ? null : user;
    return listed && !deletedKeys.has(keyOf(externalId)) ? add(externalId, 'listed', clock.now()) : null;
  };

  const availableFrom = (): number => {
    const { slowUserChance, slowUserMs } = partnerSwitchesOf(switches.current());
    return clock.now() + (random.fraction() < slowUserChance ? slowUserMs : 0);
  };

  return {
    create: (externalId, loyaltyCards) => {
      const before = matching(externalId);
      if (before !== null) return { kind: 'exists', userId: before.userId };
      return { kind: 'created', userId: add(externalId, 'partner', availableFrom(), loyaltyCards).userId };
    },
    find: (userId) => byId.get(userId.toLowerCase()) ?? null,
    matching,
    matchingOrNew: (externalId) => {
      const before = matching(externalId);
      if (before !== null) return before;
      const user = add(externalId, 'bill', clock.now());
      createdByBills.set(user.userId, externalId);
      return user;
    },
    remove: (id) => {
      const user = byId.get(id.toLowerCase());
      if (user === undefined) return false;
      byId.delete(user.userId);
      byKey.delete(user.externalKey);
      createdByBills.delete(user.userId);
      if (user.origin === 'listed') deletedKeys.add(user.externalKey);
      for (const table of ['user', 'userReceipt'] as const) parts.stateFile().remove(table, 'userId', user.userId);
      journal.add({ kind: 'userDeleted', userId: user.userId, at: clock.now() });
      return true;
    },
    restore: (saved) => {
      secret = saved.externalIdSecret ?? secret;
      if (secret !== null) keepSecret(secret);
      for (const user of saved.users) {
        byId.set(user.userId, user);
        byKey.set(user.externalKey, user);
      }
    },
    createdUsers: () => [...createdByBills.values()],
  };
}
