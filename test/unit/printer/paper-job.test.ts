import { readdirSync, statSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../../src-main/ports.ts';
import { createDeferredJobs, type JobDisk } from '../../../src-main/printer/deferred-jobs.ts';
import { createPaperJob } from '../../../src-main/printer/paper-job.ts';
import { createPapers, type PaperMessage, type PaperUnsaved } from '../../../src-main/printer/papers.ts';
import { createPrintSplitter } from '../../../src-main/printer/prints.ts';
import { createRelay } from '../../../src-main/printer/relay.ts';
import { pause } from '../../../src-main/shared/waiting.ts';
import { systemClock as clock, systemRandom as random } from '../../../src-main/system-ports.ts';
import { drawnRandom, seed } from '../../fakes/drawn.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { startPrinter } from '../../fakes/start-printer.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { connectTill, printJob } from '../../fakes/till-port.ts';

/** The bytes that reach the printer while papers are deferred. */

const cut = '\x1dV\x00';
const codesShown = () => 0;
const drawer = '\x1bp\x00\x19\xfa';
const about = { saleId: '1', total: null, at: 0 };

/** A printer, and the papers of a folder. `printed` are the bytes on paper, `files` the states of the papers on disk. */
async function openFolder(time: Clock = clock, key = 7, disk: JobDisk = fs) {
  const { printer, address: target } = await startPrinter();
  const connected = { isOn: true };
  const folder = join(tempFolder(), 'printer');
  const messages: (PaperMessage | PaperUnsaved)[] = [];
  const papers = createPapers({
    clock: time,
    random,
    files: createDeferredJobs(folder, Buffer.alloc(32, key), random, disk),
    target: () => (connected.isOn ? target : null),
    isOn: () => true,
    report: (message) => messages.push(message),
  });
  const printed = (): string => Buffer.concat(printer.jobs().map(({ bytes }) => bytes)).toString('latin1');
  const files = (): readonly string[] =>
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
      ? readdirSync(folder).map((name) => name.replace(/^.+\./, ''))
      : [];
  return { printer, target, connected, folder, messages, papers, printed, files };
}

/**
 * `verdict` is the answer of the main process to each print; null if it does not answer. With a verdict the time of the
 * papers stands still, so that a busy computer releases none.
 */
async function openPapers(
  verdict: 'defer' | 'doubt' | null,
  jobClock = clock,
  time = createManualClock(),
  disk: JobDisk = fs,
) {
  const { target, messages, papers, ...opened } = await openFolder(verdict === null ? clock : time, 7, disk);
  const address = Promise.withResolvers<string>();
  function give(_print: unknown, _codes: number, id: string | null): void {
    if (id === null || verdict === null) return;
    const answer = (): void =>
      verdict === 'defer'
        ? papers.receive({ kind: 'defer', id, about, ms: 60_000, keeps: false })
        : papers.receive({ kind: 'decide', id, outcome: 'doubt' });
    // Like the main process, answer only after `give` has returned.
    queueMicrotask(answer);
  }
  const relay = createRelay({
    clock,
    report: (event) => event.kind === 'opened' && address.resolve(event.address),
    copyJob: () => createPrintSplitter({ clock: jobClock, codesShown, onPrint: () => undefined }),
    paperJob: (till, to) => createPaperJob({ clock: jobClock, papers, till, to, give, codesShown }),
  });
  onTestFinished(relay.stop);
  relay.set({ listen: { host: '127.0.0.1', port: 0 }, target, allowed: [], keepsPapers: true });
  const decide = (isPaper: boolean): void =>
    papers.receive({ kind: 'decide', id: null, outcome: isPaper ? 'cashier-paper' : 'cashier-digital' });
  const phase = () => messages.findLast((message) => message.kind === 'paper')?.phase;
  return { ...opened, address: await address.promise, decide, phase, messages };
}

test('the drawer opens once while its print is collected, and status is answered while the print is deferred', async () => {
  const { address, printed, files, decide, phase } = await openPapers('defer');
  const till = await connectTill(address);
  till.socket.write(`\x1b@Beleg\n${drawer}Summe\n`, 'latin1');
  await expect.poll(printed).toBe(drawer);
  till.socket.write(`${cut}\x10\x04\x01`);
  await expect.poll(() => till.received().length).toBe(1);
  await expect.poll(phase).toBe('asking');
  expect(files()).toEqual(['waiting']);
  till.socket.write('\x1dr\x01');
  await expect.poll(() => till.received().length).toBe(2);
  decide(true);
  await expect.poll(phase).toBe('gone');
  till.socket.end();
  expect(await till.ended).toBe('closed');
  expect(printed()).toBe(`${drawer}\x10\x04\x01\x1dr\x01\x1b@Beleg\nSumme\n${cut}`);
  await expect.poll(files).toEqual([]);
});

test('text and a drawer command that follow 65 prints in a row reach the printer at once', async () => {
  const { address, printed } = await openPapers('doubt', { ...clock, setTimer: () => () => undefined });
  const till = await connectTill(address);
  const bytes = `${`Beleg\n${cut}`.repeat(65)}Kaffee\n${drawer}`;
  till.socket.write(bytes, 'latin1');
  await expect.poll(printed).toBe(bytes);
  till.socket.write(drawer, 'latin1');
  await expect.poll(printed).toBe(bytes + drawer);
});

test('the till gets a status answer only after the bytes before the status request were saved to a file', async () => {
  const { address, printed, files } = await openPapers(null);
  const till = await connectTill(address);
  till.socket.write('Teil\n\x1dr\x01');
  await expect.poll(() => till.received().length).toBe(1);
  expect([printed(), files()]).toEqual(['\x1dr\x01', ['waiting']]);
  till.socket.end(`Rest\n${cut}`);
  expect(await till.ended).toBe('closed');
  // Without an answer of the main process the print comes out after two seconds.
  await expect.poll(printed).toBe(`\x1dr\x01Teil\nRest\n${cut}`);
  await expect.poll(files).toEqual([]);
});

test('a declined print and the paper feed behind it do not reach the printer, and the next print does after a tap', async () => {
  const { address, printed, files, decide, phase } = await openPapers('defer');
  const till = await connectTill(address);
  till.socket.write(`Beleg\n${cut}\x1bd\x03`);
  await expect.poll(phase).toBe('asking');
  decide(false);
  await expect.poll(phase).toBe('digital');
  expect(files()).toEqual(['digital']);
  till.socket.end(`Bon\n${cut}`);
  expect(await till.ended).toBe('closed');
  await expect.poll(phase).toBe('asking');
  decide(true);
  await expect.poll(phase).toBe('gone');
  expect(printed()).toBe(`Bon\n${cut}`);
});

test('a clock that is set back during the countdown has no effect on the end of the countdown', async () => {
  const time = createManualClock();
  const { address, printed, phase } = await openPapers('defer', clock, time);
  const { socket } = await connectTill(address);
  socket.write(`Beleg\n${cut}`);
  await expect.poll(phase).toBe('asking');
  time.advance(30_000);
  time.jumpTo(time.now() - 3_600_000);
  time.advance(29_999);
  expect([phase(), printed()]).toEqual(['asking', '']);
  time.advance(1);
  await expect.poll(printed).toBe(`Beleg\n${cut}`);
  socket.destroy();
});

test('a print whose file cannot be written is printed at once and reported to the main process', async () => {
  const { address, printed, messages, folder } = await openPapers('defer');
  writeFileSync(folder, 'no folder');
  expect((await printJob(address, `Beleg\n${cut}`)).ended).toBe('closed');
  expect([printed(), messages]).toEqual([`Beleg\n${cut}`, [{ kind: 'paperUnsaved' }]]);
});

/** While `state.isHanging`, the disk does not answer before `answer` is called. */
function hangingDisk(isHanging: boolean) {
  const answers = Promise.withResolvers<void>();
  const state = { isHanging, isAsked: false };
  async function answered(): Promise<void> {
    state.isAsked = state.isHanging;
    if (state.isHanging) await answers.promise;
  }
  const disk: JobDisk = {
    ...fs,
    async open(...given) {
      await answered();
      return fs.open(...given);
    },
    async rename(...given) {
      await answered();
      return fs.rename(...given);
    },
  };
  return { disk, state, answer: answers.resolve };
}

test('a print whose printer breaks off while the print is saved comes out, and no later start prints it again', async () => {
  const { disk, state, answer } = hangingDisk(true);
  const { printer, address, printed, files } = await openPapers('doubt', clock, createManualClock(), disk);
  const till = await connectTill(address);
  till.socket.write('Teil\n\x1dr\x01');
  await expect.poll(() => state.isAsked).toBe(true);
  await printer.set('refuse');
  expect(await till.ended).toBe('reset');
  await printer.set('ready');
  answer();
  await expect.poll(printed).toBe('Teil\n');
  await expect.poll(files).toEqual([]);
});

test.each(['stored', 'printed'])(
  'a disk that does not answer when a print is %s does not keep it back',
  async (when) => {
    const time = createManualClock();
    const { disk, state, answer } = hangingDisk(when === 'stored');
    const { address, printed, files, decide, phase } = await openPapers('defer', clock, time, disk);
    const { socket } = await connectTill(address);
    socket.write(`Beleg\n${cut}`);
    if (when === 'printed') {
      await expect.poll(phase).toBe('asking');
      state.isHanging = true;
      decide(true);
    }
    await expect.poll(() => state.isAsked).toBe(true);
    const whileTimePasses = <Value>(value: () => Value) =>
      expect.poll(() => {
        time.advance(1_000);
        return value();
      });
    await whileTimePasses(printed).toBe(`Beleg\n${cut}`);
    answer();
    await whileTimePasses(files).toEqual([]);
    expect(printed()).toBe(`Beleg\n${cut}`);
    socket.destroy();
  },
);

test('a print that ends with a pause instead of a cut is printed without a question, and so are the next bytes', async () => {
  const { address, printed, messages } = await openPapers('defer');
  const till = await connectTill(address);
  till.socket.write('ohne Schnitt\n');
  await expect.poll(printed).toBe('ohne Schnitt\n');
  till.socket.end('und weiter\n');
  expect(await till.ended).toBe('closed');
  expect([printed(), messages]).toEqual(['ohne Schnitt\nund weiter\n', []]);
});

test('a paper feed reaches the printer within five seconds, even if the till polls the status without a pause', async () => {
  const jobClock = createManualClock();
  const { address, printed } = await openPapers('doubt', jobClock);
  const till = await connectTill(address);
  till.socket.write('\x1bd\x03');
  for (let second = 1; second <= 5; second += 1) {
    till.socket.write('\x10\x04\x01');
    await expect.poll(() => till.received().length).toBe(second);
    jobClock.advance(1_000);
  }
  await expect.poll(printed).toContain('\x1bd\x03');
});

test('if no print is deferred, every byte reaches the printer once and in order', async () => {
  const { address, printed } = await openPapers('doubt');
  const rand = drawnRandom(53);
  const below = (most: number): number => Math.floor(rand.fraction() * most);
  let sent = '';
  for (let job = 0; job < 20; job += 1) {
    const till = await connectTill(address);
    const prints = Array.from({ length: 1 + below(3) }, () => `\x1b@${'Zeile 1,00\n'.repeat(1 + below(3_000))}${cut}`);
    const bytes = prints.join('');
    sent += bytes;
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + below(20_000);
      till.socket.write(bytes.slice(at, at + size), 'latin1');
      at += size;
      if (rand.fraction() < 0.2) await pause(clock, below(20));
    }
    till.socket.end();
    expect(await till.ended).toBe('closed');
  }
  await expect.poll(() => printed().length).toBe(sent.length);
  expect(printed() === sent, `seed ${seed}`).toBe(true);
});

/** The folder has a paper that an earlier run left. */
async function openLeft(time: Clock = clock, key = 7) {
  const opened = await openFolder(time, key);
  const left = createDeferredJobs(opened.folder, Buffer.alloc(32, 7), random);
  await left.save('1700-a1', about, Buffer.from('Beleg'));
  return { ...opened, left };
}

test('a paper whose key is lost is reported with its time, and closing the report removes its file', async () => {
  const { papers, messages, files } = await openLeft(clock, 2);
  await papers.printRemaining();
  expect(messages).toMatchObject([{ id: '1700-a1', phase: 'lost', about: { at: 1_700 } }]);
  papers.receive({ kind: 'close', id: '1700-a1' });
  await expect.poll(files).toEqual([]);
});

test('a print that an earlier run deferred is printed once the printer is back, and the start of the app does not wait for the printer', async () => {
  const { printer, printed, papers, messages, files } = await openLeft();
  await printer.set('refuse');
  await papers.printRemaining();
  expect([printed(), files()]).toEqual(['', ['waiting']]);
  await printer.set('ready');
  await expect.poll(printed).toBe('Beleg');
  await expect.poll(files).toEqual([]);
  expect(messages.at(-1)).toMatchObject({ phase: 'gone', outcome: 'late' });
});

test.each(['is off', 'is not configured'])(
  'after 60 s the cashier is asked about a paper whose printer %s, and a tap prints the paper later',
  async (why) => {
    const time = createManualClock();
    const begun = time.monotonic();
    const { printer, connected, printed, papers, messages, files } = await openLeft(time);
    if (why === 'is off') await printer.set('refuse');
    else connected.isOn = false;
    const all = papers.printRemaining();
    for (let second = 0; second < 60; second += 1) {
      await time.untilTimerIn(1_000);
      expect(messages).toMatchObject([{ phase: 'printing' }]);
      time.advance(1_000);
    }
    await expect.poll(() => messages.at(-1)).toMatchObject({ phase: 'unsure' });
    await all;
    expect([time.monotonic() - begun, printed(), files()]).toEqual([60_000, '', ['waiting']]);
    await printer.set('ready');
    connected.isOn = true;
    papers.receive({ kind: 'print', id: '1700-a1' });
    await expect.poll(printed).toBe('Beleg');
    await expect.poll(files).toEqual([]);
  },
);

test('a paper that may have come out is printed again by the cashier’s answer, but not by a late choice of paper', async () => {
  const { printed, papers, left, messages, files } = await openLeft();
  await left.claim('1700-a1');
  await papers.printRemaining();
  expect(messages).toMatchObject([{ id: '1700-a1', phase: 'unsure' }]);
  papers.receive({ kind: 'decide', id: '1700-a1', outcome: 'customer-paper' });
  await papers.allPrinted();
  expect(printed()).toBe('');
  papers.receive({ kind: 'print', id: '1700-a1' });
  await papers.allPrinted();
  expect([printed(), files()]).toEqual(['Beleg', []]);
});
