import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pause } from '../../../src-main/shared/waiting.ts';
import { systemClock } from '../../../src-main/system-ports.ts';
import { drawnRandom, seed, volume } from '../../fakes/drawn.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { connectTill } from '../../fakes/till-port.ts';
import { cut, type OutputTray, openTray, printed, type RelayRun, type Replies, soon, startRun } from './paper-life.ts';

/**
 * A relay process keeps papers back. At random moments the process is killed, the printer goes away, the disk is full,
 * the network is lost, two prints arrive on one connection, or a declined paper is printed after all.
 */

const random = drawnRandom(51);
const below = (most: number): number => Math.floor(random.fraction() * most);
const chance = (part: number): boolean => random.fraction() < part;

const figures = {
  prints: 0,
  asking: 0,
  declined: 0,
  afterAll: 0,
  kills: 0,
  killedInPrint: 0,
  away: 0,
  fullDisk: 0,
  reset: 0,
  unsure: 0,
  late: 0,
  latestMs: 0,
};
const declined = new Set<number>();
const everDeclined = new Set<number>();
/** The numbers of the prints that the till believes to be printed. */
const accepted = new Set<number>();
const countdowns = new Map<string, number>();
let lastNumber = 0;
let isLast = false;

const hands: Replies = {
  judge(id, number, ask) {
    const about = { saleId: String(number), total: null, at: 0 };
    const ms = 20 + below(300);
    countdowns.set(id, ms);
    const answer = chance(0.15)
      ? () => ask({ kind: 'decide', id, outcome: 'doubt' })
      : () => ask({ kind: 'defer', id, about, ms, keeps: chance(0.2) });
    soon(below(60), answer);
  },
  changed({ id, phase, outcome }, number, ask) {
    if (phase === 'asking') {
      figures.asking += 1;
      countdowns.set(id, systemClock.monotonic() + (countdowns.get(id) ?? 0));
      const answer = chance(0.2) ? 'offline' : chance(0.4) ? 'customer-paper' : 'cashier-digital';
      if (chance(0.6)) soon(below(250), () => ask({ kind: 'decide', id, outcome: answer }));
    } else if (phase === 'digital') {
      const isNew = !everDeclined.has(number);
      declined.add(number);
      everDeclined.add(number);
      // If the process ends before the tap, the next process reports the paper as declined again.
      if (isNew && chance(0.2) && !isLast)
        soon(below(200), () => {
          if (ask({ kind: 'print', id }) && declined.delete(number)) figures.afterAll += 1;
        });
    } else if (phase === 'unsure') figures.unsure += 1;
    else if (phase === 'gone' && outcome === 'late') figures.late += 1;
    if (outcome !== 'time-over' || (phase !== 'printing' && phase !== 'digital')) return;
    const until = countdowns.get(id) ?? Number.POSITIVE_INFINITY;
    figures.latestMs = Math.max(figures.latestMs, Math.round(systemClock.monotonic() - until));
  },
};

/** Sends one or two prints. A till accepts them as printed after an orderly end, or after an answer behind the cut. */
async function printOne({ address, isOver, steps }: RelayRun): Promise<void> {
  const mine = Array.from({ length: chance(0.2) ? 2 : 1 }, () => {
    lastNumber += 1;
    return lastNumber;
  });
  figures.prints += mine.length;
  const till = await connectTill(address);
  const asks = chance(0.3);
  for (const [index, number] of mine.entries()) {
    if (index > 0) await pause(systemClock, below(400));
    const middle = chance(0.1) ? 'Zeile mit vielen Artikeln\n'.repeat(below(20_000)) : '';
    till.socket.write(`${printed(number, middle)}${chance(0.2) ? '\x1dr\x01' : ''}${cut}`);
  }
  if (asks) {
    const before = till.received().length;
    till.socket.write('\x1dr\x01');
    await Promise.race([once(till.socket, 'data'), till.ended, pause(systemClock, 600)]);
    if (mine.length === 1 && till.received().length > before && (await steps()) !== null)
      for (const number of mine) accepted.add(number);
  }
  till.socket.end();
  if ((await till.ended) === 'closed' && !isOver() && (await steps()) !== null)
    for (const number of mine) accepted.add(number);
  else figures.reset += 1;
}

async function withPrinterAway(tray: OutputTray, work: () => Promise<void>): Promise<void> {
  figures.away += 1;
  const away = pause(systemClock, below(200)).then(() => tray.set(false));
  const back = away.then(() => pause(systemClock, below(400))).then(() => tray.set(true));
  await work();
  await back;
}

/** Operations of the disk fail, before or after they are done. Sometimes they fail until the process ends. */
async function withFullDisk({ ask }: RelayRun, work: () => Promise<void>): Promise<void> {
  figures.fullDisk += 1;
  ask({ kind: 'disk', refuses: (['before', 'after', 'some'] as const)[below(3)] ?? null });
  await work();
  if (chance(0.7)) ask({ kind: 'disk', refuses: null });
}

/** Runs one process until its end. With `isKilled` the process is killed at a drawn step or moment. */
async function oneLife(folder: string, tray: OutputTray, isKilled: boolean): Promise<void> {
  const killAt = isKilled && chance(0.6) ? 1 + below(200) : 0;
  const life = await startRun(folder, tray, hands, killAt);
  const printing = (async () => {
    for (let left = 4 + below(8); left > 0 && !life.isOver(); left -= 1) {
      const print = (): Promise<void> => printOne(life).catch(() => undefined);
      const fault = below(10);
      if (fault === 0) await withPrinterAway(tray, print);
      else if (fault === 1) await withFullDisk(life, print);
      else if (fault < 7) await print();
      else void print();
      await pause(systemClock, below(200));
    }
  })();
  if (isKilled && killAt === 0) {
    await Promise.race([printing, pause(systemClock, below(2_500))]);
    await life.kill();
  }
  await printing;
  // In the other half of the orderly ends, the disk may still refuse operations.
  if (!isKilled && chance(0.5)) {
    life.ask({ kind: 'disk', refuses: null });
    await expect.poll(life.settled, { timeout: 120_000 }).toBe(true);
  }
  if (!life.isOver()) await life.stop();
  if (isKilled) figures.kills += 1;
  if (killAt > 0) figures.killedInPrint += 1;
  await tray.set(true);
  await life.over();
}

test('each paper comes out once or is declined by a person, and no fault loses one', {
  timeout: 3_600_000,
}, async () => {
  const [folder, tray] = [join(tempFolder(), 'printer'), await openTray()];
  const [most, mostKills] = [volume(2_000, 50), volume(400, 100)];
  while (figures.prints < most || figures.kills < mostKills) await oneLife(folder, tray, chance(0.6));
  // The next process prints what the last one left.
  isLast = true;
  const last = await startRun(folder, tray, hands);
  await expect.poll(last.settled, { timeout: 120_000 }).toBe(true);
  await last.stop();
  figures.declined = declined.size;
  process.stdout.write(`deferred papers, seed ${seed}: ${JSON.stringify(figures)}\n`);
  const all = Array.from({ length: lastNumber }, (_, index) => index + 1);
  const twice = all.filter((number) => tray.times(number) > 1);
  const lost = all.filter((number) => accepted.has(number) && tray.times(number) === 0 && !declined.has(number));
  const both = all.filter((number) => declined.has(number) && tray.times(number) > 0);
  expect({ twice, lost, both }, `seed ${seed}`).toEqual({ twice: [], lost: [], both: [] });
});
