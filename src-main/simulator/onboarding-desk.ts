import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock, Random } from '../ports.ts';
import { newId } from './contrary.ts';
import type { JsonObject } from './json.ts';
import type { Journal, PartnerAction } from './ledger.ts';
import type { Merchant } from './partner-records.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import type { StateFile } from './state-file.ts';
import type { SwitchBoard } from './switches.ts';

export interface OnboardingRequest {
  readonly vendorCustomer: JsonObject;
  readonly stores: unknown;
  readonly invoicingDetails: JsonObject;
  /** The vendor's own id for the customer, when the switches say that it gives one. */
  readonly vendorCustomerId: string | null;
}

export interface Begun {
  readonly merchant: Merchant;
  readonly password: string;
  /** The secret part of the registration link. */
  readonly link: string;
}

/** Interface document 4.7: onboarding, from the request to the activated merchant. */
export interface OnboardingDesk {
  /** Null when another merchant has the vendor's own id already. */
  begin(request: OnboardingRequest): Begun | null;
  find(vendorCustomerId: string): Merchant | null;
  behind(link: string): Merchant | null;
  /** True when there is such a merchant. */
  activate(vendorCustomerId: string): boolean;
  /** The merchant with these service account credentials (interface document 5), or null. */
  merchantOf(username: string, password: string): string | null;
  restore(merchants: readonly Merchant[]): void;
}

interface OnboardingParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly switches: SwitchBoard;
  readonly stateFile: () => StateFile;
  readonly journal: Journal<PartnerAction>;
}

/** Plain, because what it hides was drawn at random and is long. */
const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const same = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

export function createOnboardingDesk(parts: OnboardingParts): OnboardingDesk {
  const { clock, random, journal } = parts;
  const merchants = new Map<string, Merchant>();
  const secret = (bytes: number): string => Buffer.from(random.bytes(bytes)).toString('base64url');

  const put = (merchant: Merchant): void => {
    merchants.set(merchant.vendorCustomerId.toLowerCase(), merchant);
    parts.stateFile().save('merchant', { vendorCustomerId: merchant.vendorCustomerId, value: merchant });
  };
  const find = (vendorCustomerId: string): Merchant | null => merchants.get(vendorCustomerId.toLowerCase()) ?? null;

  return {
    begin: ({ vendorCustomerId: given, ...about }) => {
      if (given !== null && find(given) !== null) return null;
      const [password, link] = [secret(18), secret(24)];
      const merchant: Merchant = {
        vendorCustomerId: given ?? newId(parts),
        customerId: newId(parts),
        username: `merchant-${random.uuid().slice(0, 8)}@training.invalid`,
        passwordDigest: digest(password),
        linkDigest: digest(link),
        activatedAt: null,
      };
      put(merchant);
      const { vendorCustomerId, customerId } = merchant;
      journal.add({ kind: 'onboardingBegun', vendorCustomerId, customerId, ...about, at: clock.now() });
      return { merchant, password, link };
    },
    find,
    behind: (link) => [...merchants.values()].find(({ linkDigest }) => same(linkDigest, digest(link))) ?? null,
    activate: (vendorCustomerId) => {
      const merchant = find(vendorCustomerId);
      if (merchant === null) return false;
      if (merchant.activatedAt !== null) return true;
      put({ ...merchant, activatedAt: clock.now() });
      journal.add({ kind: 'activated', vendorCustomerId: merchant.vendorCustomerId, at: clock.now() });
      return true;
    },
    merchantOf: (username, password) => {
      const named = [...merchants.values()].find((merchant) => merchant.username === username);
      return named !== undefined && same(named.passwordDigest, digest(password)) ? named.vendorCustomerId : null;
    },
    restore: (saved) => {
      for (const merchant of saved) merchants.set(merchant.vendorCustomerId.toLowerCase(), merchant);
    },
  };
}

/** Where the answer has what (interface document 4.7 shows no place): members down to each value. */
export function onboardingAnswer(
  parts: Pick<OnboardingParts, 'switches'>,
  begun: Begun,
  registrationLink: string,
): JsonObject {
  const { merchant, password } = begun;
  const places = partnerSwitchesOf(parts.switches.current()).onboardingPlaces;
  const answer: Record<string, unknown> = {};
  const put = (place: string | null, value: string): void => {
    const names = place?.split('.') ?? [];
    const last = names.pop();
    let inner = answer;
    for (const name of names) {
      inner[name] ??= {};
      inner = inner[name] as Record<string, unknown>;
    }
    if (last !== undefined) inner[last] = value;
  };
  put(places.registrationLink, registrationLink);
  put(places.vendorCustomerId, merchant.vendorCustomerId);
  put(places.username, merchant.username);
  put(places.password, password);
  return answer;
}
