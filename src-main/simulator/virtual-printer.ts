import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Clock } from '../ports.ts';
import { resetSocket } from '../shared/reset-socket.ts';

/** `refuse`: as if switched off. `stall`: accepts a job and reads nothing. `slow`: 1 kB a second. */
export const printerModes = ['ready', 'refuse', 'stall', 'slow'] as const;
export type PrinterMode = (typeof printerModes)[number];

/** A job as it arrived. `answered`: the status bytes that were returned. `isWhole`: the connection ended normally. */
export interface PrinterJob {
  readonly bytes: Buffer;
  readonly answered: Buffer;
  readonly isWhole: boolean;
}

interface OpenJob {
  readonly chunks: Buffer[];
  readonly answers: Buffer[];
  isWhole: boolean;
  isResting: boolean;
}

const mostJobs = 100;
const slowBytes = 100;
const slowMs = 100;

/** `DLE EOT n`, `GS r n` and `GS I n`, each with the byte of its answer. */
const statusBytes = new Map([
  [0x1004, 0x12],
  [0x1d72, 0x00],
  [0x1d49, 0x20],
]);

/** A simulated printer that keeps its last 100 jobs. It finds commands by their bytes, even inside pictures. */
export function createVirtualPrinter(clock: Pick<Clock, 'setTimer'>) {
  const jobs: OpenJob[] = [];
  const open = new Set<Socket>();
  let mode: PrinterMode = 'ready';
  let server: Server | null = null;
  let port = 0;

  async function listen(): Promise<void> {
    if (server !== null) return;
    server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = portOf(server);
  }

  async function close(): Promise<void> {
    const closing = server;
    server = null;
    for (const socket of open) resetSocket(socket);
    await closing?.[Symbol.asyncDispose]();
  }

  function accept(socket: Socket): void {
    const job: OpenJob = { chunks: [], answers: [], isWhole: false, isResting: false };
    const answer = answering();
    jobs.push(job);
    jobs.splice(0, jobs.length - mostJobs);
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.on('readable', () => read(socket, job, answer));
    socket.on('end', () => {
      job.isWhole = true;
      socket.end();
    });
  }

  function read(socket: Socket, job: OpenJob, answer: (chunk: Buffer) => Buffer): void {
    if (mode === 'stall' || job.isResting || socket.destroyed) return;
    const size = mode === 'slow' ? Math.min(slowBytes, socket.readableLength) : undefined;
    const chunk: Buffer | null = socket.read(size === 0 ? undefined : size);
    if (chunk === null) return;
    job.chunks.push(chunk);
    const bytes = answer(chunk);
    job.answers.push(bytes);
    if (bytes.byteLength > 0) socket.write(bytes);
    job.isResting = mode === 'slow';
    const again = (): void => {
      job.isResting = false;
      read(socket, job, answer);
    };
    if (job.isResting) clock.setTimer(slowMs, again);
    else again();
  }

  return {
    async start(): Promise<string> {
      await listen();
      return `127.0.0.1:${port}`;
    },
    /** The port stays the same, even after `refuse`. */
    async set(next: PrinterMode): Promise<void> {
      mode = next;
      if (mode === 'refuse') await close();
      else await listen();
      for (const socket of open) socket.emit('readable');
    },
    address: (): string => `127.0.0.1:${port}`,
    mode: (): PrinterMode => mode,
    jobs: (): readonly PrinterJob[] =>
      jobs.map(({ chunks, answers, isWhole }) => ({
        bytes: Buffer.concat(chunks),
        answered: Buffer.concat(answers),
        isWhole,
      })),
    stop: close,
  };
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Returns a function that answers status requests, even if they are split between chunks. */
function answering(): (chunk: Buffer) => Buffer {
  let last = 0;
  return (chunk) => {
    const found: number[] = [];
    for (const byte of chunk) {
      const answer = statusBytes.get(last);
      if (answer !== undefined) found.push(answer);
      // The byte after a command is its argument.
      last = answer === undefined ? ((last << 8) | byte) & 0xffff : 0;
    }
    return Buffer.from(found);
  };
}
