import { createServer } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import { onLoopback } from './loopback.ts';
import type { TestApp } from './test-app.ts';

export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** Start the collector before the app: it fakes `setInterval`, because the metrics SDK cannot use the test's clock. */
export async function startCollector() {
  driveIntervals();
  /** The received bodies, oldest first, as latin1 text. */
  const bodies: string[] = [];
  /** All received requests, each with its address and headers before the body. */
  const bytes: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bytes.push(Buffer.from([request.url, ...request.rawHeaders, ''].join('\n')), body);
      bodies.push(body.toString('latin1'));
      response.end();
    });
  });
  const port = await onLoopback(server);
  return { url: `http://127.0.0.1:${port}/v1/metrics`, bodies, received: () => Buffer.concat(bytes) };
}

export function driveIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Advances the time until the next request to the collector has left, and stops there. */
export async function untilSent(testApp: TestApp, url: string): Promise<void> {
  let hasLeft = false;
  testApp.network.meets = (request) => {
    hasLeft ||= request === url;
    return null;
  };
  await testApp.until(() => {
    if (!hasLeft) {
      testApp.clock.advance(500);
      vi.advanceTimersByTime(500);
    }
    return hasLeft;
  });
}

export async function untilReceived(testApp: TestApp, { url, bodies }: Collector): Promise<void> {
  const { length } = bodies;
  await untilSent(testApp, url);
  await testApp.until(() => bodies.length > length);
}

/** Ends the app. The clock stops during the last request, so that the collector receives it. */
export async function endAfterLastSend(testApp: TestApp, { bodies }: Collector): Promise<void> {
  const { length } = bodies;
  void testApp.app.stop();
  await testApp.until(() => {
    if (testApp.network.underWay === 0) testApp.clock.advance(100);
    return bodies.length > length;
  });
  await testApp.stop();
}
