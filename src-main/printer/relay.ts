import { createServer, isIP, type Server, type Socket } from 'node:net';
import type { Clock } from '../ports.ts';
import { loopback } from '../shared/loopback.ts';
import { resetSocket } from '../shared/reset-socket.ts';
import { errorCodeOf } from '../shared/result.ts';
import type { PaperJob } from './paper-job.ts';
import type { PrintSplitter } from './prints.ts';
import { type Address, openTarget, type PrinterSide, type PrinterTarget, socketOptions } from './target.ts';

export interface RelaySettings {
  readonly listen: Address;
  readonly target: PrinterTarget;
  /** The only computers that may connect. Ignored if `listen` is a loopback address. */
  readonly allowed: readonly string[];
  readonly keepsPapers?: boolean;
}

export type ConnectionOutcome = 'relayed' | 'printer-unreachable' | 'broken' | 'not-allowed';

export type RelayEvent =
  | { readonly kind: 'opened'; readonly address: string }
  | { readonly kind: 'portRefused'; readonly address: string; readonly code: string }
  | { readonly kind: 'printerReached' }
  /** `delaysMs` are the times from reading a chunk to the end of writing it. */
  | {
      readonly kind: 'connection';
      readonly outcome: ConnectionOutcome;
      readonly brokenBy: 'printer' | null;
      readonly delaysMs: readonly number[];
    };

/** Receives a copy of the bytes of a job. */
type JobCopy = Pick<PrintSplitter, 'push' | 'allWritten' | 'end' | 'abandon'>;

interface RelayParts {
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic' | 'nextTurn'>;
  readonly report: (event: RelayEvent) => void;
  readonly copyJob: () => JobCopy;
  /** Keeps papers back on this connection. Without it, every byte is passed as it arrives. */
  readonly paperJob?: (till: Socket, to: PrinterSide) => PaperJob;
}

const listenAgainMs = 5_000;
const mostConnections = 8;
const mostDelays = 1_000;

/** Passes bytes between tills and printer. Without `paperJob` it stores nothing and never waits for the app. */
export function createRelay(parts: RelayParts) {
  const { clock, report } = parts;
  const breaks = new Set<() => void>();
  let settings: RelaySettings | null = null;
  let server: Server | null = null;
  let cancelTimer: () => void = () => undefined;

  function open(): void {
    if (settings === null) return;
    const { listen } = settings;
    const opening = createServer({ ...socketOptions, pauseOnConnect: true }, accept);
    server = opening;
    opening.on('error', (error) => {
      opening.close();
      if (server !== opening) return;
      report({ kind: 'portRefused', address: textOf(listen), code: errorCodeOf(error) });
      cancelTimer();
      cancelTimer = clock.setTimer(listenAgainMs, open);
    });
    opening.listen({ ...listen, exclusive: true }, () => {
      const at = opening.address();
      const port = typeof at === 'object' && at !== null ? at.port : listen.port;
      if (server === opening) report({ kind: 'opened', address: textOf({ ...listen, port }) });
    });
  }

  function close(): void {
    cancelTimer();
    server?.close();
    server = null;
  }

  function accept(till: Socket): void {
    till.on('error', () => undefined);
    const now = settings;
    const isAllowed = now !== null && mayConnect(now, till.remoteAddress ?? '');
    if (now === null || !isAllowed || breaks.size >= mostConnections) {
      reset(till);
      report({ kind: 'connection', outcome: isAllowed ? 'broken' : 'not-allowed', brokenBy: null, delaysMs: [] });
      return;
    }
    const breakBoth = carryJob(till, now, parts, () => breaks.delete(breakBoth));
    breaks.add(breakBoth);
  }

  return {
    /** Null closes the port. Open connections keep their printer until they end. */
    set(next: RelaySettings | null): void {
      const isSame = JSON.stringify(settings?.listen) === JSON.stringify(next?.listen);
      settings = next;
      if (isSame && server !== null) return;
      close();
      open();
    },
    stop(): void {
      settings = null;
      close();
      for (const breakBoth of [...breaks]) breakBoth();
    },
  };
}

const textOf = ({ host, port }: Address): string => `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/** A dual-stack socket reports an IPv4 address in IPv6 form. */
function mayConnect({ listen, allowed }: RelaySettings, remote: string): boolean {
  const address = remote.replace(/^::ffff:(?=\d+\.)/, '');
  return loopback.test(isIP(listen.host) === 6 ? `[${listen.host}]` : listen.host) || allowed.includes(address);
}

/** Relays one job. Returns a function that breaks both sides; `ended` is called once. */
function carryJob(
  till: Socket,
  { target, keepsPapers }: RelaySettings,
  parts: RelayParts,
  ended: () => void,
): () => void {
  const { clock, report } = parts;
  const connecting = new AbortController();
  const delaysMs: number[] = [];
  let printer: PrinterSide | null = null;
  let copy: JobCopy | null = null;
  let paper: PaperJob | null = null;
  let isOver = false;

  function end(outcome: ConnectionOutcome, brokenBy: 'printer' | null = null): void {
    if (isOver) return;
    isOver = true;
    if (outcome !== 'relayed') {
      copy?.abandon();
      reset(till);
      if (printer === null) connecting.abort();
      else if (paper !== null && brokenBy === null) paper.tillLost();
      else reset(printer);
    }
    report({ kind: 'connection', outcome, brokenBy, delaysMs });
    ended();
  }

  function carry(to: PrinterSide): void {
    printer = to;
    if (isOver) {
      reset(to);
      return;
    }
    report({ kind: 'printerReached' });
    to.on('error', () => end('broken', 'printer'));
    paper = keepsPapers === true ? (parts.paperJob?.(till, to) ?? null) : null;
    if (paper === null) passAll(to);
    else {
      till.on('data', paper.push);
      till.on('end', paper.end);
    }
    to.on('drain', () => till.resume());
    to.on('data', (chunk: Uint8Array) => {
      if (!till.write(chunk)) to.pause();
    });
    till.on('drain', () => to.resume());
    to.on('end', () => till.end());
    till.on('close', () => end('relayed'));
    till.resume();
  }

  function passAll(to: PrinterSide): void {
    const copied = parts.copyJob();
    copy = copied;
    till.on('data', (chunk: Uint8Array) => {
      const at = clock.monotonic();
      const isRoom = to.write(chunk, () => {
        if (delaysMs.length < mostDelays) delaysMs.push(clock.monotonic() - at);
        if (to.writableLength === 0) copied.allWritten();
      });
      if (!isRoom) till.pause();
      copied.push(chunk);
    });
    till.on('end', () => to.end());
    to.on('finish', () => copied.end());
  }

  till.on('error', () => end('broken'));
  openTarget(target, clock, connecting).then(carry, () => end('printer-unreachable'));
  return () => end('broken');
}

function reset(side: PrinterSide): void {
  if ('resetAndDestroy' in side) resetSocket(side);
  else side.destroy();
}
