import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Random, SystemPorts } from '../ports.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { type TillScope, tillScopes } from '../shared/till-names.ts';
import { faultOfName, type MeantTill, tidyName } from './till-name.ts';
import type { TillTable } from './till-table.ts';

/** A pairing token: 256 random bits, base64url, 43 characters. It is shown once and kept as its hash. */
export function newToken(random: Pick<Random, 'bytes'>): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

/** The stored form of a token: its SHA-256 in hex. 256 random bits need neither salt nor stretching. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/**
 * Proves that the program at `address` knows the hash of a token, without the token. A till asks for it before it sends
 * its token. The address is included, because a stranger could otherwise forward the question to the app at another
 * one.
 */
export const proofOf = (hash: string, nonce: string, address: string): string =>
  createHmac('sha256', hash).update(`${nonce}\n${address}`).digest('hex');

/** Compares two texts in constant time, so that the time does not show where they differ. */
export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(left), digest(right));
}

interface Issued {
  readonly token: string;
  readonly till: { readonly id: string; readonly name: string };
}

interface TokenStoreParts extends Pick<SystemPorts, 'clock' | 'random'> {
  readonly tills: () => TillTable;
}

/** Pairing tokens on disk, as hashes. A look-up by hash does not show how much of a guess was right. */
export type TokenStore = ReturnType<typeof createTokenStore>;

export function createTokenStore({ tills, clock, random }: TokenStoreParts) {
  let fixed: string | null = null;
  return {
    /** Of a host without windows: good for every scope, never in the table. */
    fix(token: string | null) {
      fixed = token;
    },
    /** One proof for each token that is good, in no order that names a till. */
    proofsOf(nonce: string, address: string): readonly string[] {
      const hashes = [...tills().hashes(), ...(fixed === null ? [] : [hashToken(fixed)])];
      return hashes.map((hash) => proofOf(hash, nonce, address)).toSorted();
    },
    /** The token's record, or null. Compares hashes; constant time in the token. */
    find(token: string): { readonly id: string; readonly scopes: readonly TillScope[] } | null {
      if (fixed !== null && sameSecret(token, fixed)) return { id: 'environment', scopes: tillScopes };
      return tills().findByHash(hashToken(token));
    },
    /**
     * Creates a token of 256 random bits and stores its hash. The token itself is returned only here. `meant` is the
     * till for which a person made the code, null for a new one. A till that is paired again keeps its id, and its
     * earlier token becomes invalid. `invalid` for a name that does not fit (`faultOfName`).
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
