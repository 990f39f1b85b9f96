import type { Clock } from '../ports.ts';
import type { NoAnswer, PartnerFailure } from './answers.ts';
import { noAnswer, type OpenAnswer } from './http.ts';
import { readNetworkError } from './network-errors.ts';

/** More than any receipt has, and little enough for the disk of a till. */
const mostBytes = 64 * 1024 * 1024;
/** As long as that takes on a slow line; who sends a byte now and then would keep the connection for ever. */
const mostMs = 15 * 60_000;

type TooLarge = Extract<PartnerFailure, { kind: 'tooLarge' }>;

/** A PDF on its way: never held as a whole. */
export type PdfStream = Exclude<Awaited<ReturnType<typeof openPdf>>, { readonly kind: string }>;

/** By its first bytes (ISO 32000-1, 7.5.2; readers look for them in the first 1,024). */
const mark = '%PDF-';
const markWithin = 1_024;

/**
 * The body of a 2xx as a PDF, once its first bytes say that it is one: whatever else comes with a 2xx is not the service.
 * `idleMs`: how long a piece may take; all of them have 15 minutes.
 */
export async function openPdf(answer: OpenAnswer, clock: Pick<Clock, 'setTimer'>, idleMs: number) {
  const { status, lengthBytes } = answer;
  const pieces = answer.body[Symbol.asyncIterator]();
  const givenUp = Promise.withResolvers<NoAnswer>();
  const end = (): void => {
    cancelMost();
    answer.end();
  };
  const broken = (reason: NoAnswer['reason'], detail: string): NoAnswer => {
    end();
    return noAnswer(reason, detail, { status, mayHaveArrived: true });
  };
  const tooSlow = (): void => givenUp.resolve(broken('time-out', 'the rest of the answer did not come in time'));
  const cancelMost = clock.setTimer(mostMs, tooSlow);
  const tooLarge = (): TooLarge => {
    end();
    return { kind: 'tooLarge', mostBytes };
  };
  if (lengthBytes !== null && lengthBytes > mostBytes) return tooLarge();

  /** Undefined at the end. */
  async function next(): Promise<Uint8Array | NoAnswer | undefined> {
    const cancel = clock.setTimer(idleMs, tooSlow);
    try {
      const came = await Promise.race([givenUp.promise, pieces.next()]);
      if ('kind' in came) return came;
      return came.done === true ? undefined : came.value;
    } catch (error) {
      return broken('connection-lost', `the answer broke off: ${readNetworkError(error).code}`);
    } finally {
      cancel();
    }
  }

  let start: Buffer = Buffer.alloc(0);
  let isOver = false;
  while (!start.includes(mark) && start.length < markWithin && !isOver) {
    const piece = await next();
    if (piece === undefined) isOver = true;
    else if ('kind' in piece) return piece;
    else start = Buffer.concat([start, piece]);
  }
  if (!start.subarray(0, markWithin + mark.length).includes(mark)) {
    return broken('not-understood', `HTTP ${status}: the answer is no PDF`);
  }
  const following = async () => (isOver ? undefined : next());
  return {
    /** Null where the service did not say. */
    lengthBytes,
    /**
     * Hands every piece to `write` and waits for it; null when all of it came. May be called once. What `write` throws is
     * thrown on, after the connection was given up.
     */
    async pipe(write: (piece: Uint8Array) => void | Promise<void>): Promise<NoAnswer | TooLarge | null> {
      let came = start.length;
      try {
        await write(start);
        for (let piece = await following(); piece !== undefined; piece = await following()) {
          if ('kind' in piece) return piece;
          came += piece.byteLength;
          if (came > mostBytes) return tooLarge();
          await write(piece);
        }
      } finally {
        end();
      }
      const isWhole = lengthBytes === null || came === lengthBytes;
      return isWhole ? null : broken('connection-lost', 'the answer broke off');
    },
    /** Gives it up; `pipe` ends with `stopped by its reader`. */
    stop(): void {
      givenUp.resolve(broken('connection-lost', 'stopped by its reader'));
    },
  };
}
