import type { ServerResponse } from 'node:http';
import { writeJson } from '../kernel/json-text.ts';
import type { Clock } from '../ports.ts';
import type { PosPort } from './pos-port.ts';

/** The event streams of the tills (pos-api.md "Routes", GET /v1/events). */
export interface EventHub {
  start(): void;
  /** Ends every stream. */
  stop(): void;
  /** Whether this till may open another stream: the streams of one leave room for those of the others. */
  hasRoom(till: string): boolean;
  /** A token was revoked: its streams end now. */
  endRevoked(): void;
  /** Writes events to `response` until either side ends it. The head has been written. */
  open(response: ServerResponse, reader: Reader): void;
}

export interface Reader {
  /** Who reads (`sale/till.ts`). */
  readonly till: string;
  /** `Last-Event-ID`: the stream goes on behind it. */
  readonly lastEventId: string | undefined;
  readonly stillPaired: () => boolean;
}

const maxStreams = 64;
const maxStreamsPerTill = 4;
const keptEvents = 512;
const heartbeatMs = 30_000;
/** What a reader may leave unread before it is dropped; it can resume. */
const maxUnreadBytes = 512 * 1024;
const reconnectMs = 3_000;

interface KeptEvent {
  readonly number: number;
  readonly text: () => string;
}

/**
 * Keeps the last events in memory and sends them on. An id is `<start of the hub>-<number>`: after a restart of the app an
 * old id is recognised as such, and the reader is told by a `reset` event to read anew.
 */
export function createEventHub(app: Pick<PosPort, 'onChange' | 'status'>, clock: Clock): EventHub {
  const streams = new Map<ServerResponse, Reader>();
  const kept: KeptEvent[] = [];
  let era = '';
  let last = 0;
  let unsubscribe = () => {};
  let stopHeartbeat = () => {};

  const format = (name: string, number: number, data: unknown) =>
    `event: ${name}\nid: ${era}-${number}\ndata: ${writeJson(data)}\n\n`;

  function write(response: ServerResponse, text: string): void {
    response.write(text);
    if (response.writableLength > maxUnreadBytes) response.destroy();
  }

  function keep(name: string, data: unknown): void {
    const number = ++last;
    let made: string | undefined;
    const text = () => {
      made ??= format(name, number, data);
      return made;
    };
    kept.push({ number, text });
    if (kept.length > keptEvents) kept.shift();
    for (const response of streams.keys()) write(response, text());
  }

  /** The events behind `id`, or null when some of them are no longer kept. */
  function since(id: string): readonly KeptEvent[] | null {
    const number = id.startsWith(`${era}-`) ? Number(id.slice(era.length + 1)) : Number.NaN;
    const first = kept[0]?.number ?? last + 1;
    if (!Number.isInteger(number) || number < first - 1 || number > last) return null;
    return kept.slice(number - first + 1);
  }

  function endRevoked(): void {
    for (const [response, reader] of streams) if (!reader.stillPaired()) response.end();
  }

  function beat(): void {
    try {
      endRevoked();
      for (const response of streams.keys()) if (!response.writableEnded) write(response, ': still here\n\n');
    } finally {
      // Also after an error: whether a till is still paired is read from the disk.
      stopHeartbeat = streams.size === 0 ? () => {} : clock.setTimer(heartbeatMs, beat);
    }
  }

  return {
    start() {
      era = clock.now().toString(36);
      unsubscribe = app.onChange((change) => {
        if ('sale' in change) keep('sale', change.sale);
        else keep('status', change.status);
      });
    },
    stop() {
      unsubscribe();
      stopHeartbeat();
      for (const response of streams.keys()) response.end();
      streams.clear();
    },
    hasRoom(till) {
      const own = [...streams.values()].filter((reader) => reader.till === till).length;
      return own < maxStreamsPerTill && streams.size < maxStreams;
    },
    endRevoked,
    open(response, reader) {
      const missed = reader.lastEventId === undefined ? null : since(reader.lastEventId);
      response.write(`retry: ${reconnectMs}\n\n`);
      if (missed !== null) {
        for (const event of missed) write(response, event.text());
      } else {
        if (reader.lastEventId !== undefined) write(response, format('reset', last, { reason: 'events were missed' }));
        write(response, format('status', last, app.status()));
      }
      if (streams.size === 0) stopHeartbeat = clock.setTimer(heartbeatMs, beat);
      streams.set(response, reader);
      response.once('close', () => {
        streams.delete(response);
        if (streams.size === 0) stopHeartbeat();
      });
    },
  };
}
