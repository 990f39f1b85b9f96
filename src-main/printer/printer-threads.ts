import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock, Log } from '../ports.ts';
import { createTurns, within } from '../shared/waiting.ts';
import type { ReadPrint, ReadSettings } from './print.ts';
import type { FromReader, ToReader } from './reader-worker.ts';
import type { RelaySettings } from './relay.ts';
import type { FromRelay, ToRelay } from './relay-worker.ts';

interface ThreadParts {
  readonly clock: Pick<Clock, 'setTimer' | 'nextTurn'>;
  readonly log: Pick<Log, 'warn'>;
  readonly heard: (message: FromRelay) => void;
  /** A thread ended, and is started again. */
  readonly ended: () => void;
}

/** The source runs as it is; the packed program has its entries beside `main.js`. */
const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
/** Of each thread's own heap: a print that needs more ends the thread, and not the program. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
const startAgainMs = 1_000;
const readMs = 5_000;
const stopMs = 2_000;

/** Both threads belong to the program: a change of connection does not interrupt the paper. */
export function createPrinterThreads({ clock, log, heard, ended }: ThreadParts) {
  const reading = createTurns();
  let settings: RelaySettings | null = null;
  let relay: Worker | null = null;
  let reader: Worker | null = null;
  let isStopped = false;

  function start(name: 'relay' | 'reader', atExit: () => void): Worker {
    const entry = join(import.meta.dirname, `${name}-worker${extension}`);
    const worker = new Worker(entry, { name: `printer-${name}`, resourceLimits });
    let reason = 'stopped';
    // Only the kind of the error: its message may repeat what was printed.
    worker.on('error', (error) => {
      reason = error instanceof Error ? error.name : 'unknown';
    });
    worker.once('exit', () => {
      atExit();
      if (isStopped) return;
      log.warn('printer-thread-restarted', { name, reason });
      ended();
    });
    return worker;
  }

  const send = (message: ToRelay): void => relay?.postMessage(message);

  function startRelay(): void {
    if (isStopped || relay !== null) return;
    relay = start('relay', () => {
      relay = null;
      clock.setTimer(startAgainMs, startRelay);
    });
    relay.on('message', heard);
    send({ kind: 'settings', settings });
  }

  function startReader(): Worker {
    reader ??= start('reader', () => {
      reader = null;
    });
    return reader;
  }

  async function readOne(print: ToReader['print'], how: ReadSettings): Promise<FromReader> {
    if (isStopped) return null;
    const worker = startReader();
    const answer = Promise.withResolvers<FromReader>();
    const failed = (): void => answer.resolve(null);
    worker.once('message', answer.resolve);
    worker.once('exit', failed);
    const cancel = clock.setTimer(readMs, () => {
      // If this thread was busy, the answer may be there already.
      void clock.nextTurn().then(() => {
        if (!isAnswered) void worker.terminate();
      });
    });
    let isAnswered = false;
    worker.postMessage({ print, settings: how } satisfies ToReader);
    const read = await answer.promise;
    isAnswered = true;
    cancel();
    worker.off('exit', failed);
    return read;
  }

  return {
    /** Null closes the port. The threads start with the first port. */
    set(next: RelaySettings | null): void {
      settings = next;
      if (next !== null) startReader();
      if (next !== null && relay === null) startRelay();
      else send({ kind: 'settings', settings });
    },
    /** Null if the print cannot be read within its time. */
    read: (print: ToReader['print'], how: ReadSettings): Promise<ReadPrint | null> =>
      reading.run(() => readOne(print, how)),
    taken: (bytes: number): void => send({ kind: 'taken', bytes }),
    /** Open connections break. */
    async stop(): Promise<void> {
      isStopped = true;
      const open = relay;
      send({ kind: 'stop' });
      if (open !== null) await within(clock, stopMs, once(open, 'exit'));
      // A thread whose device does not answer ends only with the answer.
      await within(clock, stopMs, Promise.all([open?.terminate(), reader?.terminate()]));
    },
  };
}
