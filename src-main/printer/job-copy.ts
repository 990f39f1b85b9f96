import type { Clock } from '../ports.ts';
import type { PrintBytes } from './print.ts';
import { createPrintSplitter, type Piece } from './prints.ts';

interface CopyParts {
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>;
  /**
   * `print` is null after an error. `tookMs` is the time since the first printed byte of the print. `paper` is the id
   * of its paper if that waits for the verdict, otherwise null.
   */
  readonly give: (print: PrintBytes | null, tookMs: number, paper: string | null) => void;
}

/** `take` receives the pieces of a job. `holds` returns the id of the paper that collects them, or null. */
export interface PieceTaker {
  readonly take: (piece: Piece) => void;
  /** Called after 1.5 s without a byte. */
  readonly silent: () => void;
  readonly holds: () => string | null;
}

const silenceMs = 1_500;

/** Copies the prints of one job, which `push` receives. Its functions throw only if `taker` is given. */
export function createJobCopy({ clock, give }: CopyParts, taker?: PieceTaker) {
  let begunAt: number | null = null;
  const splitter = createPrintSplitter((print) => {
    give(print, begunAt === null ? 0 : clock.monotonic() - begunAt, taker?.holds() ?? null);
    begunAt = null;
  }, taker?.take);
  let isOver = false;
  let cancelTimer: () => void = () => undefined;
  /** Without `taker`, an error in the splitter loses the rest of this copy, but the relay still passes the job on. */
  function split(work: () => void): void {
    cancelTimer();
    if (isOver) return;
    try {
      work();
    } catch (error) {
      // `taker` prints the pieces, so a lost piece would be missing on the paper.
      if (taker !== undefined) throw error;
      isOver = true;
      give(null, 0, null);
    }
  }
  return {
    rest: splitter.rest,
    restSize: splitter.restSize,
    isUndivided: splitter.isOver,
    push: (chunk: Uint8Array): void =>
      split(() => {
        splitter.push(chunk);
        if (splitter.hasBegun()) begunAt ??= clock.monotonic();
      }),
    /** Call it when all bytes so far are written or collected. After 1.5 s without more bytes, the print ends. */
    allWritten(): void {
      cancelTimer();
      cancelTimer = clock.setTimer(silenceMs, () => {
        split(splitter.silence);
        taker?.silent();
      });
    },
    /** The connection was closed normally, after the last byte was written. */
    end(): void {
      split(splitter.end);
      isOver = true;
    },
    /** The connection broke, so the unfinished part is not a print. */
    abandon(): void {
      cancelTimer();
      isOver = true;
    },
  };
}

export type JobCopy = ReturnType<typeof createJobCopy>;
