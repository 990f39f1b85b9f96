import { parentPort } from 'node:worker_threads';
import { systemClock } from '../system-ports.ts';
import { createPrintCopies } from './job-copy.ts';
import type { PrintBytes } from './print.ts';
import { createRelay, type RelayEvent, type RelaySettings } from './relay.ts';

/** The relay thread handles only sockets, so that no work of the app delays the paper. */

export type ToRelay =
  | { readonly kind: 'settings'; readonly settings: RelaySettings | null }
  | { readonly kind: 'taken'; readonly bytes: number }
  | { readonly kind: 'stop' };
export interface PrintMessage {
  readonly kind: 'print';
  readonly print: PrintBytes | null;
  readonly tookMs: number;
}
export type FromRelay = RelayEvent | PrintMessage;

function say(message: FromRelay, ...transfer: readonly ArrayBufferLike[]): void {
  parentPort?.postMessage(message, transfer as ArrayBuffer[]);
}

const copies = createPrintCopies({
  clock: systemClock,
  give: (print, tookMs) =>
    say({ kind: 'print', print, tookMs }, ...(print?.bytes.byteLength ? [print.bytes.buffer] : [])),
});
const relay = createRelay({ clock: systemClock, tell: say, copyJob: copies.copyJob });

parentPort?.on('message', (message: ToRelay) => {
  if (message.kind === 'settings') relay.set(message.settings);
  else if (message.kind === 'taken') copies.taken(message.bytes);
  else {
    relay.stop();
    parentPort?.close();
  }
});
