import { createTokens, type Tokens } from '../../src-main/service/tokens.ts';
import { createVendorClient, type VendorClient } from '../../src-main/service/vendor.ts';
import type { SimulatorOptions } from '../../src-main/simulator/server.ts';
import { createKeptLog, type KeptLog } from '../fakes/kept-log.ts';
import { startTill, type Till } from './simulator-till.ts';

/** The client of the receipt service against the embedded one, over real sockets; both live by one manual clock. */
export interface ServiceClient {
  readonly till: Till;
  readonly tokens: Tokens;
  readonly vendor: VendorClient;
  readonly log: KeptLog;
  /** What the keychain holds; a test may change it. */
  readonly keychain: { username: string; password: string };
  readonly stored: { refreshToken: string | null };
  /** Grant types that reached the identity provider, in order. */
  grants(): readonly string[];
}

export async function startServiceClient(options: SimulatorOptions = {}): Promise<ServiceClient> {
  const till = await startTill(options);
  const { clock, authUrl, baseUrl } = till;
  const { username, password, clientId, scopeBase } = till.simulator.account;
  const log = createKeptLog();
  const keychain = { username, password };
  const stored: { refreshToken: string | null } = { refreshToken: null };
  const tokens = createTokens({
    fetch,
    clock,
    log,
    settings: () => ({ authUrl, clientId, scopeBase }),
    credentials: { get: async () => keychain },
    refreshTokenStore: {
      get: () => stored.refreshToken,
      set: (token) => {
        stored.refreshToken = token;
      },
    },
  });
  const settings = () => ({ baseUrl, connectTimeoutMs: 5_000, totalTimeoutMs: 15_000 });
  const vendor = createVendorClient({ fetch, clock, log, tokens, settings });
  const grants = () => till.simulator.ledger().tokenRequests.map(({ grantType }) => grantType);
  return { till, tokens, vendor, log, keychain, stored, grants };
}
