import { endpointOf, type ServiceEndpoint } from '../lib/connection.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { EncryptedValues } from '../storage/encrypted-values.ts';

interface Evidence {
  readonly mode: 'training' | 'live';
  /** Somebody chose `mode`; else it is the default. */
  readonly isModeChosen: boolean;
  readonly hasAddresses: boolean;
  /** This installation has live receipts or a live account. */
  readonly wasLive: boolean;
  readonly keychain: 'ok' | 'missing';
  /** A policy says live and nobody has tried it here yet; the connection of before is still there, or is not. */
  readonly untested: { readonly before: boolean } | null;
  /** There is a policy file that cannot be taken, and none is in force. */
  readonly isPolicyUnread: boolean;
  readonly isTrainingForNow: boolean;
}

export type UnsettledReason = 'settingsLost' | 'addressMissing' | 'keychainMissing' | 'policyUntested' | 'policyUnread';
type Choice =
  | { readonly kind: 'training' | 'live' | 'liveAsBefore' }
  | { readonly kind: 'unsettled'; readonly why: UnsettledReason };

/** A till that was live never falls into training by itself: its receipts would be "delivered" to nobody. */
export function chooseConnection(evidence: Evidence): Choice {
  const { mode, isModeChosen, hasAddresses, wasLive, untested, keychain, isTrainingForNow } = evidence;
  if (isTrainingForNow || (mode === 'training' && isModeChosen)) return { kind: 'training' };
  if (keychain === 'missing' && (mode === 'live' || wasLive)) return { kind: 'unsettled', why: 'keychainMissing' };
  if (mode === 'live') {
    if (!hasAddresses) return { kind: 'unsettled', why: 'addressMissing' };
    if (untested === null) return { kind: 'live' };
    return untested.before ? { kind: 'liveAsBefore' } : { kind: 'unsettled', why: 'policyUntested' };
  }
  if (wasLive) return { kind: 'unsettled', why: 'settingsLost' };
  // Whoever put a policy there meant something by it: a till must not practise because of a slip in it.
  return evidence.isPolicyUnread ? { kind: 'unsettled', why: 'policyUnread' } : { kind: 'training' };
}

/** For the till and the log. Windows have their own words. */
export const unsettledSentences: Readonly<Record<UnsettledReason, string>> = {
  settingsLost:
    'This till was live, and its settings no longer say so: nothing is accepted until somebody has chosen live or training in the cashier window (Settings, Service) or with the options --service-url or --training.',
  addressMissing:
    'This till is live, and its settings hold no address of the receipt service that can be used: nothing is accepted until somebody has typed it in the cashier window (Settings, Service) or given it with --service-url and --auth-url.',
  policyUntested:
    'The policy of this computer makes this till live, and its connection has not been tested well yet: nothing is accepted until it was. Start the app again, or choose "Try again" in the cashier window.',
  policyUnread:
    'There is a policy for this computer, and it cannot be read: nothing is accepted until it can, or until somebody has chosen live or training in the cashier window (Settings, Service) or with the options --service-url or --training.',
  keychainMissing:
    'This till is live, and the keychain with its keys does not answer: nothing is accepted until it does, or until somebody has chosen training for this run in the cashier window.',
};

const name = 'tested-connection';

/**
 * The connection that a test went well for. What a person saves was tested on the way; what a policy says is there before
 * anybody tried it, so it is remembered whether somebody did, where nobody but this program can write it.
 */
export type VerifiedEndpoint = ReturnType<typeof createVerifiedEndpoint>;

export function createVerifiedEndpoint(kept: () => EncryptedValues) {
  /** What a test reaches: addresses, sign-in and store. */
  const textOf = (place: ServiceEndpoint): string => {
    const { baseUrl, authUrl, clientId, scopeBase, storeId } = endpointOf(place);
    return JSON.stringify([baseUrl, authUrl, clientId, scopeBase, storeId]);
  };
  return {
    is: (place: ServiceEndpoint) => kept().get(name) === textOf(place),
    /** Null forgets. */
    set: (place: ServiceEndpoint | null): void => kept().set(name, place === null ? null : textOf(place)),
  };
}

/** A policy says live, and nobody has tried it on this computer. */
export const isTestOwed = (settings: SettingsStore, tested: VerifiedEndpoint): boolean =>
  settings.isModeOfPolicy() && settings.current().mode === 'live' && !tested.is(settings.current().service);
