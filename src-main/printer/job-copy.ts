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
const mostWaitingBytes = 16 * 1024 * 1024;
const nothing = new Uint8Array();

/** Copies the prints of all jobs without slowing the relay: above a limit the copy is dropped (`too-long`). */
export function createPrintCopies({ clock, give }: CopyParts) {
  let waitingBytes = 0;

  function copied(print: PrintBytes, tookMs: number, paper: string | null): void {
    const isRoom = waitingBytes + print.bytes.byteLength <= mostWaitingBytes;
    if (isRoom) waitingBytes += print.bytes.byteLength;
    give(isRoom ? print : { ...print, bytes: nothing, isTooLong: true }, tookMs, paper);
  }

  /** Returns the copy of one job, which is filled by `push`. Its functions throw only if `taker` is given. */
  function copyJob(taker?: PieceTaker) {
    let begunAt: number | null = null;
    const holds = (): string | null => taker?.holds() ?? null;
    const splitter = createPrintSplitter((print) => {
      copied(print, begunAt === null ? 0 : clock.monotonic() - begunAt, holds());
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

  return {
    copyJob,
    /** Frees this many bytes of the limit, because a copy was read. */
    taken(bytes: number): void {
      waitingBytes -= bytes;
    },
  };
}

export type JobCopy = ReturnType<ReturnType<typeof createPrintCopies>['copyJob']>;
