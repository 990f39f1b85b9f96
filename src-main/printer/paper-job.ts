import type { Socket } from 'node:net';
import type { Clock } from '../ports.ts';
import type { JobCopy, PieceTaker } from './job-copy.ts';
import { type Paper, type PaperConnection, writeAll } from './paper-release.ts';
import type { Papers } from './papers.ts';
import type { Piece } from './prints.ts';
import type { PrinterSide } from './target.ts';

interface PaperJobParts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly papers: Papers;
  readonly till: Pick<Socket, 'pause' | 'resume' | 'end'>;
  readonly to: PrinterSide;
  readonly copyJob: (taker: PieceTaker) => JobCopy;
}

const mostBytes = 4 * 1024 * 1024;
const silenceMs = 1_500;
const mostMs = 5_000;
const afterCutMs = 300;

/** The last print that ended. Bytes within 0.3 s of its cut, such as a paper feed, still belong to it. */
function createLastPrint(clock: Pick<Clock, 'setTimer'>, papers: Papers) {
  let last: Paper | null = null;
  let isOpen = false;
  let saved: Promise<void> = Promise.resolve();
  let cancelTimer: () => void = () => undefined;

  /** Accepts no more bytes. Resolves once the print is on disk, or is being printed because it could not be saved. */
  function complete(): Promise<void> {
    cancelTimer();
    if (last !== null && isOpen) {
      saved = papers.save(last);
      last.completed.resolve();
    }
    isOpen = false;
    return saved;
  }

  return {
    get: (): Paper | null => last,
    isOpen: (): boolean => isOpen,
    complete,
    set(paper: Paper): void {
      [last, isOpen] = [paper, true];
      cancelTimer = clock.setTimer(afterCutMs, complete);
    },
    /** Returns false if the bytes do not belong to the last print. */
    take(bytes: Uint8Array): boolean {
      const isTaken = isOpen && last?.phase === 'judging';
      if (isTaken) last?.chunks.push(bytes);
      return isTaken;
    },
  };
}

/** The bytes of one connection while papers are kept back: each print is collected until its end. */
export function createPaperJob({ clock, papers, till, to, copyJob }: PaperJobParts) {
  const copy = copyJob({ take, holds: () => (hasBegun ? (paper?.id ?? null) : null) });
  /** Collects the print that has begun, or the commands that precede it. */
  let paper: Paper | null = null;
  let [hasBegun, isThrough, isOpen] = [false, false, true];
  let size = 0;
  let answered: Promise<unknown> = Promise.resolve();
  const last = createLastPrint(clock, papers);
  let [cancelSilence, cancelLong] = [(): void => undefined, (): void => undefined];
  const job: PaperConnection = { to, isOpen: () => isOpen, hasBegun: () => hasBegun, isThrough: () => isThrough };
  papers.jobs.add(job);
  // Every paper that was just printed listens to this connection, so by default Node would warn of a leak.
  to.setMaxListeners(0);
  to.once('close', printerLost);

  const write = async (bytes: Uint8Array): Promise<void> => {
    if (isOpen) await writeAll(to, bytes).catch(() => undefined);
  };
  const writeInTurn = (bytes: Uint8Array): Promise<void> => papers.inTurn(() => write(bytes));

  function takeOff(): Paper | null {
    cancelSilence();
    cancelLong();
    const taken = paper;
    [paper, hasBegun, size] = [null, false, 0];
    return taken;
  }

  /** Prints what was collected. The rest of a print that has begun is passed on as it arrives, up to its cut. */
  function passOn(): void {
    const rest = copy.rest();
    if (!isThrough && rest.length > 0) {
      papers.began();
      keep(rest);
    }
    isThrough ||= hasBegun || rest.length > 0;
    const passed = takeOff();
    if (passed !== null) papers.printNow(passed);
  }

  function pass(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    till.pause();
    void writeInTurn(bytes).then(() => {
      till.resume();
      copy.allWritten();
    });
  }

  function keep(bytes: Uint8Array): void {
    if (!hasBegun && last.take(bytes)) return;
    paper ??= papers.newPaper(job);
    paper.chunks.push(bytes);
    size += bytes.length;
  }

  function begin(): void {
    hasBegun = true;
    papers.began();
    if (isThrough) return;
    paper ??= papers.newPaper(job);
    void last.complete();
    cancelLong = clock.setTimer(mostMs, passOn);
  }

  function endPrint(): void {
    const ended = takeOff();
    if (ended === null) return;
    last.set(ended);
    papers.ended(ended);
  }

  function take(piece: Piece): void {
    if (piece.isPrinting && !hasBegun) begin();
    if (!isThrough) collect(piece);
    else if (piece.kind === 'cut') [hasBegun, isThrough] = [false, false];
    else pass(piece.bytes);
  }

  function collect({ kind, bytes }: Piece): void {
    if (kind === 'now') void write(bytes);
    else if (kind === 'answer') {
      // The printer's answer means that all earlier bytes are printed, so they must be on disk first.
      const secured = paper !== null && hasBegun ? papers.save(paper, passOn) : last.complete();
      answered = Promise.all([answered, secured]).then(() => writeInTurn(bytes));
    } else if (kind === 'paper') keep(bytes);
    else if (hasBegun) endPrint();
  }

  /** The end of the connection tells the till "printed". It follows once the print is on disk, or the printer ends. */
  async function finish(): Promise<void> {
    await last.complete();
    await answered;
    await papers.inTurn(async () => void (last.get()?.isKept === true && till.end()));
    await last.get()?.judged.promise;
    await papers.inTurn(async () => {
      isOpen = false;
      to.end();
    });
  }

  function printerLost(): void {
    papers.jobs.delete(job);
    copy.abandon();
    const begun = takeOff();
    if (!isOpen) return;
    isOpen = false;
    // The till got the answer that this part is printed, so another connection prints it.
    if (begun?.isKept === true) papers.printNow(begun);
    const ended = last.get();
    if (ended !== null) papers.printNow(ended);
  }

  return {
    push(chunk: Uint8Array): void {
      cancelSilence();
      if (paper === null && copy.restSize() === 0 && !last.isOpen() && !papers.isOn()) isThrough = true;
      copy.push(chunk);
      // An incomplete command, such as a long picture, does not wait for its end.
      if (isThrough) pass(copy.rest());
      else copy.allWritten();
      if (copy.isUndivided() || size + copy.restSize() > mostBytes) passOn();
      else cancelSilence = clock.setTimer(silenceMs, passOn);
    },
    /** The till closed its side normally. */
    end(): void {
      if (!isThrough && copy.restSize() > 0) passOn();
      copy.end();
      if (hasBegun) endPrint();
      else passOn();
      void finish();
    },
    /** The till's connection broke. The bytes that arrived are printed, as without the app. */
    tillLost(): void {
      passOn();
      copy.abandon();
      void finish();
    },
  };
}

export type PaperJob = ReturnType<typeof createPaperJob>;
