import type { Random } from '../../src-main/ports.ts';
import { done, failed } from '../../src-main/shared/result.ts';
import type { TillScope } from '../../src-main/shared/till-names.ts';
import { hashToken, newToken, proofOf, type TokenStore } from '../../src-main/tills/token-store.ts';

export interface MemoryTokenStore extends Omit<TokenStore, 'fix'> {
  readonly disk: { isFull: boolean };
  /** Removes an entry like Settings. False if there is none. */
  revoke(id: string): boolean;
  readonly names: () => readonly string[];
}

/** Pairing tokens in memory, hashed like the real ones. */
export function createMemoryTokenStore(random: Random): MemoryTokenStore {
  const tills = new Map<
    string,
    { readonly id: string; readonly name: string; readonly scopes: readonly TillScope[] }
  >();
  const disk = { isFull: false };
  return {
    disk,
    proofsOf: (nonce, address) => [...tills.keys()].map((hash) => proofOf(hash, nonce, address)),
    find: (token) => tills.get(hashToken(token)) ?? null,
    issue(name, scopes) {
      if (disk.isFull) return failed('storageFull', 'The disk is full.');
      const token = newToken(random);
      const till = { id: random.uuid(), name };
      tills.set(hashToken(token), { ...till, scopes });
      return done({ token, till });
    },
    revoke(id) {
      const [hash] = [...tills].find(([, till]) => till.id === id) ?? [];
      return hash !== undefined && tills.delete(hash);
    },
    names: () => [...tills.values()].map(({ name }) => name),
  };
}
