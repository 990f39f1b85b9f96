import { type AsyncHook, createHook } from 'node:async_hooks';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCustomerFiles } from '../../src-main/cli/customer-files.ts';
import { scanMs } from '../../src-main/inbox/inbox.ts';
import { removeOldFiles } from '../../src-main/records/retention.ts';
import { openInboxFolders } from '../../src-main/storage/inbox-folder.ts';
import { drawn } from '../fakes/drawn.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openTestApp, smallBill } from './test-app.ts';

/**
 * A malicious account has access to the watched folder. With any content, name and timing it must reach only its own
 * files. The test uses two real accounts: the current one, and one without sign-in.
 */

const other = 65_534;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('inbox-boundary: skipped, another account can be had by root alone');

/** The shared folder of the administration guide, a link to it as the inbox, and an unrelated folder. */
async function openShared(mode: number) {
  const testApp = await openTestApp();
  const { dataDir } = testApp;
  await testApp.until(() => existsSync(join(dataDir, 'inbox', 'failed')));
  await testApp.app.stop();
  rmSync(join(dataDir, 'inbox'), { recursive: true });
  const above = tempFolder();
  chmodSync(above, 0o755);
  const shared = join(above, 'till-inbox');
  mkdirSync(shared);
  chmodSync(shared, mode);
  symlinkSync(shared, join(dataDir, 'inbox'));
  const apart = tempFolder();
  writeFileSync(join(apart, 'a.json'), '"canary"');
  writeFileSync(join(dataDir, 'pin.json'), '"canary"');
  chmodSync(dataDir, 0o700);
  const asOther = (script: string) =>
    spawnSync('/bin/sh', ['-c', script], { cwd: shared, uid: other, gid: other, encoding: 'utf8' });
  /** Writes a valid and an invalid file after the files of earlier runs were removed. */
  const drop = (run: string) => {
    const validFile = JSON.stringify({ reference: run, bill: smallBill() });
    expect(
      asOther(`umask 022; printf %s '${validFile}' >a.tmp; echo [] >b.tmp; mv a.tmp good.json; mv b.tmp planted.json`),
    ).toMatchObject({ status: 0 });
  };
  const untouched = () => {
    expect([readFileSync(join(apart, 'a.json'), 'utf8'), readdirSync(apart)]).toEqual(['"canary"', ['a.json']]);
    expect(readFileSync(join(dataDir, 'pin.json'), 'utf8')).toBe('"canary"');
    const strange = filesBelow(dataDir).filter((path) => lstatSync(path).uid === other || /planted|good/.test(path));
    expect(strange).toEqual([]);
    const carried = filesBelow(shared).filter(
      (path) => lstatSync(path).isFile() && readFileSync(path, 'latin1').includes('canary'),
    );
    expect(carried).toEqual([]);
  };
  return { testApp, dataDir, shared, apart, asOther, drop, untouched };
}

/** Lists the files without following a link. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );

/** Calls `then` when the program begins its `nth` wait for the disk or for a turn of the event loop. */
function atWait(nth: number, then: () => void): AsyncHook {
  let count = 0;
  return createHook({
    init(_id, type) {
      if ((type.startsWith('FSREQ') || type === 'Immediate') && count++ === nth) then();
    },
  }).enable();
}

/** A command that puts a link to `to` in the place of the file or folder `name`. */
const linked = (name: string, to: string): string => `mv '${name}' '.was-${name}' ; ln -sfn '${to}' '${name}'`;

/** Handling two files has about this many waits. */
const waits = Array.from({ length: 24 }, (_, nth) => nth);

type Shared = Awaited<ReturnType<typeof openShared>>;
const swaps: Readonly<Record<string, (places: Shared) => string>> = {
  'the folder done for a link to the data folder': ({ dataDir }) => linked('done', dataDir),
  'the folder done for a link to another folder': ({ apart }) => linked('done', apart),
  'the folder failed for a link to the data folder': ({ dataDir }) => linked('failed', dataDir),
  'the files for links': ({ apart, dataDir }) =>
    `ln -sfn '${apart}/a.json' good.json; ln -sfn '${dataDir}/pin.json' planted.json`,
  'the files for pipes': () => 'rm -f good.json planted.json; mkfifo good.json planted.json',
  'the files for a folder and a link': () => 'rm -f good.json planted.json; mkdir good.json; ln -s . planted.json',
};

describe.skipIf(!isRoot)('an account that may write into the shared folder', () => {
  test.each(Object.entries(swaps))('gains nothing by swapping %s at any wait of the program', async (_name, swap) => {
    const places = await openShared(0o777);
    const { testApp, shared, asOther, drop, untouched } = places;
    await testApp.restart();
    await testApp.until(() => existsSync(join(shared, 'failed')));
    const isHandled = (name: string): boolean =>
      lstatSync(join(shared, name), { throwIfNoEntry: false })?.isFile() !== true;
    for (const nth of drawn(waits)) {
      drop(`run-${nth}`);
      const hook = atWait(nth, () => asOther(swap(places)));
      testApp.clock.advance(scanMs);
      await testApp.until(() => isHandled('good.json') && isHandled('planted.json'));
      // Files are processed in order, so z.json is last: by then the file that replaced good.json is processed, too.
      expect(asOther("echo '[]' >z.tmp; mv z.tmp z.json")).toMatchObject({ status: 0 });
      testApp.clock.advance(scanMs);
      await testApp.until(() => isHandled('z.json'));
      await testApp.app.stop();
      hook.disable();
      untouched();
      asOther('rm -rf good.json planted.json .was-*');
      await testApp.restart();
      untouched();
    }
  });
});

test.skipIf(!isRoot).each([
  ['3770', 0o640],
  ['1770', 0o600],
])(
  'a till in the group of the folder can read its answers only if new files inherit the group: mode %s',
  async (mode, of) => {
    const { testApp, shared, asOther, drop } = await openShared(0o770);
    chownSync(shared, 0, other);
    chmodSync(shared, mode);
    drop('r');
    await testApp.restart();
    await testApp.until(
      () => existsSync(join(shared, 'failed', 'planted.json')) && !existsSync(join(shared, 'good.json')),
    );
    const answers = ['done/good.result.json', 'failed/planted.problem.json'];
    expect(answers.map((path) => lstatSync(join(shared, path)).mode & 0o777)).toEqual([of, of]);
    expect(asOther(`cat ${answers.join(' ')}`).stdout.includes('"reference": "r"')).toBe(of === 0o640);
    expect(asOther('echo >done/mine || echo >>done/good.result.json || mv done away').status).not.toBe(0);
  },
);

describe.skipIf(!isRoot)('before the start, an account that may write into the shared folder', () => {
  const corrected = (message: string): void => {
    const command = /(?:mv|sudo install) .*$/.exec(message.trim())?.[0] ?? '';
    execFileSync('sh', ['-ec', command.replaceAll('sudo ', '')]);
  };

  test.each(['done', 'failed'])(
    'put a link in the place of the folder %s: no file is taken until the link is removed',
    async (name) => {
      const { testApp, dataDir, shared, asOther, apart, drop, untouched } = await openShared(0o777);
      asOther(`ln -s '${apart}' ${name}`);
      drop('r');
      await testApp.restart();
      const notices = () => testApp.till.status().notices;
      await testApp.until(() => notices().includes('inboxStuck'));
      const note = readFileSync(join(dataDir, 'NOTICE-inboxStuck.txt'), 'utf8');
      expect(note).toContain(`${join(shared, name)} was not made by this program. Found a link of user ${other}`);
      corrected(/mv [^)]*/.exec(note)?.[0] ?? '');
      testApp.clock.advance(scanMs);
      await testApp.until(() => existsSync(join(shared, 'done', 'good.result.json')) && notices().length === 0);
      await testApp.until(() => existsSync(join(shared, 'failed', 'planted.json')));
      untouched();
      expect(lstatSync(shared).mode & 0o7777).toBe(0o1777);
    },
  );

  test.each<[string, (shared: string, above: string) => void]>([
    ['owns it', (shared) => chownSync(shared, other, other)],
    ['does not own it, and neither does this program', (shared) => chownSync(shared, 1, 1)],
  ])('%s: the folder is refused, and the folder of the remedy is accepted', async (_what, make) => {
    const { dataDir, shared } = await openShared(0o777);
    make(shared, dirname(shared));
    const open = () => openInboxFolders(dataDir);
    expect(open).toThrow(/expected a sticky folder of user 0/);
    expect(readdirSync(shared)).toEqual([]);
    corrected(messageOf(open));
    expect(open().inbox).toBe(`${shared}.new`);
    expect(lstatSync(`${shared}.new`).mode & 0o7777).toBe(0o1777);
  });

  test('may also write into the folder above: the shared folder is refused until that folder belongs to user 0 and is sticky', async () => {
    const { dataDir, shared } = await openShared(0o777);
    chownSync(dirname(shared), other, other);
    expect(() => openInboxFolders(dataDir)).toThrow(`Found ${dirname(shared)} of user ${other} with mode 755 above it`);
    chownSync(dirname(shared), 0, 0);
    chmodSync(dirname(shared), 0o777);
    expect(() => openInboxFolders(dataDir)).toThrow(`of user 0 with mode 777 above it`);
    chmodSync(dirname(shared), 0o1777);
    expect(openInboxFolders(dataDir).inbox).toBe(shared);
  });

  test('put links in the place of folders of the inbox: deletion of a customer and removal of old files ignore the links', async () => {
    const { dataDir, shared, asOther, apart, untouched } = await openShared(0o777);
    writeFileSync(join(apart, 'a.result.json'), '');
    for (const name of ['exports', 'done']) asOther(`ln -s '${apart}' ${name}`);
    const found = findCustomerFiles(dataDir, { id: 'canary', receiptIds: [] });
    expect([found.copies, found.closed]).toEqual([[], ['inbox']]);
    expect(removeOldFiles(join(dataDir, 'training'), Date.now() + 1)).toBe(0);
    rmSync(join(shared, 'done'));
    expect(findCustomerFiles(dataDir, { id: 'canary', receiptIds: [] }).copies).toEqual([]);
    rmSync(join(apart, 'a.result.json'));
    untouched();
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return '';
}
