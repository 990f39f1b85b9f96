import { expect, test } from 'vitest';
import { orRefusal } from '../../../src-main/storage/storage-refusal.ts';
import { createTokenStore, type TillTable } from '../../../src-main/tills/token-store.ts';
import { createKeptLog } from '../../fakes/kept-log.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

test('a token that cannot be stored is reported as such and not handed out', () => {
  const full: TillTable = {
    put() {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    },
    removed: () => [],
    hashes: () => [],
    findByHash: () => null,
    list: () => [],
    names: () => new Map(),
    remove: () => false,
  };
  const tokens = createTokenStore({ tills: () => full, clock: createManualClock(), random: createSeededRandom(1) });
  // As in src-main/tills/pairing.ts, an exception of the token store becomes a refusal.
  expect(orRefusal(() => tokens.issue('Till 1', ['sale']), 'pairing', createKeptLog())).toMatchObject({
    ok: false,
    error: { code: 'storageFull' },
  });
});
