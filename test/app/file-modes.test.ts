import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDataFolder, restrictToOwner } from '../../src-main/storage/data-folder.ts';
import { systemLacks } from '../fakes/system-lacks.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { noKeychain, startProgram } from './processes.ts';
import { acceptedSale, startOn } from './storage-app.ts';
import { liveFolder } from './test-app.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

const modes = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /\.(db|seen|lock)/.test(name))
    .map((name) => `${name} ${modeOf(join(folder, name))}`);

test.skipIf(systemLacks('modes'))(
  'databases, their journals and folders are accessible only to their owner, also after their modes were changed',
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

describe.skipIf(systemLacks('modes'))('an existing folder', () => {
  const folderWith = (mode: number, ...files: readonly string[]): string => {
    const folder = join(tempFolder(), 'there');
    mkdirSync(folder);
    for (const name of files) writeFileSync(join(folder, name), '', { mode: 0o644 });
    for (const name of files) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, mode);
    return folder;
  };

  test('with files of other programs keeps all modes, and new files are accessible only to their owner', async () => {
    const strangers = ['menu.txt', 'customers.db', 'yarn.lock', 'customers.db-wal'];
    const dataDir = folderWith(0o755, ...strangers);
    const before = process.umask(0o022);
    const args = ['--training', '--pos-port=0', `--data-dir=${dataDir}`];
    await startProgram(args, noKeychain).finally(() => process.umask(before));
    expect(modeOf(dataDir)).toBe('755');
    for (const name of strangers) expect([name, modeOf(join(dataDir, name))]).toEqual([name, '644']);
    const own = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => !strangers.includes(name));
    expect(own).toContain('data.key');
    expect(own).toContain(join('training', 'receipts.db-wal'));
    const open = own.filter((name) => {
      const expected = statSync(join(dataDir, name)).isDirectory() ? '700' : '600';
      return modeOf(join(dataDir, name)) !== expected;
    });
    expect(open).toEqual([]);
  });

  test('is refused if everybody shares it, also through a link, and a folder below it is accepted', () => {
    const shared = folderWith(0o1777);
    const link = join(tempFolder(), 'link');
    symlinkSync(shared, link);
    for (const dataDir of [shared, link]) {
      const made = `The program creates it: --data-dir '${join(shared, 'receipt-companion')}'`;
      for (const words of ['Found mode 1777', made]) expect(() => openDataFolder(dataDir)).toThrow(words);
    }
    expect([modeOf(shared), readdirSync(shared)]).toEqual(['1777', []]);
    openDataFolder(join(shared, 'receipt-companion'));
  });

  test('has its settings, notices and subfolders restricted, but not its inbox; a link to a folder that others may write to is refused', () => {
    const folder = folderWith(0o775, 'settings.json', 'pin.json', 'NOTICE-policyRefused.txt', 'menu.txt');
    chmodSync(folder, 0o755);
    for (const name of ['logs', 'exports', 'live-0123456789abcdef', 'inbox']) {
      mkdirSync(join(folder, name));
      chmodSync(join(folder, name), 0o777);
    }
    restrictToOwner(folder);
    expect(Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))).toEqual({
      'NOTICE-policyRefused.txt': '600',
      'pin.json': '600',
      'settings.json': '600',
      'menu.txt': '644',
      exports: '700',
      inbox: '777',
      'live-0123456789abcdef': '700',
      logs: '700',
    });
    const elsewhere = folderWith(0o777);
    rmSync(join(folder, 'logs'), { recursive: true });
    symlinkSync(elsewhere, join(folder, 'logs'));
    expect(() => restrictToOwner(folder)).toThrow(`Other users may write to the folder ${elsewhere}. Found mode 777`);
    expect(modeOf(elsewhere)).toBe('777');
  });

  test('that is empty or has only files of the app and of Chromium is restricted to its owner', async () => {
    const dataDir = folderWith(0o755);
    await startOn({ dataDir });
    expect(modeOf(dataDir)).toBe('700');
    const own = ['settings.json', 'pos-api.json'];
    const folder = folderWith(0o777, ...own, 'Local State', 'Cookies-journal', 'Network Persistent State');
    for (const name of ['printer', 'Cache', 'Code Cache', 'Local Storage', 'DawnGraphiteCache'])
      mkdirSync(join(folder, name));
    restrictToOwner(folder);
    expect(modeOf(folder)).toBe('700');
  });
});
