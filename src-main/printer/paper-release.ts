import type { Clock } from '../ports.ts';
import type { PaperDetails, PaperOutcome, PaperPhase } from '../shared/print-view.ts';
import { createTurns, pause, within } from '../shared/waiting.ts';
import type { createDeferredJobs } from './deferred-jobs.ts';
import { openOwn, type PrinterSide, type PrinterTarget, writeAll } from './target.ts';

export interface PaperConnection {
  readonly to: PrinterSide;
  isOpen: boolean;
  hasBegun: boolean;
  /** Until the next cut, bytes are passed on as they arrive instead of being collected. */
  isThrough: boolean;
}

/** A print that the app collects, keeps back or prints. `id` begins with the time at which the print began. */
export const newPaper = (id: string, job: PaperConnection | null) => ({
  id,
  /** The connection of the print. Null for a paper of an earlier run, and after a person asked to print it. */
  job,
  about: { saleId: null, total: null, at: Number.parseInt(id, 10) } as PaperDetails,
  phase: 'judging' as PaperPhase,
  /** What ended its wait. Null for a print that was never deferred, and after a person asked to print it. */
  outcome: null as PaperOutcome | null,
  /** Empty if the bytes are only in its file. */
  chunks: [] as Uint8Array[],
  /** The print is on disk, and the main thread gets its changes. The till may believe that the paper is printed. */
  isStored: false,
  /** More bytes may follow. */
  isOpen: true,
  /** Resolved when no more bytes can follow, and those that arrived are on disk or could not be saved. */
  completed: Promise.withResolvers<void>(),
  /** Resolved when the print no longer waits for a verdict. */
  judged: Promise.withResolvers<void>(),
  cancelTimer: (): void => undefined,
});
export type Paper = ReturnType<typeof newPaper>;

interface ReleaseParts {
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer' | 'nextTurn'>;
  readonly files: ReturnType<typeof createDeferredJobs>;
  readonly onDisk: ReturnType<typeof createDiskTurns>;
  readonly target: () => PrinterTarget | null;
}

/**
 * `arrived`: the paper was written. The promise is false if the connection broke before the printer took every byte.
 * `unreached`: nothing was written. `unsure`: a part may have been printed, or the file could not be read or renamed.
 */
type Released = { readonly arrived: Promise<boolean> } | 'unreached' | 'unsure';

const retryMs = 60_000;
const retryEveryMs = 1_000;
/** If the connection is still open after this time, the printer has taken the bytes. */
const arrivalMs = 60_000;
const closeMs = 2_000;
const diskMs = 2_000;

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

/** Runs all changes of files, one after the other. Returns false if the disk does not answer: no paper waits for it. */
export function createDiskTurns(clock: Pick<Clock, 'setTimer'>) {
  const turns = createTurns();
  let isSilent = false;
  return async (change: () => Promise<unknown>): Promise<boolean> => {
    const made = turns.run(async () => {
      await change().finally(() => {
        isSilent = false;
      });
      return true;
    });
    isSilent = (await within(clock, isSilent ? 0 : diskMs, made)) === undefined;
    return !isSilent;
  };
}

/** Writes each paper to the printer, one after the other and each once. */
export function createPaperRelease({ clock, files, onDisk, target }: ReleaseParts) {
  const printing = createTurns();
  const jobs = new Set<PaperConnection>();
  let isStopping = false;

  /** Many printers accept only one connection at a time, so an open one is used. Null: a new one is needed. */
  function openConnection({ job }: Paper): PrinterSide | null {
    if (job?.isOpen === true) return job.to;
    return [...jobs].find((other) => other.isOpen && !other.isThrough)?.to ?? null;
  }

  /**
   * Call it before writing, so that the next start does not print the paper again. The state of its file then makes the
   * next start ask a person. A file whose save failed is removed.
   */
  async function claim(paper: Paper): Promise<Uint8Array> {
    const bytes = paper.chunks.length > 0 ? Buffer.concat(paper.chunks) : await files.bytes(paper.id);
    if (bytes === null) throw new Error('a deferred paper cannot be read');
    await onDisk(() => (paper.isStored ? files.claim(paper.id) : files.remove(paper.id)));
    return bytes;
  }

  async function writeTo(to: PrinterSide, paper: Paper): Promise<Released> {
    const arrived = paper.isStored ? arrival(clock, to) : Promise.resolve(true);
    try {
      await writeAll(to, await claim(paper));
    } catch {
      if (paper.isStored) return 'unsure';
      to.destroy(new Error('a print could not be passed on'));
    }
    return { arrived };
  }

  async function writeOnce(paper: Paper): Promise<Released> {
    await onDisk(async () => undefined);
    // A print without a file is lost if its connection breaks, as without the app. The till sees the break.
    if (!paper.isStored && paper.job?.isOpen !== true) return { arrived: Promise.resolve(true) };
    const shared = openConnection(paper);
    if (shared !== null) return writeTo(shared, paper);
    const to = await openOwn(target(), clock);
    if (to === null) return 'unreached';
    const written = await writeTo(to, paper);
    to.end();
    if (typeof written !== 'string') await within(clock, closeMs, written.arrived);
    return written;
  }

  return {
    openJob(to: PrinterSide): PaperConnection {
      const job = { to, isOpen: true, hasBegun: false, isThrough: false };
      jobs.add(job);
      to.once('close', () => jobs.delete(job));
      // Every paper that was just printed listens to this connection, so by default Node would warn of a leak.
      to.setMaxListeners(0);
      return job;
    },
    hasBegun: (): boolean => [...jobs].some((job) => job.hasBegun),
    /** Tries for a minute to reach the printer. */
    async print(paper: Paper): Promise<Released> {
      const until = clock.monotonic() + retryMs;
      for (;;) {
        const result = await printing.run(() => writeOnce(paper));
        const isOver = !paper.isStored || isStopping || clock.monotonic() >= until;
        if (result !== 'unreached' || isOver) return result;
        await pause(clock, retryEveryMs);
      }
    },
    /** Tries until the file is removed, because the next start would ask a person about it. */
    async discard({ id }: Paper): Promise<void> {
      const isRemoved = () => onDisk(() => files.remove(id)).catch(() => false);
      while (!(await isRemoved()) && !isStopping) await pause(clock, retryEveryMs);
    },
    /** Runs work after everything that is printed before it. */
    inTurn: printing.run,
    halt(): void {
      isStopping = true;
    },
  };
}
