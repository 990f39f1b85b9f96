import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { drawnRandom, volume } from '../fakes/drawn.ts';
import { dropFile } from '../fakes/drop-file.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { diskFolder } from '../fakes/test-disk.ts';
import { connectedTo, startProgram } from './processes.ts';
import { openService } from './service.ts';
import { smallBill } from './test-app.ts';

const files = volume(400);
const random = drawnRandom();
/** The program is killed after each of these numbers of processed files, in any step of the next file. */
const kills = Array.from({ length: volume(16, 8) }, () => Math.floor(random.fraction() * files)).sort(
  (one, other) => one - other,
);

test('a loyalty start that a file asked for is not repeated after a kill during the request', async () => {
  const service = await openService();
  const dataDir = tempFolder();
  const { args, env } = connectedTo(service, dataDir);
  const started = () => service.simulator.ledger().loyalty.length;
  service.simulator.faults.add({ route: 'loyaltyStart', effect: { kind: 'none' }, answerDelayMs: 60_000 });
  const first = await startProgram(args, env);
  const drop = (name: string, content: object): void =>
    writeFileSync(join(dataDir, 'inbox', `${name}.json`), JSON.stringify({ reference: 'sale', ...content }));
  drop('1', { do: 'open' });
  drop('2', { do: 'loyalty', externalUserId: 'card-1' });
  while (started() === 0) await wait(5);
  await first.end('SIGKILL');
  await startProgram(args, env);
  while (readdirSync(join(dataDir, 'inbox')).includes('2.json')) await wait(5);
  expect(started()).toBe(1);
  const answer = readFileSync(join(dataDir, 'inbox', 'done', '2.result.json'), 'utf8');
  expect(JSON.parse(answer)).toMatchObject({ loyalty: { state: 'unknown' } });
});

test(`${files} files are each taken exactly once while the app is killed again and again`, async () => {
  const service = await openService();
  const dataDir = tempFolder(diskFolder);
  const { args, env } = connectedTo(service, dataDir);
  const inbox = join(dataDir, 'inbox');
  await mkdir(inbox);
  const names = Array.from({ length: files }, (_, at) => `sale-${String(at).padStart(3, '0')}`);
  const filesIn = (folder: string): readonly string[] => {
    try {
      return readdirSync(join(inbox, folder));
    } catch {
      return [];
    }
  };
  const putAway = (): readonly string[] => filesIn('done').filter((name) => name.endsWith('.result.json'));
  let dropped = 0;
  const dropUpTo = (count: number): void => {
    for (; dropped < Math.min(count, files); dropped++) {
      const name = names[dropped] ?? '';
      dropFile(inbox, name, { reference: name, bill: smallBill() });
    }
  };

  for (const count of kills) {
    dropUpTo(count + 10);
    const app = await startProgram(args, env);
    dropUpTo(count + 30);
    while (putAway().length < count) await wait(1);
    await app.end('SIGKILL');
  }
  dropUpTo(files);
  const app = await startProgram(args, env);
  while (putAway().length < files) await wait(10);
  const resultOf = (name: string) => JSON.parse(readFileSync(join(inbox, 'done', `${name}.result.json`), 'utf8'));
  // A stop may leave the update of a result file to the next start, so every file must say `delivered` first.
  while (names.some((name) => resultOf(name).state !== 'delivered')) await wait(10);
  expect(await app.end('SIGTERM')).toBe(0);

  expect([...filesIn('done')].sort()).toEqual(names.map((name) => `${name}.result.json`));
  expect(filesIn('failed')).toEqual([]);
  expect(filesIn('.').filter((name) => name.endsWith('.json'))).toEqual([]);
  const results = names.map(resultOf);
  expect(results.map(({ reference }) => reference)).toEqual(names);
  const ledger = service.simulator.ledger();
  expect(ledger.bills.map(({ billId }) => billId).sort()).toEqual(results.map(({ billId }) => billId).sort());
  expect(new Set(ledger.bills.map(({ billId }) => billId)).size).toBe(files);
  expect(ledger.complaints).toEqual([]);
});
