import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import type { Clock, Log, Metrics } from '../ports.ts';
import { createTurns, within, withinOrNow } from '../shared/waiting.ts';
import type { PaperRequest } from './papers.ts';
import type { PrintBytes, ReadPrint } from './print.ts';
import type { FromReader, ToReader } from './reader-worker.ts';
import type { RelaySettings } from './relay.ts';
import type { FromRelay, PaperFolder, ToRelay } from './relay-worker.ts';

interface ThreadParts {
  readonly clock: Pick<Clock, 'setTimer' | 'nextTurn' | 'monotonic'>;
  readonly log: Pick<Log, 'warn'>;
  readonly metrics: Pick<Metrics, 'measure'>;
  readonly paperFolder: PaperFolder;
  readonly receive: (message: FromRelay) => void;
  readonly ended: (name: 'relay' | 'reader') => void;
}

/** From the sources the threads run as TypeScript. The packed program has them beside `main.js`. */
const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
/** The limits apply to each thread's heap. A print that needs more memory ends the thread, not the program. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };
const startAgainMs = 1_000;
const readMs = 5_000;
const stopMs = 2_000;
const mostWaitingBytes = 16 * 1024 * 1024;

/** A QR code as a compressed picture, for warming up the reader. */
const builtInCode =
  '7ZbLDcNACAVfGz64h1TnGt0VUQTLx1HunsgcLLNzQiyz7MdLm049cbcwD/9rGQ54NX6cGRH4kRaKjAo+3fkHIDwIHOj7JkJAjLyt' +
  '8q5mgIAS8E8zI0CUl3NTNmMBjYatQeKBHBgbzwoOqM9M6gwIhsas6gQC9bVLTFBCjg4ZFOQ3SrsuwhiQi6Mtq6HBWIrJwJfhbgUW' +
  'KCvHhWOCLoDx4LDAE3eKNw==';
const builtInPrint: PrintBytes = {
  bytes: Uint8Array.from(inflateRawSync(Buffer.from(builtInCode, 'base64'))),
  prelude: new Uint8Array(),
  isTooLong: false,
};

/** Both threads belong to the program: a change of the connection to the service does not interrupt printing. */
export function createPrinterThreads({ clock, log, metrics, paperFolder, receive, ended }: ThreadParts) {
  const reading = createTurns();
  let settings: RelaySettings | null = null;
  let relay: Worker | null = null;
  let reader: Worker | null = null;
  /** The answer that the reader owes. It reads one print after another. */
  let answer = Promise.withResolvers<FromReader>();
  let isStopped = false;
  let codesShown = 0;
  /** The bytes of prints that are not read yet. */
  let waitingBytes = 0;

  function start(name: 'relay' | 'reader', atExit: () => void): Worker {
    const entry = join(import.meta.dirname, `${name}-worker${extension}`);
    // The reader thread reads what others have written, so it does not get the key of the papers.
    const workerData = name === 'relay' ? paperFolder : null;
    const worker = new Worker(entry, { name: `printer-${name}`, resourceLimits, workerData });
    let reason = 'stopped';
    // The log gets only the kind of the error, because its message may repeat what was printed.
    worker.on('error', (error) => {
      reason = error instanceof Error ? error.name : 'unknown';
    });
    worker.once('exit', () => {
      atExit();
      if (isStopped) return;
      log.warn('printer-thread-restarted', { name, reason });
      ended(name);
    });
    return worker;
  }

  const send = (message: ToRelay): void => relay?.postMessage(message);

  function startRelay(): void {
    if (isStopped || relay !== null) return;
    const worker = start('relay', () => {
      relay = null;
      clock.setTimer(startAgainMs, startRelay);
    });
    relay = worker;
    worker.on('message', receive);
    send({ kind: 'codeShown', count: codesShown });
    send({ kind: 'settings', settings });
  }

  /** Decoding the first code takes about 0.4 s, so a reader decodes one before a customer waits. */
  async function startedReader(): Promise<Worker | null> {
    if (reader === null && !isStopped) {
      reader = start('reader', () => {
        reader = null;
        answer.resolve(null);
      });
      reader.on('message', (read: FromReader) => answer.resolve(read));
      await ask(reader, { print: builtInPrint, codePage: 'cp437' });
    }
    return reader;
  }

  async function ask(worker: Worker, message: ToReader): Promise<FromReader> {
    answer = Promise.withResolvers();
    worker.postMessage(message);
    const read = await withinOrNow(clock, readMs, answer.promise);
    if (read === undefined) await worker.terminate();
    return read ?? null;
  }

  return {
    /** Null closes the port. The threads start when the first port opens, or for the papers of an earlier run. */
    set(next: RelaySettings | null): void {
      settings = next;
      if (next !== null) void reading.run(startedReader);
      if (relay === null && (next !== null || existsSync(paperFolder.folder))) startRelay();
      else send({ kind: 'settings', settings });
    },
    /** Null if the reader failed. Above a limit of waiting bytes, a print is not read (`too-long`). */
    read(given: PrintBytes, codePage: string): Promise<ReadPrint | null> {
      const isRoom = waitingBytes + given.bytes.byteLength <= mostWaitingBytes;
      const print = isRoom ? given : { ...given, bytes: new Uint8Array(), isTooLong: true };
      waitingBytes += print.bytes.byteLength;
      return reading.run(async () => {
        const worker = await startedReader();
        const begun = clock.monotonic();
        const read = worker === null ? null : await ask(worker, { print, codePage });
        waitingBytes -= print.bytes.byteLength;
        const kind = read?.png == null ? 'text' : 'picture';
        metrics.measure('receipt_companion.printer.read.duration', (clock.monotonic() - begun) / 1_000, { kind });
        return read;
      });
    },
    paper: (request: PaperRequest): void => send(request),
    /** Returns the number of the code. A print that begins afterwards has this number. */
    codeShown(): number {
      codesShown += 1;
      send({ kind: 'codeShown', count: codesShown });
      return codesShown;
    },
    async stop(): Promise<void> {
      isStopped = true;
      const open = relay;
      send({ kind: 'stop' });
      if (open !== null) await within(clock, stopMs, once(open, 'exit'));
      // A thread that waits for a device ends only when the device answers.
      await within(clock, stopMs, Promise.all([open?.terminate(), reader?.terminate()]));
    },
  };
}
