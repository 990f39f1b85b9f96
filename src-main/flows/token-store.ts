import { done } from '../kernel/result.ts';
import { tillScopes } from '../kernel/scopes.ts';
import type { Clock, Log, Random } from '../ports.ts';
import type { TokenStore } from '../pos-api/pos-port.ts';
import { hashToken, newToken, sameSecret } from '../pos-api/token-hash.ts';
import type { TillTable } from '../storage/till-table.ts';
import { refuseWhenFull } from './storage-full.ts';

export interface TokenStoreParts {
  readonly tills: () => TillTable;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Of a host without windows: good for every scope, never in the table. */
  readonly fixedToken: () => string | null;
}

/** Pairing tokens on disk, as hashes. A look-up by hash tells nothing about how much of a guess was right. */
export function createTokenStore({ tills, clock, random, log, fixedToken }: TokenStoreParts): TokenStore {
  return {
    find(token) {
      const fixed = fixedToken();
      if (fixed !== null && sameSecret(token, fixed)) return { id: 'environment', scopes: tillScopes };
      return tills().findByHash(hashToken(token));
    },
    ...refuseWhenFull<Pick<TokenStore, 'issue'>>(
      {
        issue(name, scopes) {
          const token = newToken(random);
          tills().add({ id: random.uuid(), name, scopes, createdAt: clock.now(), hash: hashToken(token) });
          return done({ token });
        },
      },
      log,
    ),
  };
}
