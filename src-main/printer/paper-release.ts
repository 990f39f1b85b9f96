import type { Clock } from '../ports.ts';
import type { AboutPaper, PaperOutcome, PaperPhase } from '../shared/print-view.ts';
import { createTurns, pause, within } from '../shared/waiting.ts';
import type { createDeferredJobs } from './deferred-jobs.ts';
import { openTarget, type PrinterSide, type Target } from './target.ts';

/** One connection of a till, as its papers need it. */
export interface PaperConnection {
  readonly to: PrinterSide;
  readonly isOpen: () => boolean;
  /** A print has begun and not ended. */
  readonly hasBegun: () => boolean;
  /** A part of a print was passed, and its rest follows. */
  readonly isThrough: () => boolean;
}

/** A print from its first byte on. */
export interface Paper {
  readonly id: string;
  /** Its own connection, behind whose bytes it is printed. Null for a paper that a person wants printed later. */
  job: PaperConnection | null;
  about: AboutPaper;
  phase: PaperPhase;
  /** What ended its wait. Null for a print that was never deferred, or that a person wants printed later. */
  outcome: PaperOutcome | null;
  /** Empty if only its file has the bytes. */
  chunks: Uint8Array[];
  /** It is on disk, and main hears of its changes. Its till may believe that it is printed. */
  isKept: boolean;
  /** Resolved once no byte follows. */
  readonly completed: PromiseWithResolvers<void>;
  /** Resolved once it waits for no verdict any more. */
  readonly judged: PromiseWithResolvers<void>;
  cancelTimer: () => void;
}

interface ReleaseParts {
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>;
  readonly files: ReturnType<typeof createDeferredJobs>;
  /** Every change of a file, one after the other. */
  readonly writing: ReturnType<typeof createTurns>;
  readonly target: () => Target | null;
  readonly jobs: ReadonlySet<PaperConnection>;
}

/**
 * `arrived`: it was written; false if the printer broke before it had taken every byte. `unreached`: nothing was written.
 * `unsure`: a part may have been printed, or the disk refused to prevent a second print.
 */
type Released = { readonly arrived: Promise<boolean> } | 'unreached' | 'unsure';

const retryMs = 60_000;
const retryEveryMs = 1_000;
const connectMs = 3_000;
/** A printer that keeps its side open so long has taken the bytes. */
const arrivalMs = 60_000;
const closeMs = 2_000;

/** Rejects if the connection broke. */
export const writeAll = (to: PrinterSide, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    to.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });

/** True once the printer has ended its side, which means that it took every byte. False if the connection broke. */
async function arrival(clock: Pick<Clock, 'setTimer'>, to: PrinterSide): Promise<boolean> {
  if (to.readableEnded) return true;
  const settled = Promise.withResolvers<boolean>();
  const ended = (): void => settled.resolve(true);
  const broke = (): void => settled.resolve(false);
  to.on('end', ended).on('close', broke);
  const hasArrived = (await within(clock, arrivalMs, settled.promise)) ?? true;
  to.off('end', ended).off('close', broke);
  return hasArrived;
}

/** Writes each paper to the printer, one after the other and each once. */
export function createPaperRelease({ clock, files, writing, target, jobs }: ReleaseParts) {
  const printing = createTurns();
  let isStopping = false;

  /** Many printers accept one connection at a time, so an open one comes first. Null: a new one is needed. */
  function openConnection({ job }: Paper): PrinterSide | null {
    if (job?.isOpen() === true) return job.to;
    return [...jobs].find((other) => other.isOpen() && !other.isThrough())?.to ?? null;
  }

  async function connect(): Promise<PrinterSide | null> {
    const to = target();
    if (to === null) return null;
    const connecting = new AbortController();
    const cancel = clock.setTimer(connectMs, () => connecting.abort());
    const side = await openTarget(to, clock, connecting.signal).catch(() => null);
    cancel();
    // A printer that answers must not wait for a reader.
    side?.on('error', () => undefined).resume();
    return side;
  }

  /**
   * Bytes leave only when no later start prints them again: the file of a kept paper then asks a person, and that of
   * another one, whose save failed, is gone.
   */
  async function claim(paper: Paper): Promise<Uint8Array> {
    const bytes = paper.chunks.length > 0 ? Buffer.concat(paper.chunks) : await files.bytes(paper.id);
    if (bytes === null) throw new Error('a paper that was kept back cannot be read');
    await writing.run(() => (paper.isKept ? files.claim(paper.id) : files.remove(paper.id)));
    return bytes;
  }

  async function writeTo(to: PrinterSide, paper: Paper): Promise<Released> {
    const arrived = paper.isKept ? arrival(clock, to) : Promise.resolve(true);
    try {
      await writeAll(to, await claim(paper));
    } catch {
      if (paper.isKept) return 'unsure';
      to.destroy(new Error('a print could not be passed on'));
    }
    return { arrived };
  }

  async function writeOnce(paper: Paper): Promise<Released> {
    await writing.ended();
    // A print that no file has is lost with its connection, as without the app: its till sees that.
    if (!paper.isKept && paper.job?.isOpen() !== true) return { arrived: Promise.resolve(true) };
    const shared = openConnection(paper);
    if (shared !== null) return writeTo(shared, paper);
    const to = await connect();
    if (to === null) return 'unreached';
    const written = await writeTo(to, paper);
    to.end();
    if (typeof written !== 'string') await within(clock, closeMs, written.arrived);
    return written;
  }

  return {
    /** Tries for a minute to reach the printer. */
    async print(paper: Paper): Promise<Released> {
      const until = clock.monotonic() + retryMs;
      for (;;) {
        const result = await printing.run(() => writeOnce(paper));
        const isOver = !paper.isKept || isStopping || clock.monotonic() >= until;
        if (result !== 'unreached' || isOver) return result;
        await pause(clock, retryEveryMs);
      }
    },
    /** A file that stays would ask a person at the next start. */
    async discard({ id }: Paper): Promise<void> {
      const isLeft = (): boolean => !isStopping;
      while ((await writing.run(() => files.remove(id)).catch(isLeft)) === true) await pause(clock, retryEveryMs);
    },
    /** Passes bytes of a connection behind everything that is printed before them. */
    inTurn: printing.run,
    /** Nothing waits for a printer that is off any more. */
    halt(): void {
      isStopping = true;
    },
  };
}
