import iconv from 'iconv-lite';
import { commandsOn } from '../dispatch/dispatch.ts';
import type { Clock } from '../ports.ts';
import type { PrinterView } from '../shared/print-view.ts';
import { done, failed } from '../shared/result.ts';
import type { SettingsPatch } from '../shared/settings.ts';
import { createTurns, within } from '../shared/waiting.ts';
import type { NoticeBoard } from '../storage/notice-board.ts';
import { codesUntilCodeOnly, judge } from './judge.ts';
import { createPaperDecisions, type PaperSales } from './paper-decisions.ts';
import type { PrintBytes, PrinterPorts, ReadPrint } from './print.ts';
import { createPrintCounts } from './print-counts.ts';
import { createPrintSales, type PrinterTill } from './print-sales.ts';
import { createNotify, createPrinterPort } from './printer-port.ts';
import { createPrinterThreads } from './printer-threads.ts';
import { createRecentPrints } from './recent-prints.ts';
import type { FromRelay, PaperFolder, PrintMessage } from './relay-worker.ts';
import { openOwn, type PrinterTarget, targetOf, writeAll } from './target.ts';

interface PrinterParts extends PrinterPorts {
  readonly settings: PrinterPorts['settings'] & { update(patch: SettingsPatch): void };
  readonly notices: () => NoticeBoard;
  readonly till: PrinterTill;
  readonly paperSales: PaperSales;
  readonly paperFolder: PaperFolder;
}

/** The port for a till that prints. Like the POS API, it runs the commands of a till. */
export type Printer = ReturnType<typeof createPrinter>;

export function createPrinter(parts: PrinterParts) {
  const { clock, settings, changed } = parts;
  const notify = createNotify(parts.notices);
  const counts = createPrintCounts(parts);
  const recent = createRecentPrints();
  const turns = createTurns();
  const threads = createPrinterThreads({
    ...parts,
    receive,
    ended(name) {
      notify('printerThreadEnded', 'A thread of the printer port ended and was started again.');
      if (name === 'relay') decisions.relayEnded();
    },
  });
  const sales = createPrintSales({ ...parts, codeShown: threads.codeShown });
  const decisions = createPaperDecisions({ ...parts, notify, sales: parts.paperSales, send: threads.paper });
  const port = createPrinterPort({ ...parts, notify, setRelay: threads.set });
  let appliedPapers = '';
  let appliedPage = settings.current().printer.codePage;

  function receive(message: FromRelay): void {
    if (message.kind === 'print') {
      const at = clock.now();
      const reading = readPrint(message.print);
      void turns.run(async () => take(message, at, await reading));
    } else if (message.kind === 'paper') decisions.receive(message);
    else if (message.kind === 'paperUnsaved') notify('paperNotStored', 'A paper could not be stored on the disk.');
    else {
      port.note(message);
      changed();
    }
  }

  const readPrint = (print: PrintBytes) => threads.read(print, settings.current().printer.codePage);

  /** `at` is the time of the last byte, which may be long before this call. */
  async function take({ print, codesShown, paper }: PrintMessage, at: number, read: ReadPrint | null): Promise<void> {
    if (read !== null) notify('printerThreadEnded', null);
    const failure = { reason: 'reader-failed', saleId: null } as const;
    const verdict = read === null ? null : judge(read, settings.current(), at);
    const outcome = read === null || verdict === null ? failure : await sales.take(read, verdict, codesShown);
    if (paper !== null) decisions.judged(paper, outcome);
    recent.add(at, print, read, verdict?.reason ?? failure.reason, outcome);
    if (outcome.reason === 'code') countCode();
    notify('printsNotRecognised', counts.add(outcome.reason) ? 'Prints are not recognised as receipts.' : null);
    changed();
  }

  function countCode(): void {
    const { codesSeen } = settings.current().printer;
    if (codesSeen >= codesUntilCodeOnly) return;
    try {
      settings.update({ printer: { codesSeen: codesSeen + 1 } });
    } catch {
      // The receipt was accepted. If a policy locks the count or the disk is full, only this code is not counted.
    }
  }

  function judgeAgain(): void {
    recent.judgeAgain((read, at) => judge(read, settings.current(), at));
    changed();
  }

  async function readAgain(): Promise<void> {
    await recent.readAgain(readPrint);
    judgeAgain();
  }

  return {
    /** Called at the start and after every change of a setting. */
    apply(): void {
      const now = settings.current();
      const { codesSeen: _, ...ofPapers } = now.printer;
      const papers = JSON.stringify(ofPapers);
      // A paper that waits is printed before the new settings apply.
      if (papers !== appliedPapers) decisions.release(now.printer.printEverything ? 'print-everything' : 'app-stop');
      appliedPapers = papers;
      port.apply(now);
      if (now.printer.codePage === appliedPage) judgeAgain();
      else void turns.run(readAgain);
      appliedPage = now.printer.codePage;
    },
    opened: port.opened,
    view: (): PrinterView => ({
      state: port.state(),
      address: port.address(),
      today: counts.today(),
      lastReason: recent.lastReason(),
      codeOnly: settings.current().printer.codesSeen >= codesUntilCodeOnly,
      nextPrint: sales.next(),
      prints: recent.revision(),
      ...decisions.view(),
    }),
    decisions,
    recent,
    sales,
    printLines: createLinePrinter(clock, () => targetOf(settings.current().printer.target)),
    /** Needs no PIN. Only a manager can switch it off again. */
    printEverything: () => settings.update({ printer: { printEverything: true } }),
    acceptAll: () => settings.update({ printer: { codesSeen: 0 } }),
    async stop(): Promise<void> {
      await sales.endCode();
      counts.stop();
      await threads.stop();
    },
  };
}

const sendMs = 5_000;
const doubleTapMs = 2_000;
/** Initializes the printer and selects code page 858. */
const start = Buffer.from('\x1b@\x1bt\x13');
const cut = Buffer.from('\x1dV\x01');

/** Prints lines of the app itself. A double tap prints only once. */
function createLinePrinter(clock: Clock, target: () => PrinterTarget | null) {
  let sent = { text: '', at: 0, reached: Promise.resolve(false) };
  async function send(text: string): Promise<boolean> {
    const side = await openOwn(target(), clock);
    if (side === null) return false;
    const written = writeAll(side, Buffer.concat([start, iconv.encode(`${text}\n\n\n\n\n`, 'cp858'), cut]))
      .then(() => true)
      .catch(() => false);
    const isSent = (await within(clock, sendMs, written)) === true;
    if (isSent) side.end();
    else side.destroy();
    return isSent;
  }

  return (lines: readonly string[]): Promise<boolean> => {
    const [text, at] = [lines.join('\n'), clock.monotonic()];
    if (sent.text !== text || at - sent.at > doubleTapMs) sent = { text, at, reached: send(text) };
    return sent.reached;
  };
}

export const printerCommands = commandsOn<{ readonly printer: Printer }>()('program', {
  'printer.showCode': ({ printer }) => printer.sales.showCode(),
  'printer.endCode': ({ printer }) => printer.sales.endCode(),
  'printer.prints': ({ printer }) => done([...printer.recent.rows()]),
  'printer.picture'({ printer }, { id }) {
    const png = printer.recent.pngOf(id);
    return png === null
      ? failed('notFound', 'This print has no picture.')
      : done({ png: Buffer.from(png).toString('base64') });
  },
  'printer.printLines': async ({ printer }, { lines }) => done({ reached: await printer.printLines(lines) }),
  'printer.paper': ({ printer }, { id, answer }) => printer.decisions.answer(id, answer),
  'printer.printDeclined': ({ printer }, { saleId }) => printer.decisions.printDeclined(saleId),
  'printer.printEverything': ({ printer }) => printer.printEverything(),
  'printer.acceptAll': ({ printer }) => printer.acceptAll(),
});
