import { parentPort } from 'node:worker_threads';
import type { PrintBytes, ReadPrint } from './print.ts';
import { readPrint } from './read.ts';

/** The reader thread receives one print after another. An error loses only one print. */

export interface ToReader {
  readonly print: PrintBytes;
  readonly codePage: string;
}
export type FromReader = ReadPrint | null;

parentPort?.on('message', ({ print, codePage }: ToReader) => {
  void readPrint(print, codePage)
    .catch(() => null)
    .then((read: FromReader) => parentPort?.postMessage(read));
});
