import type { Socket } from 'node:net';
import type { Clock } from '../ports.ts';
import type { Paper, PaperConnection } from './paper-release.ts';
import type { Papers } from './papers.ts';
import type { PrintBytes } from './print.ts';
import { createPrintSplitter, type Piece } from './prints.ts';
import { type PrinterSide, writeAll } from './target.ts';

interface PaperJobParts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly papers: Papers;
  readonly till: Pick<Socket, 'pause' | 'resume' | 'end'>;
  readonly to: PrinterSide;
  /** Receives each print. `paper` is the id of its paper if that waits for the verdict, otherwise null. */
  readonly give: (print: PrintBytes, codesShown: number, paper: string | null) => void;
  readonly codesShown: () => number;
}

const mostMs = 5_000;
const afterCutMs = 300;

const write = async ({ isOpen, to }: PaperConnection, bytes: Uint8Array): Promise<void> => {
  if (isOpen) await writeAll(to, bytes).catch(() => undefined);
};

/** Passes bytes on in turn. The till waits until they are written. */
function pass(bytes: Uint8Array, job: PaperConnection, { papers, till }: PaperJobParts, written: () => void): void {
  if (bytes.length === 0) return;
  till.pause();
  void papers.inTurn(async () => {
    await write(job, bytes);
    till.resume();
    written();
  });
}

/** The print gets no more bytes. Resolves once it is on disk, or is printed because saving it failed. */
async function complete(print: Paper | null, papers: Papers): Promise<void> {
  if (print?.isOpen === true) void papers.save(print).then(print.completed.resolve);
  if (print !== null) print.isOpen = false;
  await print?.completed.promise;
}

/** Handles the bytes of one connection while papers are deferred: collects each print until its end. */
export function createPaperJob(parts: PaperJobParts) {
  const { clock, papers, till, to, give, codesShown } = parts;
  const job = papers.openJob(to);
  const splitter = createPrintSplitter({
    ...{ clock, codesShown, onPiece: take, onSilence: passOn },
    onPrint: (print, codes) => give(print, codes, paper?.id ?? null),
  });
  /** Collects the print that has begun, or the commands that precede it. */
  let paper: Paper | null = null;
  /** The last print that ended. Bytes within 0.3 s of its cut, such as a paper feed, still belong to it. */
  let last: Paper | null = null;
  let answered: Promise<unknown> = Promise.resolve();
  to.once('close', printerLost);

  function takeOff(): Paper | null {
    const taken = paper;
    taken?.cancelTimer();
    [paper, job.hasBegun] = [null, false];
    return taken;
  }

  /** Prints what was collected. The rest of a print that has begun is passed on as it arrives, up to its cut. */
  function passOn(): void {
    const rest = splitter.rest();
    if (!job.isThrough && rest.length > 0) {
      papers.began();
      keep(rest);
    }
    job.isThrough ||= job.hasBegun || rest.length > 0;
    papers.printNow(takeOff());
  }

  function keep(bytes: Uint8Array): void {
    if (!job.hasBegun && last?.isOpen === true && last.phase === 'judging') {
      last.chunks.push(bytes);
      return;
    }
    if (paper === null) {
      paper = papers.newPaper(job);
      // A till that polls the status is never silent.
      paper.cancelTimer = clock.setTimer(mostMs, passOn);
    }
    paper.chunks.push(bytes);
  }

  function endPrint(): void {
    const ended = takeOff();
    if (ended === null) return;
    last = ended;
    clock.setTimer(afterCutMs, () => void complete(ended, papers));
    papers.ended(ended);
  }

  function take(piece: Piece): void {
    if (piece.isPrinting && !job.hasBegun) {
      job.hasBegun = true;
      papers.began();
      void complete(last, papers);
    }
    if (!job.isThrough) collect(piece);
    else if (piece.kind === 'cut') [job.hasBegun, job.isThrough] = [false, false];
    else pass(piece.bytes, job, parts, splitter.allWritten);
  }

  function collect({ kind, bytes }: Piece): void {
    if (kind === 'now') void write(job, bytes);
    else if (kind === 'answer') {
      // For the till, the answer means that all earlier bytes are printed, so they must be on disk first.
      const secured = paper !== null && job.hasBegun ? papers.save(paper, passOn) : complete(last, papers);
      answered = Promise.all([answered, secured]).then(() => papers.inTurn(() => write(job, bytes)));
    } else if (kind === 'paper') keep(bytes);
    else if (job.hasBegun) endPrint();
  }

  /** Ends the till's connection, which means "printed", once the print is on disk or the printer has ended its side. */
  async function finish(): Promise<void> {
    await complete(last, papers);
    await answered;
    await papers.inTurn(async () => void (last?.isStored === true && till.end()));
    await last?.judged.promise;
    await papers.inTurn(async () => {
      job.isOpen = false;
      to.end();
    });
  }

  function printerLost(): void {
    splitter.abandon();
    if (!job.isOpen) return;
    job.isOpen = false;
    // If it is on disk, the till may believe that it is printed, so another connection prints it.
    papers.printNow(takeOff());
    papers.printNow(last);
  }

  return {
    push(chunk: Uint8Array): void {
      if (paper === null && splitter.restSize() === 0 && last?.isOpen !== true && !papers.isOn()) job.isThrough = true;
      splitter.push(chunk);
      // An incomplete command, such as a long picture, does not wait for its end.
      if (job.isThrough) pass(splitter.rest(), job, parts, splitter.allWritten);
      else splitter.allWritten();
      if (splitter.isOver()) passOn();
    },
    /** The till closed its side normally. */
    end(): void {
      if (!job.isThrough && splitter.restSize() > 0) passOn();
      splitter.end();
      if (job.hasBegun) endPrint();
      else passOn();
      void finish();
    },
    /** The till's connection broke. The bytes that arrived are printed, as without the app. */
    tillLost(): void {
      passOn();
      splitter.abandon();
      void finish();
    },
  };
}

export type PaperJob = ReturnType<typeof createPaperJob>;
