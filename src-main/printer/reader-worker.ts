import { parentPort } from 'node:worker_threads';
import type { PrintBytes, ReadPrint, ReadSettings } from './print.ts';
import { readPrint } from './read.ts';

/** The reader thread receives one print after another. An error loses only one print. */

export interface ToReader {
  readonly print: PrintBytes & { readonly arrivedAt: number };
  readonly settings: ReadSettings;
}
export type FromReader = ReadPrint | null;

parentPort?.on('message', ({ print, settings }: ToReader) => {
  void readPrint(print, settings)
    .catch(() => null)
    .then((read: FromReader) => parentPort?.postMessage(read));
});
