import type { Clock } from '../ports.ts';
import type { NoAnswer, PartnerFailure } from './answers.ts';
import { noAnswer, type OpenAnswer } from './http.ts';
import { readNetworkError } from './network-errors.ts';

/** No PDF of a receipt needs more, and the disk of a till has room for a file of this size. */
const mostBytes = 64 * 1024 * 1024;
/** Without this limit, a sender of single bytes would keep the connection open forever. */
const mostMs = 15 * 60_000;

type TooLarge = Extract<PartnerFailure, { kind: 'tooLarge' }>;

export type PdfStream = Exclude<Awaited<ReturnType<typeof openPdf>>, { readonly kind: string }>;

/** Recognizes a PDF by its first bytes (ISO 32000-1, 7.5.2; readers search the first 1,024). */
const mark = '%PDF-';
const markWithin = 1_024;

/** Opens the body of a 2xx once its first bytes prove that it is a PDF. `idleMs` limits the time for one piece. */
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
    lengthBytes,
    /** Null when the body is complete. An error of `write` closes the connection and is thrown again. */
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
    stop(): void {
      givenUp.resolve(broken('connection-lost', 'stopped by its reader'));
    },
  };
}
