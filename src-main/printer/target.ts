import { once } from 'node:events';
import { constants, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { createTurns } from '../shared/waiting.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The printer: a network printer, or a path such as `/dev/usb/lp0` or `\\localhost\NAME`. */
export type Target = Address | { readonly path: string };

/** A path is only written to and returns no status. */
export type PrinterSide = Socket | WriteStream;

export function addressOf(text: string): Address | null {
  const [, host, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  return host === undefined || port === undefined ? null : { host, port: Number(port) };
}

export const targetOf = (text: string): Target | null => (/^[/\\]/.test(text) ? { path: text } : addressOf(text));

const keepAliveMs = 15_000;
/** Both ends of the relay: small status answers leave at once, and a half-closed connection stays half-closed. */
export const sides = {
  allowHalfOpen: true,
  noDelay: true,
  keepAlive: true,
  keepAliveInitialDelay: keepAliveMs,
} as const;

/** Rejects if the printer cannot be reached. `signal` gives up. */
export async function openTarget(target: Target, signal: AbortSignal): Promise<PrinterSide> {
  if ('path' in target) return openPath(target.path, signal);
  const socket = connect({ ...target, ...sides, signal });
  await once(socket, 'connect');
  return socket;
}

/** By path: open calls that wait for a device would use up the threads for all files of the program. */
const turnsOf = new Map<string, ReturnType<typeof createTurns>>();

/** Never creates a file in the place of a missing device. Windows opens a shared queue only by the flag that creates. */
async function openPath(path: string, signal: AbortSignal): Promise<WriteStream> {
  const isQueue = process.platform === 'win32' && path.startsWith('\\\\');
  const turns = turnsOf.get(path) ?? createTurns();
  turnsOf.set(path, turns);
  const opening = turns.run(async () => {
    signal.throwIfAborted();
    return await open(path, isQueue ? 'w' : constants.O_WRONLY);
  });
  const givenUp = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => givenUp.reject(signal.reason));
  const file = await Promise.race([opening, givenUp.promise]).catch((error: unknown) => {
    // A device that opens later would stay busy for the next job.
    void opening.then(
      (late) => late.close(),
      () => undefined,
    );
    throw error;
  });
  return file.createWriteStream();
}
