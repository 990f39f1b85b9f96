import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rotatingFile } from '../../src-main/diagnostics/rotating-file.ts';
import { keepToOwner } from '../../src-main/storage/owner-only.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { liveFolder } from './house.ts';
import { startProgram } from './processes.ts';
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

describe.skipIf(process.platform === 'win32')('a folder that was there before', () => {
  const folderWith = (mode: number, ...files: readonly string[]): string => {
    const folder = join(tempFolder(), 'there');
    mkdirSync(folder);
    for (const name of files) writeFileSync(join(folder, name), '', { mode: 0o644 });
    for (const name of files) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, mode);
    return folder;
  };

  test('keeps its mode where everybody shares it', () => {
    const shared = folderWith(0o1777);
    const log = createKeptLog();
    keepToOwner(shared, log);
    expect(modeOf(shared)).toBe('1777');
    expect(log.lines).toMatchObject([{ level: 'warn', event: 'folder-open-to-others' }]);
  });

  test('becomes the owner’s alone where it is empty', async () => {
    const dataDir = folderWith(0o755);
    await startOn({ dataDir });
    expect(modeOf(dataDir)).toBe('700');
  });

  test.each([
    [0o755, false],
    [0o777, true],
  ])(
    'and holds files of others keeps its mode %o, and they theirs; what the program makes in it is its owner’s',
    async (mode, isOpen) => {
      const strangers = ['menu.txt', 'customers.db', 'yarn.lock', 'customers.db-wal'];
      const dataDir = folderWith(mode, ...strangers);
      const before = process.umask(0o022);
      const program = await startProgram(
        'src-main/headless.ts',
        ['--training', '--pos-port=0', `--data-dir=${dataDir}`],
        {
          DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
        },
      ).finally(() => process.umask(before));
      expect(modeOf(dataDir)).toBe(mode.toString(8));
      for (const name of strangers) expect([name, modeOf(join(dataDir, name))]).toEqual([name, '644']);
      const own = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
        (name) => !strangers.includes(name),
      );
      expect(own).toContain('data.key');
      expect(own).toContain(join('training', 'receipts.db-wal'));
      const open = own.filter((name) => {
        const expected = statSync(join(dataDir, name)).isDirectory() ? '700' : '600';
        return modeOf(join(dataDir, name)) !== expected;
      });
      expect(open).toEqual([]);
      expect(program.stderr().includes('folder-open-to-others')).toBe(isOpen);
    },
  );
});

test.skipIf(process.platform === 'win32')('the folder of the log is its owner’s alone', () => {
  const before = process.umask(0o022);
  try {
    const path = join(tempFolder(), 'logs', 'app.log');
    const file = rotatingFile(path);
    file.write('line');
    file.close();
    expect([modeOf(dirname(path)), modeOf(path)]).toEqual(['700', '600']);
  } finally {
    process.umask(before);
  }
});
