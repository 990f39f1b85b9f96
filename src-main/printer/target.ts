import { once } from 'node:events';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Clock } from '../ports.ts';
import { errorCodeOf } from '../shared/result.ts';
import { pause, type Timers, withinOrNow } from '../shared/waiting.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The printer: a network printer, or a path such as `/dev/usb/lp0` or `\\localhost\NAME`. */
export type PrinterTarget = Address | { readonly path: string };

/** A device path is only written to and returns no status, so the connection ends when everything is written. */
export type PrinterSide = Socket | Duplex;

export function addressOf(text: string): Address | null {
  const [, host, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  return host === undefined || port === undefined ? null : { host, port: Number(port) };
}

export const targetOf = (text: string): PrinterTarget | null =>
  /^[/\\]/.test(text) ? { path: text } : addressOf(text);

const keepAliveMs = 15_000;
/** The pause before writing again to a device with a full buffer. */
const fullMs = 10;
/**
 * The options of both sides of the relay: small status answers leave at once, and a half-closed connection stays
 * half-closed.
 */
export const socketOptions = {
  allowHalfOpen: true,
  noDelay: true,
  keepAlive: true,
  keepAliveInitialDelay: keepAliveMs,
} as const;

const connectMs = 3_000;

/** Rejects if the printer is not reached within three seconds. `connecting` destroys what was opened. */
export async function openTarget(
  target: PrinterTarget,
  clock: Pick<Clock, 'setTimer' | 'nextTurn'>,
  connecting = new AbortController(),
): Promise<PrinterSide> {
  const side = await withinOrNow(clock, connectMs, openSide(target, clock, connecting.signal));
  if (side !== undefined) return side;
  connecting.abort();
  throw new Error('the printer does not answer');
}

/** Opens a connection for the app's own bytes. Null if the printer is not reached. */
export async function openOwn(target: PrinterTarget | null, clock: Parameters<typeof openTarget>[1]) {
  const side = target === null ? null : await openTarget(target, clock).catch(() => null);
  // Discards the printer's answers, because an unread answer could block it.
  return side?.resume() ?? null;
}

/** Rejects if the connection broke. */
export const writeAll = (to: PrinterSide, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    to.write(bytes, (error) => (error == null ? resolve() : reject(error)));
  });

async function openSide(target: PrinterTarget, clock: Timers, signal: AbortSignal): Promise<PrinterSide> {
  if ('path' in target) return openDevice(target.path, clock, signal);
  const socket = connect({ ...target, ...socketOptions });
  const abort = () => socket.destroy(signal.reason);
  // Node's own option `signal` leaves its listener there, which keeps every closed socket in memory.
  signal.addEventListener('abort', abort);
  socket.once('close', () => signal.removeEventListener('abort', abort));
  await once(
    socket.on('error', () => undefined),
    'connect',
  );
  return socket;
}

/**
 * Only `w` creates a file in place of a missing device, but a shared queue of Windows opens with no other flag. Without
 * `O_NONBLOCK`, waiting for a device would block one of Node's threads and the end of the program.
 */
async function openDevice(path: string, clock: Timers, signal: AbortSignal): Promise<Duplex> {
  const isQueue = process.platform === 'win32' && path.startsWith('\\\\');
  const file = await fs.open(path, isQueue ? 'w' : constants.O_WRONLY | constants.O_NONBLOCK);
  async function writeAll(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length && !device.destroyed; ) {
      try {
        at += (await file.write(chunk, at)).bytesWritten;
      } catch (error) {
        if (errorCodeOf(error) !== 'EAGAIN') throw error;
        await pause(clock, fullMs);
      }
    }
  }
  const device: Duplex = new Duplex({
    signal,
    read: () => undefined,
    write: (chunk, _encoding, done) => void writeAll(chunk).then(() => done(), done),
    final(done) {
      device.push(null);
      done();
    },
    destroy: (error, done) => void file.close().then(() => done(error), done),
  });
  return device.on('error', () => undefined);
}
