import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepToOwner } from '../../src-main/storage/owner-only.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { liveFolder } from './house.ts';
import { acceptedSale, startOn } from './storage-app.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

/** Every file of a database and its folder, with its mode. */
const modes = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /\.(db|seen|lock)/.test(name))
    .map((name) => `${name} ${modeOf(join(folder, name))}`);

test.skipIf(process.platform === 'win32')(
  'databases, their journals and their folders are the owner’s alone, also those that were there with another mode',
  async () => {
    const before = process.umask(0o022);
    try {
      const dataDir = join(tempFolder(), 'data');
      const { app } = await startOn({ dataDir });
      const live = liveFolder(dataDir);
      await acceptedSale(app, 'sale-1');
      const fresh = [...modes(dataDir), ...modes(live)];
      expect(fresh.filter((line) => !line.endsWith(' 600'))).toEqual([]);
      expect(fresh.join()).toContain('receipts.db-wal');
      await app.stop();

      writeFileSync(join(live, 'receipts.damaged-1.db'), '');
      for (const folder of [dataDir, live]) {
        chmodSync(folder, 0o755);
        for (const name of readdirSync(folder).filter((found) => /\.(db|seen|lock)/.test(found))) {
          chmodSync(join(folder, name), 0o644);
        }
      }
      const again = await startOn({ dataDir });
      await acceptedSale(again.app, 'sale-2');
      expect([...modes(dataDir), ...modes(live)].filter((line) => !line.endsWith(' 600'))).toEqual([]);
      expect([modeOf(dataDir), modeOf(live)]).toEqual(['700', '700']);
    } finally {
      process.umask(before);
    }
  },
);

test.skipIf(process.platform === 'win32')('a folder that everybody shares keeps its mode', () => {
  const shared = join(tempFolder(), 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  keepToOwner(shared);
  expect(modeOf(shared)).toBe('1777');
});
