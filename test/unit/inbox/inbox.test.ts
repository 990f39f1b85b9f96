import { createHook } from 'node:async_hooks';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { InboxPort } from '../../../src-main/inbox/file-handler.ts';
import { createInbox } from '../../../src-main/inbox/inbox.ts';
import type { FileSale, InboxVerdict } from '../../../src-main/inbox/put-away.ts';
import { openInboxFolders } from '../../../src-main/storage/inbox-folder.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { turns } from '../../fakes/settled.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

/** The inbox alone, with a real folder and the test's answers. */

const list = (...path: string[]): readonly string[] => readdirSync(join(...path)).sort();

function folderWith(files: readonly string[], content = '{"id":"s"}'): string {
  const folder = join(tempFolder(), 'inbox');
  mkdirSync(folder);
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Writes a file as a till does: under another name, then renamed. */
function drop(folder: string, name: string, content: string): void {
  writeFileSync(join(folder, `${name}.tmp`), content);
  renameSync(join(folder, `${name}.tmp`), join(folder, name));
}

function openAlone(folder: string, accept: InboxPort['accept'], now: InboxPort['now'] = () => null) {
  const clock = createManualClock();
  const log = createTestLog();
  const reasons: (string | null)[] = [];
  /** The names of the files that arrived, in order. */
  const seen: string[] = [];
  const port: InboxPort = {
    accept(content, file) {
      seen.push(file.name);
      return accept(content, file);
    },
    gone: () => undefined,
    now,
  };
  const inbox: ReturnType<typeof createInbox> = createInbox({
    restoredAt: () => 0,
    ...{ open: () => openInboxFolders(dirname(folder)), port, clock, log },
    watch: () => () => undefined,
    stuck: (reason) => reasons.push(reason),
  });
  inbox.start();
  onTestFinished(() => inbox.stop());
  return { inbox, clock, log, reasons, seen };
}

const taken = (id: string): InboxVerdict => ({ kind: 'taken', sale: { id } });

/** Returns the name of the file that was taken, and the log. */
async function takeOne(folder: string, meanwhile: () => void = () => undefined) {
  const { inbox, log, seen } = openAlone(folder, async () => {
    meanwhile();
    return taken('s');
  });
  await expect.poll(() => seen.length).toBe(1);
  await inbox.stop();
  return { name: seen[0], log };
}

test('a change without a notification is detected by the next scan, 30 s later', async () => {
  const folder = folderWith(['a.json']);
  const { inbox, clock, seen } = openAlone(folder, async (_content, { name }) => taken(name));
  await expect.poll(() => seen).toEqual(['a.json']);
  drop(folder, 'late.json', '{}');
  expect(clock.pendingMs()).toEqual([30_000]);
  clock.advance(30_000);
  await expect.poll(() => seen[1]).toBe('late.json');
  await inbox.stop();
  expect(clock.pendingMs()).toEqual([]);
});

test('files are taken one at a time, in the order of their names', async () => {
  let underWay = 0;
  const { inbox, seen } = openAlone(
    folderWith(['c.json', 'a.json', 'B.json', '10.json', '9.json']),
    async (_content, { name }) => {
      expect(++underWay).toBe(1);
      await Promise.resolve();
      underWay--;
      return taken(name);
    },
  );
  await expect.poll(() => seen.length).toBe(5);
  await inbox.stop();
  expect(seen).toEqual(['10.json', '9.json', 'B.json', 'a.json', 'c.json']);
});

test('a file that replaces another during reading is processed as well, and its result has another name', async () => {
  const texts: string[] = [];
  const folder = folderWith(['sale.json'], 'first');
  const { inbox } = openAlone(folder, async (content) => {
    texts.push(Buffer.from(content).toString('utf8'));
    if (texts.length < 3) drop(folder, 'sale.json', `file ${texts.length + 1}`);
    return taken(`s-${texts.length}`);
  });
  await expect.poll(() => texts).toEqual(['first', 'file 2', 'file 3']);
  await inbox.stop();
  expect(texts).toHaveLength(3);
  expect(list(folder)).toEqual(['done', 'failed']);
  expect(list(folder, 'done')).toEqual(['sale-2.result.json', 'sale-3.result.json', 'sale.result.json']);
  expect(readFileSync(join(folder, 'done/sale-3.result.json'), 'utf8')).toContain('"s-3"');
});

test('an error with one file neither blocks the others nor loses data', async () => {
  const folder = folderWith(['a.json', 'b.json']);
  const { inbox, log, seen } = openAlone(folder, async (_content, { name }) => {
    if (name === 'a.json') throw new Error('a bug');
    return taken(name);
  });
  await expect.poll(() => seen).toContain('b.json');
  await inbox.stop();
  expect(list(folder)).toEqual(['a.json', 'done', 'failed']);
  expect(list(folder, 'done')).toEqual(['b.result.json']);
  expect(log.lines.map(({ event }) => event)).toEqual(['inbox-file-postponed']);
});

test.each([
  ['after the answer was written', ['.sale.taken', 'done/sale.result.json']],
  ['while the answer was written', ['sale.json', 'done/.draft']],
])('a crash %s leaves one answer after the next start', async (_when, files) => {
  const folder = folderWith(files);
  await takeOne(folder);
  expect(list(folder)).toEqual(['done', 'failed']);
  expect(list(folder, 'done')).toEqual(['sale.result.json']);
});

test('a crash between writing the answer to a refused file and moving the file leaves one answer and one file', async () => {
  const problem = { type: 'invalid', title: 't', status: 422, detail: 'd', instance: 'a.json' };
  const text = `${JSON.stringify(problem, null, 2)}\n`;
  const folder = folderWith(['a.json', 'failed/a.problem.json', 'failed/.draft'], text);
  const { inbox } = openAlone(folder, async () => ({ kind: 'refused', problem }));
  await expect.poll(() => list(folder)).not.toContain('a.json');
  await inbox.stop();
  expect(list(folder, 'failed')).toEqual(['a.json', 'a.problem.json']);
});

test('a file that the till removes during processing is still answered', async () => {
  const folder = folderWith(['a.json']);
  const { log } = await takeOne(folder, () => rmSync(join(folder, 'a.json')));
  expect([list(folder, 'done'), log.lines]).toEqual([['a.result.json'], []]);
});

test('a file needs few asynchronous file operations, so that other sales of a busy program are not delayed', async () => {
  const names = Array.from({ length: 20 }, (_, number) => `${number}.json`);
  let started = 0;
  const hook = createHook({
    init(_id, type) {
      if (type.startsWith('FSREQ')) started += 1;
    },
  }).enable();
  const { inbox, seen } = openAlone(folderWith(names), async (_content, { name }) => taken(name));
  await expect.poll(() => seen.length).toBe(names.length);
  await inbox.stop();
  hook.disable();
  // Each answer needs two flushes, of the file and its folder. Scans need a few more calls.
  expect(started).toBeLessThanOrEqual(2 * names.length + 10);
});

test.skipIf(systemLacks('otherNames'))(
  'a file whose name is not UTF-8 is taken, and the name of its answer is UTF-8',
  async () => {
    const folder = folderWith([]);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from('Beleg_Müller.json', 'latin1')]), '{"id":"s"}');
    expect(await takeOne(folder)).toMatchObject({ name: 'Beleg_M%FCller.json' });
    expect(list(folder)).toEqual(['done', 'failed']);
    expect(list(folder, 'done')).toEqual(['Beleg_M%FCller.result.json']);
  },
);

test('a file of another kind is reported with a problem after a minute, a folder once in the log; both stay until a person removes them', async () => {
  const folder = folderWith(['report.csv', 'sale.json.tmp', '.hidden']);
  mkdirSync(join(folder, 'old.json'));
  const { clock, log, reasons } = openAlone(folder, async () => taken('s'));
  const looksOnce = async (): Promise<void> => {
    const before = clock.pendingMs().length;
    clock.advance(30_000);
    await expect.poll(() => clock.pendingMs().length).toBe(before);
    await turns();
  };
  await looksOnce();
  expect(list(folder, 'failed')).toEqual([]);
  // A scan that is still running misses the timer, so the clock advances until the report comes.
  await expect
    .poll(() => {
      clock.advance(30_000);
      return list(folder, 'failed');
    })
    .toEqual(['report.csv.problem.json']);
  await expect.poll(() => reasons).toEqual([null, expect.stringMatching(/does not end in \.json/)]);
  expect(list(folder)).toEqual(['.hidden', 'done', 'failed', 'old.json', 'report.csv', 'sale.json.tmp']);
  const ignored = log.lines.filter(({ event }) => event === 'inbox-folder-ignored');
  expect(ignored.map(({ fields }) => fields)).toEqual([{ folder: 'old.json' }]);
  rmSync(join(folder, 'report.csv'));
  clock.advance(30_000);
  await expect.poll(() => reasons.at(-1)).toBeNull();
});

test.skipIf(systemLacks('modes'))(
  'a file locked by its writer is checked every second, and after thirty tries at the usual interval',
  async () => {
    const folder = folderWith(['held.json']);
    // A file with two hard links counts as locked, and no second account is needed.
    linkSync(join(folder, 'held.json'), join(folder, '.writer'));
    const { clock, seen } = openAlone(folder, async () => taken('s'));
    for (let look = 0; look < 30; look += 1) {
      await expect.poll(() => clock.pendingMs()).toContain(1_000);
      clock.advance(1_000);
    }
    await expect.poll(() => clock.pendingMs()).not.toContain(1_000);
    rmSync(join(folder, '.writer'));
    clock.advance(30_000);
    await expect.poll(() => seen).toEqual(['held.json']);
  },
);

/** An inbox that has taken the file `a.json` of a queued sale. `answer` is what only its first answer says. */
async function openWithSale(answer: Partial<FileSale> = {}) {
  const folder = folderWith(['a.json']);
  let state: 'queued' | 'delivered' = 'queued';
  const sale = () => ({ id: 's', url: 'https://receipts.example/1', acceptedAs: null, state });
  const taking = async () => ({ kind: 'taken', sale: { ...sale(), qr: true, ...answer } }) as const;
  const { inbox, clock } = openAlone(folder, taking, sale);
  await expect.poll(() => list(folder)).toEqual(['done', 'failed']);
  const deliver = (): void => {
    state = 'delivered';
    inbox.saleChanged({ id: 's' });
  };
  const path = join(folder, 'done', 'a.result.json');
  return { folder, clock, path, deliver, result: () => JSON.parse(readFileSync(path, 'utf8')) };
}

test('a damaged result file with a QR code is written again after the next change of its sale', async () => {
  const { path, deliver } = await openWithSale();
  writeFileSync(path, '{"id": "s", "sta');
  deliver();
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('"state": "delivered"');
});

test('a till that asked for pictures of the code gets them with the address, which may come after a restart', async () => {
  const folder = folderWith(['a.json']);
  let url: string | null = null;
  const sale = () => ({ id: 's', state: 'open' as const, url });
  let qr = true;
  const before = openAlone(folder, async () => ({ kind: 'taken', sale: { ...sale(), ...(qr && { qr }) } }), sale);
  await expect.poll(() => list(folder)).toEqual(['done', 'failed']);
  // A later file of the same sale with the same name does not withdraw the wish.
  qr = false;
  drop(folder, 'a.json', '{}');
  before.inbox.look();
  await expect.poll(() => [before.seen.length, ...list(folder)]).toEqual([2, 'done', 'failed']);
  await before.inbox.stop();
  const { inbox } = openAlone(folder, async () => ({ kind: 'taken', sale: sale() }), sale);
  url = 'https://receipts.example/1';
  inbox.saleChanged({ id: 's' });
  const pictures = ['a.qr.png', 'a.qr.svg', 'a.result.json'];
  await expect.poll(() => readdirSync(join(folder, 'done'))).toEqual(pictures);
  for (const name of pictures.slice(0, 2)) rmSync(join(folder, 'done', name));
  // The answer to a later file may be the first that has the new address.
  url = 'https://receipts.example/2';
  drop(folder, 'a.json', '{}');
  inbox.look();
  await expect.poll(() => readdirSync(join(folder, 'done'))).toEqual(pictures);
});

test('a picture of an earlier code with the same name is removed if the next sale has no address', async () => {
  const folder = folderWith(['sale.json']);
  let url: string | null = 'https://receipts.example/1';
  const { inbox } = openAlone(folder, async (content) => ({
    kind: 'taken',
    sale: { id: content.toString(), url, qr: true },
  }));
  await expect.poll(() => readdirSync(join(folder, 'done'))).toContain('sale.result.json');
  // The till removes only the result that it has read, and uses the name again.
  rmSync(join(folder, 'done', 'sale.result.json'));
  url = null;
  drop(folder, 'sale.json', '{"id":"next"}');
  inbox.look();
  await expect.poll(() => readdirSync(join(folder, 'done'))).toEqual(['sale.result.json']);
});

test('a change of an earlier sale does not replace the result of a later sale with the same name', async () => {
  const folder = folderWith(['sale.json'], 'first');
  const done = join(folder, 'done');
  const saleOf = (id: string) => ({ id, url: `https://receipts.example/${id}` });
  let isPaid = false;
  let late = 0;
  const { inbox } = openAlone(
    folder,
    async (content) => ({ kind: 'taken', sale: { ...saleOf(content.toString()), qr: true } }),
    (id) => {
      if (isPaid) late += 1;
      return isPaid ? { ...saleOf(id), state: 'delivered' } : saleOf(id);
    },
  );
  const resultsAre = (names: readonly string[]) => expect.poll(() => list(folder)).toEqual(names);
  await resultsAre(['done', 'failed']);
  // The till removes the result that it has read, and uses the name again for its next customer.
  rmSync(join(done, 'sale.result.json'));
  drop(folder, 'sale.json', 'second');
  inbox.look();
  await resultsAre(['done', 'failed']);
  const files = () => list(done).map((name) => readFileSync(join(done, name), 'base64'));
  const ofSecond = files();
  isPaid = true;
  inbox.saleChanged({ id: 'first' });
  await expect.poll(() => late).toBe(1);
  await inbox.stop();
  expect(files()).toEqual(ofSecond);
});

test('the result of a repeat keeps `acceptedAs` when its sale changes', async () => {
  const { deliver, result } = await openWithSale({ acceptedAs: 's' });
  deliver();
  await expect.poll(result).toMatchObject({ id: 's', acceptedAs: 's', state: 'delivered' });
});

test('a result file that is damaged at the start is written again', async () => {
  const folder = folderWith([]);
  mkdirSync(join(folder, 'done'), { mode: 0o700 });
  const path = join(folder, 'done', 'a.result.json');
  writeFileSync(path, '{\n  "id": "s",\n  "sta');
  openAlone(
    folder,
    async () => taken('s'),
    () => ({ id: 's', state: 'delivered' }),
  );
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('"state": "delivered"');
});

test('a result file locked by its till is written again one second later', async () => {
  const { folder, clock, deliver, result } = await openWithSale();
  // A folder in the place of the draft prevents writing, like a locked result.
  mkdirSync(join(folder, 'done', '.draft'));
  deliver();
  await expect.poll(() => clock.pendingMs()).toContain(1_000);
  expect(result().state).toBe('queued');
  rmSync(join(folder, 'done', '.draft'), { recursive: true });
  clock.advance(1_000);
  await expect.poll(() => result().state).toBe('delivered');
});
