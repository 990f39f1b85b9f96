import type { Settings } from '../shared/settings.ts';
import type { EncryptedValues } from '../storage/encrypted-values.ts';
import type { HttpParts } from './http.ts';
import type { Deviations } from './reader.ts';
import { type ClockSkew, trackHealth } from './service-health.ts';
import { createTokens, type TokenParts } from './tokens.ts';
import { createVendorClient } from './vendor.ts';

interface ServiceClientParts extends Omit<TokenParts, 'settings'> {
  readonly deviations: Deviations;
  readonly time: Pick<ClockSkew, 'listening'>;
  readonly settings: () => Settings['service'];
}

/** The client of one connection. Each answer also updates the health and the comparison of clocks. */
export function createServiceClient(parts: ServiceClientParts) {
  const fetch = parts.time.listening(parts.fetch);
  const { abandoned, tokens, ...ends } = signedIn({ ...parts, fetch });
  const client = createVendorClient({ ...parts, fetch, abandoned, tokens });
  return { ...trackHealth(client, parts.deviations), ...ends };
}

export function signedIn(parts: TokenParts) {
  const abandoning = new AbortController();
  const abandoned: HttpParts['abandoned'] = abandoning.signal;
  const tokens = createTokens({ ...parts, abandoned });
  return {
    abandoned,
    tokens,
    signInAgain: tokens.askAgain,
    credentialsChanged: tokens.credentialsChanged,
    abandon: () => abandoning.abort(),
  };
}

export function storedRefreshToken(
  values: EncryptedValues,
  signInKey: () => string,
  name = 'refresh-token',
): TokenParts['refreshTokenStore'] {
  const prefix = (): string => `${signInKey()} `;
  return {
    get() {
      const value = values.get(name);
      return value?.startsWith(prefix()) ? value.slice(prefix().length) : null;
    },
    set: (token) => values.set(name, token === null ? null : prefix() + token),
  };
}
