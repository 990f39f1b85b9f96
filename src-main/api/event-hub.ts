import type { ServerResponse } from 'node:http';
import { writeJson } from '../lib/json-text.ts';
import { type StatusResource, withoutAge } from '../lib/till-view.ts';
import type { Clock } from '../ports.ts';
import type { PosPort } from './pos-port.ts';

interface KeptEvent {
  readonly number: number;
  /** Who opened the sale that it tells of; null for what every till may hear. */
  readonly owner: string | null;
  readonly text: () => string;
}

/** The last events of one till, numbered for it alone: a till that makes many pushes out no other till's. */
interface Channel {
  /** `format` is called when the text is first wanted. */
  keep(format: (number: number) => string, owner: string | null): KeptEvent;
  /** The events behind this one, or null when some of them are no longer kept, or there never was such an event. */
  since(number: number): readonly KeptEvent[] | null;
  /** The number of the last event; 0 before the first. */
  last(): number;
}

const keptEvents = 512;

function createChannel(): Channel {
  const kept: KeptEvent[] = [];
  let last = 0;
  return {
    keep(format, owner) {
      const number = ++last;
      let made: string | undefined;
      const text = () => {
        made ??= format(number);
        return made;
      };
      const event = { number, owner, text };
      kept.push(event);
      if (kept.length > keptEvents) kept.shift();
      return event;
    },
    since(number) {
      const first = kept[0]?.number ?? last + 1;
      if (!Number.isInteger(number) || number < first - 1 || number > last) return null;
      return kept.slice(number - first + 1);
    },
    last: () => last,
  };
}

interface Reader {
  /** The id of its token. */
  readonly till: string;
  /** `Last-Event-ID`: the stream goes on behind it. */
  readonly lastEventId: string | undefined;
  readonly stillPaired: () => boolean;
}

const maxStreams = 64;
const maxStreamsPerTill = 4;
const heartbeatMs = 30_000;
/** What a reader may leave unread before it is dropped; it can resume. */
const maxUnreadBytes = 512 * 1024;
const reconnectMs = 3_000;

interface TillChannel extends Channel {
  /** The status that the till was told last. */
  lastStatus: string;
}

/** The event streams of the tills (pos-api.md "Routes", GET /v1/events). */
export type EventHub = ReturnType<typeof createEventHub>;

/**
 * Keeps the last events of every till that has listened, and sends them on. Each till has a numbering of its own: in one for
 * all, the gaps would tell how busy the others are. An id is `<start of the hub>-<number>`: after a restart of the app an
 * old id is recognised as such, and the reader is told by a `reset` event to read anew.
 */
export function createEventHub(app: Pick<PosPort, 'onChange' | 'status' | 'seenBy' | 'mayHear'>, clock: Clock) {
  const streams = new Map<ServerResponse, Reader>();
  const channels = new Map<string, TillChannel>();
  let era = '';
  let unsubscribe = () => {};
  let stopHeartbeat = () => {};

  const format = (name: string, number: number, data: unknown) =>
    `event: ${name}\nid: ${era}-${number}\ndata: ${writeJson(data)}\n\n`;

  function write(response: ServerResponse, text: string): void {
    response.write(text);
    if (response.writableLength > maxUnreadBytes) response.destroy();
  }

  function channelOf(till: string): TillChannel {
    const before = channels.get(till);
    if (before !== undefined) return before;
    const channel = { ...createChannel(), lastStatus: '' };
    channels.set(till, channel);
    return channel;
  }

  function keep(till: string, channel: Channel, name: string, data: () => unknown, owner: string | null): void {
    const event = channel.keep((number) => format(name, number, data()), owner);
    for (const [response, reader] of streams) if (reader.till === till) write(response, event.text());
  }

  function tellStatus(till: string, channel: TillChannel, whole: StatusResource): void {
    const status = app.seenBy(till, whole);
    const text = withoutAge(status);
    // Where only another till's sale has changed, there is nothing new.
    if (text === channel.lastStatus) return;
    channel.lastStatus = text;
    keep(till, channel, 'status', () => status, null);
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

  /** The events behind the id that this till may still hear, or null when some of them are no longer kept. */
  function missedBy({ till, lastEventId = '' }: Reader) {
    const number = lastEventId.startsWith(`${era}-`) ? Number(lastEventId.slice(era.length + 1)) : Number.NaN;
    const missed = channelOf(till).since(number);
    // The shop may have taken back its leave since.
    return missed?.filter(({ owner }) => owner === null || app.mayHear(till, owner)) ?? null;
  }

  return {
    start() {
      era = clock.now().toString(36);
      unsubscribe = app.onChange((change) => {
        for (const [till, channel] of channels) {
          if ('status' in change) tellStatus(till, channel, change.status());
          else if (app.mayHear(till, change.till)) keep(till, channel, 'sale', change.sale, change.till);
        }
      });
    },
    /** Ends every stream. */
    stop() {
      unsubscribe();
      stopHeartbeat();
      for (const response of streams.keys()) response.end();
      streams.clear();
    },
    /** Whether this till may open another stream: the streams of one leave room for those of the others. */
    hasRoom(till: string): boolean {
      const own = [...streams.values()].filter((reader) => reader.till === till).length;
      return own < maxStreamsPerTill && streams.size < maxStreams;
    },
    /** A token was revoked: its streams end now. */
    endRevoked,
    /** Writes events to `response` until either side ends it. The head has been written. */
    open(response: ServerResponse, reader: Reader) {
      const { till, lastEventId } = reader;
      const channel = channelOf(till);
      const missed = lastEventId === undefined ? null : missedBy(reader);
      response.write(`retry: ${reconnectMs}\n\n`);
      if (missed !== null) {
        for (const event of missed) write(response, event.text());
      } else {
        const { last } = channel;
        if (lastEventId !== undefined) write(response, format('reset', last(), { reason: 'events were missed' }));
        const status = app.seenBy(till, app.status());
        if (channel.lastStatus === '') channel.lastStatus = withoutAge(status);
        write(response, format('status', last(), status));
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
