import type { ServerResponse } from 'node:http';
import type { Clock } from '../ports.ts';
import { writeJson } from '../shared/json-text.ts';
import { type StatusResource, type TillChange, withoutAge } from '../shared/till-view.ts';

export interface TillEvents {
  status(): StatusResource;
  seenBy(till: string, status: StatusResource): StatusResource;
  mayReceive(till: string, owner: string): boolean;
  /** Calls `listener` after every possible change of a sale or the status. Returns the function that ends it. */
  onChange(listener: (change: TillChange) => void): () => void;
  /** Calls `listener` after another database was opened, which has other sales. Returns the function that ends it. */
  onRestart(listener: () => void): () => void;
}

interface BufferedEvent {
  readonly number: number;
  /** The till that opened the sale of this event; null if every till may receive it. */
  readonly owner: string | null;
  readonly text: () => string;
}

interface Channel {
  readonly past: BufferedEvent[];
  last: number;
  lastStatus: string;
}

const bufferSize = 512;

interface Reader {
  /** The id of the till's token. */
  readonly till: string;
  readonly lastEventId: string | undefined;
  readonly stillPaired: () => boolean;
}

const maxStreams = 64;
const maxStreamsPerTill = 4;
const heartbeatMs = 30_000;
/** The limit of unread bytes after which a reader is disconnected. It can resume. */
const maxUnreadBytes = 512 * 1024;
const reconnectMs = 3_000;

function write(response: ServerResponse, text: string): void {
  response.write(text);
  if (response.writableLength > maxUnreadBytes) response.destroy();
}

/**
 * The text of the events after `number` that the reader may still receive. Null if some were discarded, the number never
 * existed, or the text is so long that the reader would count as slow.
 */
function textAfter(number: number, { past, last }: Channel, mayReceive: (owner: string) => boolean): string | null {
  const first = past[0]?.number ?? last + 1;
  if (!Number.isInteger(number) || number < first - 1 || number > last) return null;
  // The shop may have withdrawn the till's permission to see other tills' sales.
  const isTheirs = ({ owner }: BufferedEvent): boolean => owner === null || mayReceive(owner);
  let missed = '';
  for (const event of past.filter((one) => one.number > number && isTheirs(one))) {
    missed += event.text();
    if (missed.length > maxUnreadBytes) return null;
  }
  return missed;
}

/** The event streams of the tills (GET /v1/events, docs/pos/recipes.md). */
export type EventHub = ReturnType<typeof createEventHub>;

/** Each till has its own numbering: gaps in a shared one would reveal the activity of other tills. */
export function createEventHub(app: TillEvents, clock: Clock) {
  const streams = new Map<ServerResponse, Reader>();
  const channels = new Map<string, Channel>();
  let era = clock.now().toString(36);
  let restarts = 0;
  let subscriptions: readonly (() => void)[] = [];
  let stopHeartbeat = () => {};

  const format = (name: string, number: number, data: unknown) =>
    `event: ${name}\nid: ${era}-${number}\ndata: ${writeJson(data)}\n\n`;
  const numberIn = (id: string): number => (id.startsWith(`${era}-`) ? Number(id.slice(era.length + 1)) : Number.NaN);

  function channelOf(till: string): Channel {
    const channel = channels.get(till) ?? { past: [], last: 0, lastStatus: '' };
    channels.set(till, channel);
    return channel;
  }

  function keep(till: string, channel: Channel, name: string, data: () => unknown, owner: string | null): void {
    const number = ++channel.last;
    let made: string | undefined;
    const text = (): string => {
      made ??= format(name, number, data());
      return made;
    };
    channel.past.push({ number, owner, text });
    if (channel.past.length > bufferSize) channel.past.shift();
    for (const [response, reader] of streams) if (reader.till === till) write(response, text());
  }

  function sendChangedStatus(till: string, channel: Channel, whole: StatusResource): void {
    const status = app.seenBy(till, whole);
    const text = withoutAge(status);
    if (text === channel.lastStatus) return;
    channel.lastStatus = text;
    keep(till, channel, 'status', () => status, null);
  }

  function hear(change: TillChange): void {
    for (const [till, channel] of channels) {
      if ('status' in change) sendChangedStatus(till, channel, change.status());
      else if (app.mayReceive(till, change.till)) keep(till, channel, 'sale', change.sale, change.till);
    }
  }

  function endRevoked(): void {
    for (const [response, reader] of streams) {
      if (reader.stillPaired()) continue;
      // An event may come before the connection has ended, and writing to an ended response is an error.
      streams.delete(response);
      response.end();
    }
  }

  function beat(): void {
    try {
      endRevoked();
      for (const response of streams.keys()) write(response, ': still here\n\n');
    } finally {
      stopHeartbeat = streams.size === 0 ? () => {} : clock.setTimer(heartbeatMs, beat);
    }
  }

  const reset = (last: number): string => format('reset', last, { reason: 'events were missed' });

  /** Sends `reset` on the open streams, because the earlier events were about sales of another database. */
  function startAgain(): void {
    restarts += 1;
    era = `${clock.now().toString(36)}.${restarts}`;
    channels.clear();
    for (const [response, { till }] of streams) {
      write(response, reset(0));
      sendStatus(response, till);
    }
  }

  function sendStatus(response: ServerResponse, till: string): void {
    const channel = channelOf(till);
    const status = app.seenBy(till, app.status());
    if (channel.lastStatus === '') channel.lastStatus = withoutAge(status);
    write(response, format('status', channel.last, status));
  }

  return {
    stop() {
      for (const end of subscriptions) end();
      stopHeartbeat();
      for (const response of streams.keys()) response.end();
      streams.clear();
    },
    hasRoom(till: string): boolean {
      const own = [...streams.values()].filter((reader) => reader.till === till).length;
      return own < maxStreamsPerTill && streams.size < maxStreams;
    },
    endRevoked,
    /** Writes events to `response` until either side ends it. The caller has already written the head. */
    open(response: ServerResponse, reader: Reader) {
      const { till, lastEventId } = reader;
      const channel = channelOf(till);
      if (subscriptions.length === 0) subscriptions = [app.onChange(hear), app.onRestart(startAgain)];
      const number = numberIn(lastEventId ?? '');
      const missed = textAfter(number, channel, (owner) => app.mayReceive(till, owner));
      response.write(`retry: ${reconnectMs}\n\n${missed ?? ''}`);
      if (missed === null) {
        if (lastEventId !== undefined) write(response, reset(channel.last));
        sendStatus(response, till);
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
