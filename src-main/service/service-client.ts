import type { Settings } from '../shared/settings.ts';
import type { EncryptedValues } from '../storage/encrypted-values.ts';
import type { ClockSkew } from './clock-skew.ts';
import type { HttpParts } from './http.ts';
import type { Deviations } from './reader.ts';
import { trackHealth } from './service-health.ts';
import { createTokens, type TokenParts } from './tokens.ts';
import { createVendorClient } from './vendor.ts';

interface ServiceClientParts extends Omit<TokenParts, 'settings'> {
  readonly deviations: Deviations;
  readonly time: Pick<ClockSkew, 'listening'>;
  readonly settings: () => Settings;
}

/** The client of one connection: the health watch sees every answer, and the clock watch its date. */
export function createServiceClient(parts: ServiceClientParts) {
  const settings = (): Settings['service'] => parts.settings().service;
  const fetch = parts.time.listening(parts.fetch);
  const { abandoned, tokens, ...ends } = signedIn({ ...parts, fetch, settings });
  const client = createVendorClient({ ...parts, fetch, abandoned, tokens, settings });
  return { ...trackHealth(client, parts.deviations), ...ends };
}

/** Creates the sign-in of one connection and the means to abort all its requests. */
export function signedIn(parts: TokenParts) {
  const abandoning = new AbortController();
  const abandoned: HttpParts['abandoned'] = abandoning.signal;
  const tokens = createTokens({ ...parts, abandoned });
  return {
    abandoned,
    tokens,
    /** A refused sign-in is tried again. */
    signInAgain: tokens.askAgain,
    credentialsChanged: tokens.credentialsChanged,
    /** Aborts the current requests and every later one. */
    abandon: () => abandoning.abort(),
  };
}

/** Stores the refresh token, which is valid only for the account and the sign-in address in `signInKey`. */
export function keptRefreshToken(
  kept: EncryptedValues,
  signInKey: () => string,
  name = 'refresh-token',
): TokenParts['refreshTokenStore'] {
  const prefix = (): string => `${signInKey()} `;
  return {
    get() {
      const value = kept.get(name);
      return value?.startsWith(prefix()) ? value.slice(prefix().length) : null;
    },
    set: (token) => kept.set(name, token === null ? null : prefix() + token),
  };
}
