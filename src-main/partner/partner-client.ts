import type { Settings } from '../lib/settings.ts';
import type { Metrics, SystemPorts } from '../ports.ts';
import { createPartnerClient, type PartnerSettings } from '../service/partner.ts';
import type { Deviations } from '../service/reader.ts';
import { createTokens, type TokenParts } from '../service/tokens.ts';

interface PartnerClientParts extends Pick<SystemPorts, 'fetch' | 'clock' | 'log'> {
  /** Where what differs is told; default: the log alone. */
  readonly deviations?: Deviations;
  readonly metrics?: Metrics | undefined;
  readonly settings: () => Settings;
  /** The key for the address of the settings; null when there is none. */
  readonly partnerKey: () => Promise<string | null>;
  /** The service account, where the partner interface takes a token (interface document 5.8 leaves it open). */
  readonly credentials: TokenParts['credentials'];
  readonly refreshTokenStore: TokenParts['refreshTokenStore'];
}

export type PartnerConnection = ReturnType<typeof connectPartner>;

/** The way to the partner interface of one connection, with a token of its own where it takes one. */
export function connectPartner(parts: PartnerClientParts) {
  const { clock, log, deviations, metrics, credentials, refreshTokenStore, partnerKey } = parts;
  const abandoning = new AbortController();
  const http = { fetch: parts.fetch, clock, metrics, abandoned: abandoning.signal };
  const tokens = createTokens({
    ...http,
    log,
    settings() {
      const { service, partner } = parts.settings();
      return { ...service, tokenScope: partner.tokenScope };
    },
    credentials,
    refreshTokenStore,
  });
  const settings = (): PartnerSettings => ({ ...parts.settings().partner, ...parts.settings().service });
  return {
    client: createPartnerClient({ ...http, log, ...(deviations && { deviations }), tokens, settings, key: partnerKey }),
    /** Whether there is an address, and something to authenticate with. */
    async isConfigured(): Promise<boolean> {
      const { partnerUrl, authentication } = settings();
      if (partnerUrl === '') return false;
      return authentication === 'token' || (await partnerKey().catch(() => null)) !== null;
    },
    signInAgain: tokens.askAgain,
    credentialsChanged: tokens.credentialsChanged,
    /** Ends the requests under way, and every one that comes after. */
    abandon: () => abandoning.abort(),
  };
}
