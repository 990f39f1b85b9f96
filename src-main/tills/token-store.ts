import { done, failed, type Result } from '../lib/result.ts';
import { type TillScope, tillScopes } from '../lib/scopes.ts';
import type { Clock, Random } from '../ports.ts';
import { faultOfName, type MeantTill, tidyName } from './till-name.ts';
import type { TillTable } from './till-table.ts';
import { hashToken, newToken, sameSecret } from './token-hash.ts';

interface Issued {
  readonly token: string;
  readonly till: { readonly id: string; readonly name: string };
}

interface TokenStoreParts {
  readonly tills: () => TillTable;
  readonly clock: Clock;
  readonly random: Random;
  /** Of a host without windows: good for every scope, never in the table. */
  readonly fixedToken: () => string | null;
}

/** Pairing tokens on disk, as hashes. A look-up by hash tells nothing about how much of a guess was right. */
export type TokenStore = ReturnType<typeof createTokenStore>;

export function createTokenStore({ tills, clock, random, fixedToken }: TokenStoreParts) {
  return {
    /** The token's record, or null. Compares hashes; constant time in the token. */
    find(token: string): { readonly id: string; readonly scopes: readonly TillScope[] } | null {
      const fixed = fixedToken();
      if (fixed !== null && sameSecret(token, fixed)) return { id: 'environment', scopes: tillScopes };
      return tills().findByHash(hashToken(token));
    },
    /**
     * Makes a token of 256 random bits and keeps its hash; the token is returned this once. `meant`: for whom a person made
     * the code, null for any new till. A till that is meant again keeps its id, and its earlier token is good no more.
     * `invalid` for a name that does not fit (`faultOfName`).
     */
    issue(name: string, scopes: readonly TillScope[], meant: MeantTill | null = null): Result<Issued> {
      const used = [...tills().list(), ...tills().removed()].map((till) => till.name);
      const fault = faultOfName(name, meant, used);
      if (fault !== null) return failed('invalid', fault, [{ path: '/name', code: 'name', message: fault }]);
      const token = newToken(random);
      const till = { id: meant?.id ?? random.uuid(), name: meant?.name ?? tidyName(name) };
      tills().put({ ...till, scopes, createdAt: clock.now(), hash: hashToken(token) });
      return done({ token, till });
    },
  };
}
