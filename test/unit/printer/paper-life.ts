import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createDeferredJobs } from '../../../src-main/printer/deferred-jobs.ts';
import type { PaperMessage } from '../../../src-main/printer/papers.ts';
import { resetSocket } from '../../../src-main/shared/reset-socket.ts';
import { pause } from '../../../src-main/shared/waiting.ts';
import { systemClock, systemRandom } from '../../../src-main/system-ports.ts';
import type { ToHost } from './paper-host.ts';

/** Starts the relay process several times, with the same printer and the same folder of papers. */

export const cut = '\x1dV\x00';
export const printed = (number: number, middle = ''): string =>
  `\x1b@Beleg ${number} begin\n${middle}Summe ${number} end\n`;
const numberIn = (text: string): number => Number(/Beleg (\d+) begin/.exec(text)?.[1]);

/** The numbers of all complete prints in the text, with repetitions. */
const numbersIn = (text: string): readonly number[] =>
  [...text.matchAll(/Beleg (\d+) begin\n[^@]*?Summe \1 end\n/g)].map(([, number]) => Number(number));

export async function openTray() {
  const sockets = new Map<Socket, Buffer[]>();
  const counts = new Map<number, number>();
  const textNow = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('latin1');
  let server: Server | null = null;
  let port = 0;
  async function set(isOn: boolean): Promise<void> {
    const closing = server;
    if (isOn === (closing !== null)) return;
    if (closing !== null) {
      server = null;
      for (const socket of sockets.keys()) resetSocket(socket);
      await closing[Symbol.asyncDispose]();
      return;
    }
    server = createServer({ allowHalfOpen: true }, (socket) => {
      const chunks: Buffer[] = [];
      sockets.set(socket, chunks);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const number of numbersIn(textNow(chunks))) counts.set(number, (counts.get(number) ?? 0) + 1);
      });
      socket.on('end', () => socket.end());
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (chunk.includes('\x1dr\x01')) socket.write('\x00');
      });
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const address = server.address();
    port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  }
  onTestFinished(() => set(false));
  await set(true);
  return {
    address: () => `127.0.0.1:${port}`,
    set,
    /** True once everything was printed: this new connection is accepted only after all earlier ones. */
    async isQuiet(): Promise<boolean> {
      if (server === null) return true;
      const later = connect({ port, host: '127.0.0.1' });
      later.on('error', () => undefined);
      later.end();
      await once(later.resume(), 'close');
      return sockets.size === 0;
    },
    times: (number: number): number =>
      [...sockets.values()].reduce(
        (sum, chunks) => sum + numbersIn(textNow(chunks)).filter((other) => other === number).length,
        counts.get(number) ?? 0,
      ),
  };
}
export type OutputTray = Awaited<ReturnType<typeof openTray>>;

type Message =
  | PaperMessage
  | { readonly kind: 'print'; readonly text: string; readonly paper: string | null }
  | { readonly kind: 'pong'; readonly steps: number }
  | { readonly kind: 'paperUnsaved' }
  | { readonly kind: 'opened'; readonly address: string };

/** Returns false if the process can no longer receive the request. */
type Ask = (request: ToHost) => boolean;

export interface Replies {
  /** Answers a print whose paper waits, like the main process. */
  readonly judge: (id: string, number: number, ask: Ask) => void;
  readonly changed: (message: PaperMessage, number: number, ask: Ask) => void;
}

/** `steps` are those of paper-host.ts: `killAt`, `failFrom` and `failTo`. */
export async function startRun(folder: string, tray: OutputTray, hands: Replies, ...steps: readonly number[]) {
  const entry = join(import.meta.dirname, 'paper-host.ts');
  const child = fork(entry, [folder, tray.address(), ...steps.map(String)], { serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const files = createDeferredJobs(folder, Buffer.alloc(32, 7), systemRandom);
  const opened = Promise.withResolvers<string>();
  const ended = once(child, 'exit');
  const phases = new Map<string, PaperMessage['phase']>();
  const numbers = new Map<string, number>();
  let isOver = false;
  const pongs: ((steps: number) => void)[] = [];
  const ask: Ask = (request) => child.connected && child.send(request, () => undefined);

  /** Acts like a cashier who looks whether the paper has come out, and taps after a moment. */
  async function unsure({ id }: PaperMessage, known: number): Promise<void> {
    const bytes = Number.isNaN(known) ? await files.bytes(id) : null;
    const number = bytes === null ? known : numberIn(Buffer.from(bytes).toString('latin1'));
    await pause(systemClock, 20);
    const isOut = tray.times(number) > 0;
    if (isOut) phases.set(id, 'gone');
    ask({ kind: isOut ? 'close' : 'print', id });
  }

  child.on('message', (message: Message) => {
    if (message.kind === 'pong') pongs.shift()?.(message.steps);
    else if (message.kind === 'opened') opened.resolve(message.address);
    else if (message.kind === 'print' && message.paper !== null) {
      numbers.set(message.paper, numberIn(message.text));
      hands.judge(message.paper, numberIn(message.text), ask);
    } else if (message.kind === 'paper') {
      const { id, about, phase } = message;
      phases.set(id, phase);
      const number = about.saleId === null ? (numbers.get(id) ?? Number.NaN) : Number(about.saleId);
      hands.changed(message, number, ask);
      if (phase === 'unsure') void unsure(message, number);
    }
  });
  void ended.then(() => {
    isOver = true;
  });
  const address = await Promise.race([opened.promise, ended.then(() => '')]);
  /** Waits for the end of the process and of the printing. Returns true if the process was killed. */
  async function over(): Promise<boolean> {
    const [, signal] = await ended;
    await expect.poll(tray.isQuiet).toBe(true);
    return signal !== null;
  }
  return {
    address,
    ended,
    /** The number of steps, or null after the end. Connections show no kill: the system closes them in order. */
    steps(): Promise<number | null> {
      if (isOver || child.killed) return Promise.resolve(null);
      const pong = new Promise<number>((resolve) => pongs.push(resolve));
      ask({ kind: 'ping' });
      return Promise.race([pong, ended.then(() => null)]);
    },
    isOver: () => isOver || child.killed,
    settled: () => [...phases.values()].every((phase) => phase === 'gone' || phase === 'digital'),
    ask,
    kill(): Promise<boolean> {
      child.kill('SIGKILL');
      return over();
    },
    over,
    stop(): Promise<boolean> {
      ask({ kind: 'stop' });
      return over();
    },
  };
}
export type RelayRun = Awaited<ReturnType<typeof startRun>>;
export const soon = (ms: number, work: () => void): void => void systemClock.setTimer(ms, work);
