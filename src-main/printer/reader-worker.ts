import { parentPort } from 'node:worker_threads';
import type { PrintBytes, ReadPrint, ReadSettings } from './print.ts';
import { readPrint } from './read.ts';

/** The reader thread: it gets one print after the other. A mistake costs one print. */

export interface ToReader {
  readonly print: PrintBytes & { readonly arrivedAt: number };
  readonly settings: ReadSettings;
}
/** Null if the print could not be read. */
export type FromReader = ReadPrint | null;

parentPort?.on('message', ({ print, settings }: ToReader) => {
  void readPrint(print, settings)
    .catch(() => null)
    .then((read: FromReader) => parentPort?.postMessage(read));
});
