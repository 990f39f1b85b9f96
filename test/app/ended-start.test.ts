import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ShutdownError } from '../../src-main/shared/shutdown.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { hold, holdReceipts } from './other-program.ts';
import { connectedTo, startProgram } from './processes.ts';
import { spawnProgram } from './program.ts';
import { openService } from './service.ts';
import { openWithSale, type TestApp } from './test-app.ts';

/** The open files of a process, which only Linux lists. */
const openFilesOf = (pid: number | 'self'): readonly string[] =>
  process.platform !== 'linux'
    ? []
    : readdirSync(`/proc/${pid}/fd`).flatMap((number) => {
        try {
          return [readlinkSync(`/proc/${pid}/fd/${number}`)];
        } catch {
          return [];
        }
      });

const never = (): Promise<never> => new Promise(() => undefined);

/** Replaces the function that reads the keychain until the returned function is called. */
const keychain =
  (read: (before: TestApp['secrets']['get']) => TestApp['secrets']['get']) =>
  ({ secrets }: TestApp) => {
    const { get } = secrets;
    secrets.get = read(get);
    return () => void Object.assign(secrets, { get });
  };

/** The resources that can block a start. The first call to the keychain reads the id of this installation. */
const waits: Readonly<Record<string, (testApp: TestApp) => () => void>> = {
  'a keychain that is locked': keychain(() => () => Promise.reject(new Error('the keychain is locked'))),
  'a keychain that does not answer': keychain(() => never),
  'a keychain that does not say whose account it is': keychain(
    (get) => (account) => (account === 'installation' ? get(account) : never()),
  ),
  'the file of the tills, which another program holds': ({ dataDir }) => hold(join(dataDir, 'tills.db')),
  'the file of the receipts, which another program holds': holdReceipts,
};

describe('a start that is ended while it waits for a resource', () => {
  test.each(Object.entries(waits))(
    'opens no file and sends nothing afterwards, and the next start finds the open sale: %s',
    async (_, wait) => {
      const { testApp, sale } = await openWithSale();
      await testApp.stop();
      const folders = readdirSync(testApp.dataDir).toSorted();
      const requestCount = testApp.simulator.ledger().requests.length;
      const ready = wait(testApp);
      const started = expect(testApp.start()).rejects.toThrow(ShutdownError);
      // After these turns the start waits for the resource.
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
      // The resource becomes available too late.
      const stopped = testApp.stop();
      ready();
      await stopped;
      await started;
      testApp.clock.advance(600_000);
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
      expect(openFilesOf('self').filter((path) => path.startsWith(testApp.dataDir))).toEqual([]);
      expect(testApp.simulator.ledger().requests).toHaveLength(requestCount);
      expect(readdirSync(testApp.dataDir).toSorted()).toEqual(folders);

      await testApp.start();
      expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open', url: sale.url });
      expect(testApp.till.status().notices).toEqual([]);
    },
  );

  test('ends with exit code 0 after SIGTERM and prints no error, if a file is locked', async () => {
    const dataDir = tempFolder();
    const { args, env } = connectedTo(await openService(), dataDir);
    const first = await startProgram(args, env);
    expect(await first.end('SIGTERM')).toBe(0);
    const release = hold(join(dataDir, 'tills.db'));
    const second = spawnProgram('src-main/headless.ts', args, env);
    second.ready.catch(() => undefined);
    onTestFinished(() => void second.end('SIGKILL'));
    const isWaiting = (): boolean => openFilesOf(second.pid).some((path) => path === join(dataDir, 'tills.db'));
    while (!isWaiting()) await nextTurn();
    expect(await second.end('SIGTERM')).toBe(0);
    expect(second.stderr()).not.toMatch(/error|^\s+at /im);
    release();
    const third = await startProgram(args, env);
    expect(await third.end('SIGTERM')).toBe(0);
  });
});
