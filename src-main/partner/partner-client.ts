import { addressBelow } from '../service/http.ts';
import { createPartnerClient, type PartnerSettings } from '../service/partner-calls.ts';
import { createTokens, type TokenParts } from '../service/tokens.ts';
import type { Settings } from '../shared/settings.ts';

interface PartnerClientParts extends Omit<TokenParts, 'settings'> {
  readonly settings: () => Settings;
  readonly partnerKey: () => Promise<string | null>;
}

/** Connects to the partner interface of one connection, if needed with its own token (receipt-service.md 5, rule 8). */
export function connectPartner({ partnerKey, ...parts }: PartnerClientParts) {
  const { deviations: _notOfTokens, ...forTokens } = parts;
  const tokens = createTokens({
    ...forTokens,
    settings() {
      const { service, partner } = parts.settings();
      return { ...service, tokenScope: partner.tokenScope };
    },
  });
  const settings = (): PartnerSettings => ({ ...parts.settings().partner, ...parts.settings().service });
  return {
    client: createPartnerClient({ ...parts, tokens, settings, key: partnerKey }),
    async isConfigured(): Promise<boolean> {
      const { partnerUrl, authentication } = settings();
      if (partnerUrl === '') return false;
      return authentication === 'token' || (await partnerKey().catch(() => null)) !== null;
    },
    tokens,
  };
}

/** Identifies a partner interface: its address, whose slashes at the end do not matter. Empty without an address. */
export const partnerPlace = (partnerUrl: string): string => addressBelow(partnerUrl, '') ?? '';
