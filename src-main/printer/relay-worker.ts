import { parentPort, workerData } from 'node:worker_threads';
import { createTurns } from '../shared/waiting.ts';
import { systemClock, systemRandom } from '../system-ports.ts';
import { createDeferredJobs } from './deferred-jobs.ts';
import { createPaperJob } from './paper-job.ts';
import { createPapers, type PaperMessage, type PaperRequest, type PaperUnsaved } from './papers.ts';
import type { PrintBytes } from './print.ts';
import { createPrintSplitter } from './prints.ts';
import { createRelay, type RelayEvent, type RelaySettings } from './relay.ts';

/** The relay thread handles only sockets and papers, so that no other work of the app delays printing. */

/** The folder of the deferred papers, and the key of its files. */
export interface PaperFolder {
  readonly folder: string;
  readonly key: Uint8Array;
}
export type ToRelay =
  | { readonly kind: 'settings'; readonly settings: RelaySettings | null }
  | PaperRequest
  /** A message, because the number must not change between the bytes to the printer and the reading of their copy. */
  | { readonly kind: 'codeShown'; readonly count: number }
  | { readonly kind: 'stop' };
export interface PrintMessage {
  readonly kind: 'print';
  readonly print: PrintBytes;
  /** How many codes "Show code" had shown when the print began. */
  readonly codesShown: number;
  /** The id of its paper if that waits for the verdict. */
  readonly paper: string | null;
}
export type FromRelay = RelayEvent | PrintMessage | PaperMessage | PaperUnsaved;

function send(message: FromRelay, ...transfer: readonly ArrayBufferLike[]): void {
  parentPort?.postMessage(message, transfer as ArrayBuffer[]);
}

const clock = systemClock;
const turns = createTurns();
const { folder, key }: PaperFolder = workerData;
let settings: RelaySettings | null = null;
let codes = 0;
const codesShown = (): number => codes;
/** Papers of an earlier run are printed before the port first opens. Without a printer, a person is asked about them. */
let remaining: Promise<void> | null = null;

function give(print: PrintBytes, codes: number, paper: string | null = null): void {
  send({ kind: 'print', print, codesShown: codes, paper }, print.bytes.buffer);
}
const papers = createPapers({
  clock,
  random: systemRandom,
  files: createDeferredJobs(folder, key, systemRandom),
  target: () => settings?.target ?? null,
  isOn: () => settings?.keepsPapers === true,
  report: send,
});
const relay = createRelay({
  clock,
  report: send,
  copyJob: () => createPrintSplitter({ clock, codesShown, onPrint: give }),
  paperJob: (till, to) => createPaperJob({ clock, papers, till, to, give, codesShown }),
});

async function apply(next: RelaySettings | null): Promise<void> {
  settings = next ?? settings;
  remaining ??= papers.printRemaining();
  await remaining;
  relay.set(next);
}

async function stop(): Promise<void> {
  papers.receive({ kind: 'decide', id: null, outcome: 'app-stop' });
  relay.stop();
  await papers.allPrinted();
  parentPort?.close();
}

parentPort?.on('message', (message: ToRelay) => {
  if (message.kind === 'settings') void turns.run(() => apply(message.settings));
  else if (message.kind === 'codeShown') codes = message.count;
  else if (message.kind === 'stop') {
    papers.halt();
    void turns.run(stop);
  } else papers.receive(message);
});
