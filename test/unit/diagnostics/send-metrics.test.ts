import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createMetricsSender, type MetricsSender } from '../../../src-main/diagnostics/send-metrics.ts';
import type { Fetch } from '../../../src-main/ports.ts';
import { createKeptLog, type KeptLog } from '../../fakes/kept-log.ts';
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

/** No caller waits for the collector, and a fault is logged once. */

interface Sending {
  readonly sender: MetricsSender;
  readonly clock: ManualClock;
  readonly log: KeptLog;
  /** The started requests, and how many of them ended. */
  readonly count: { left: number; ended: number };
  /** Advances the clock until another request starts. Returns the elapsed time. */
  untilLeft(): Promise<number>;
  until(holds: () => boolean): Promise<void>;
}

const everyMs = 60_000;

function sendTo(url: string, authorization: string | null = null, own?: Fetch): Sending {
  const clock = createManualClock();
  const log = createKeptLog();
  const count = { left: 0, ended: 0 };
  const counted: Fetch = async (...request) => {
    count.left += 1;
    try {
      return await (own ?? fetch)(...request);
    } finally {
      count.ended += 1;
    }
  };
  const collect = () => Promise.resolve(new Uint8Array([1, 2, 3]));
  const sender = createMetricsSender({
    ...{ clock, log, url, everyMs, authorization, collect },
    random: createSeededRandom(1),
    fetch: counted,
  });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await nextTurn();
  };
  return {
    ...{ sender, clock, log, count, until },
    async untilLeft() {
      const { left } = count;
      const from = clock.now();
      await until(() => {
        if (count.left === left) clock.advance(1_000);
        return count.left > left;
      });
      return clock.now() - from;
    },
  };
}

async function collector(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/metrics`;
}

const events = ({ log }: Sending) =>
  log.lines.map(({ event, fields: { reason, status, code } }) => [event, reason, status, ...(code ? [code] : [])]);
const sent = ['metrics-sent', undefined, undefined];

test('metrics go to the exact address with type and collector header, at most every 30 s', async () => {
  const got: unknown[] = [];
  const url = await collector((request, response) => {
    const { method, url: path, headers } = request;
    request.on('data', (chunk: Buffer) =>
      got.push([method, path, headers['content-type'], headers.authorization, [...chunk]]),
    );
    request.on('end', () => response.end());
  });
  const sending = sendTo(url, 'Bearer canary');
  sending.sender.start();
  const first = await sending.untilLeft();
  await sending.until(() => sending.count.ended === 1);
  const second = await sending.untilLeft();
  await sending.until(() => got.length === 2);
  expect(got[0]).toEqual(['POST', '/v1/metrics', 'application/x-protobuf', 'Bearer canary', [1, 2, 3]]);
  expect(first).toBeGreaterThanOrEqual(30_000);
  expect(second).toBeGreaterThanOrEqual(everyMs - 1_000);
  expect(events(sending)).toEqual([sent]);
  await sending.sender.stop();
});

test('only the head of an endless answer is read', async () => {
  let isGivenUp = false;
  const endless = () =>
    new ReadableStream({
      pull: (stream) => stream.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        isGivenUp = true;
      },
    });
  const sending = sendTo('http://127.0.0.1:9/', null, () => Promise.resolve(new Response(endless())));
  sending.sender.start();
  await sending.untilLeft();
  await sending.until(() => isGivenUp);
  expect(events(sending)).toEqual([sent]);
  await sending.sender.stop();
});

test.each<[string, RequestListener, unknown[][]]>([
  ['refuses', (_request, response) => void response.writeHead(503).end(), [['metrics-not-sent', 'refused', 503]]],
  [
    'sends elsewhere',
    (_request, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
    [['metrics-not-sent', 'refused', 307]],
  ],
  [
    'hangs up',
    (request) => void request.socket.destroy(),
    [['metrics-not-sent', 'no-connection', null, 'UND_ERR_SOCKET']],
  ],
])('a collector that %s is reported once and asked again', async (_what, listener, expected) => {
  const sending = sendTo(await collector(listener));
  sending.sender.start();
  for (let tries = 1; tries <= 4; tries += 1) {
    await sending.untilLeft();
    await sending.until(() => sending.count.ended === tries);
  }
  expect(events(sending)).toEqual(expected);
  await sending.sender.stop();
});

test.each([
  ['nobody is at home', (url: string) => url, true, 'ECONNREFUSED'],
  ['https is asked of http', (url: string) => url.replace('http:', 'https:'), false, 'ERR_SSL_WRONG_VERSION_NUMBER'],
] as const)('the log names the cause when %s, without the address', async (_what, mistype, isGone, code) => {
  const server = createServer((_request, response) => void response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  if (isGone) server.close();
  const sending = sendTo(mistype(`http://127.0.0.1:${port}/v1/metrics`));
  sending.sender.start();
  await sending.untilLeft();
  await sending.until(() => sending.log.lines.length === 1);
  expect(events(sending)).toEqual([['metrics-not-sent', 'no-connection', null, code]]);
  expect(JSON.stringify(sending.log.lines)).not.toContain(String(port));
  await sending.sender.stop();
});

test('the first accepted delivery is logged once', async () => {
  const sending = sendTo(await collector((_request, response) => void response.end()));
  sending.sender.start();
  for (let tries = 1; tries <= 3; tries += 1) {
    await sending.untilLeft();
    await sending.until(() => sending.count.ended === tries);
  }
  expect(events(sending)).toEqual([sent]);
  await sending.sender.stop();
});

test('a request to a silent collector ends after ten seconds, and the gaps grow to ten minutes', async () => {
  const sending = sendTo(await collector(() => undefined));
  sending.sender.start();
  const gaps: number[] = [];
  for (let tries = 1; tries <= 7; tries += 1) {
    gaps.push(await sending.untilLeft());
    sending.clock.advance(10_000);
    await sending.until(() => sending.count.ended === tries);
  }
  expect(events(sending)).toEqual([['metrics-not-sent', 'time-out', null]]);
  expect(gaps.slice(1).map((ms) => Math.round(ms / everyMs))).toEqual([2, 4, 8, 10, 10, 10]);
  await sending.sender.stop();
});

test('a recovered collector is logged, and the gap is the usual one again', async () => {
  let isBack = false;
  const url = await collector((_request, response) => void response.writeHead(isBack ? 200 : 500).end());
  const sending = sendTo(url);
  sending.sender.start();
  await sending.untilLeft();
  await sending.until(() => sending.count.ended === 1);
  isBack = true;
  await sending.untilLeft();
  await sending.until(() => sending.log.lines.length === 2);
  expect(events(sending).map(([event]) => event)).toEqual(['metrics-not-sent', 'metrics-sent-again']);
  expect(Math.round((await sending.untilLeft()) / everyMs)).toBe(1);
  await sending.sender.stop();
});

test('the end of the program sends once more and waits at most two seconds', async () => {
  const sending = sendTo(await collector(() => undefined));
  sending.sender.start();
  const stopped = sending.sender.stop();
  await sending.until(() => sending.count.left === 1);
  sending.clock.advance(2_000);
  await stopped;
  sending.clock.advance(100 * everyMs);
  expect(sending.count.left).toBe(1);
});

test('the end does not wait for a collector that failed the last time, nor for a request that ignores its abort', async () => {
  const sending = sendTo('http://127.0.0.1:9/', null, () => new Promise(() => undefined));
  sending.sender.start();
  await sending.untilLeft();
  sending.clock.advance(10_000);
  await sending.until(() => sending.log.lines.length === 1);
  await sending.sender.stop();
  expect(sending.count.left).toBe(1);
});

test('the end waits two seconds for a running request that has more time', async () => {
  const sending = sendTo(await collector(() => undefined));
  sending.sender.start();
  await sending.untilLeft();
  const stopped = sending.sender.stop();
  sending.clock.advance(2_000);
  await stopped;
});
