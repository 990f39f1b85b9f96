import { endpointOf, type ServiceEndpoint } from '../lib/connection.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { SealedValues } from '../storage/sealed-values.ts';

const name = 'tested-connection';

/**
 * The connection that a test went well for. What a person saves was tested on the way; what a policy says is there before
 * anybody tried it, so it is remembered whether somebody did, where nobody but this program can write it.
 */
export type VerifiedEndpoint = ReturnType<typeof createVerifiedEndpoint>;

export function createVerifiedEndpoint(kept: () => SealedValues) {
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
