import { expect, test } from 'vitest';
import { createTokenStore } from '../../../src-main/flows/token-store.ts';
import type { TillTable } from '../../../src-main/storage/till-table.ts';
import { createKeptLog } from '../../fakes/kept-log.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

test('a token that the disk does not take is refused as such, and none is handed out', () => {
  const full: TillTable = {
    add() {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    },
    findByHash: () => null,
    list: () => [],
    remove: () => false,
  };
  const tokens = createTokenStore({
    tills: () => full,
    clock: createManualClock(),
    random: createSeededRandom(1),
    log: createKeptLog(),
    fixedToken: () => null,
  });
  expect(tokens.issue('Till 1', ['sale'])).toMatchObject({ ok: false, error: { code: 'storageFull' } });
});
