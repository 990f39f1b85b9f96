import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeFetch } from '../../src-main/node-fetch.ts';
import { guardedClock, passedMs } from '../../src-main/system-ports.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createTestLog } from '../fakes/test-log.ts';

test('a timer that throws or rejects writes one log line, and all other timers fire', async () => {
  const log = createTestLog();
  const inner = createManualClock();
  const clock = guardedClock(inner, log);
  const came: string[] = [];
  clock.setTimer(1, () => {
    throw new Error('the disk is full');
  });
  clock.setTimer(2, async () => {
    await nextTurn();
    throw new Error('later');
  });
  clock.setTimer(3, () => void came.push('third'));
  clock.setTimer(4, () => void came.push('cancelled'))();
  inner.advance(10);
  await nextTurn();
  await nextTurn();
  expect(came).toEqual(['third']);
  expect(log.lines.map(({ event, fields }) => [event, String(fields.error).split('\n')[0]])).toEqual([
    ['timer-failed', 'Error: the disk is full'],
    ['timer-failed', 'Error: later'],
  ]);
});

test('elapsed time includes a night asleep and ignores a changed clock, and is cached while nothing changes', () => {
  let [now, awake, passed, reads] = [1_000_000, 50, 7_000, 0];
  const since = passedMs({
    now: () => now,
    awake: () => awake,
    passed() {
      reads += 1;
      return passed;
    },
  });
  const pass = (ms: number, { sleeping = false } = {}): void => {
    [now, awake, passed] = [now + ms, sleeping ? awake : awake + ms, passed + ms];
  };
  expect(since()).toBe(7_000);
  for (let turn = 0; turn < 9; turn += 1) pass(60_000);
  expect([since(), reads]).toEqual([547_000, 1]);
  pass(8 * 3_600_000, { sleeping: true });
  expect([since(), reads]).toEqual([547_000 + 8 * 3_600_000, 2]);
  now -= 86_400_000;
  pass(10);
  expect([since(), reads]).toEqual([547_010 + 8 * 3_600_000, 3]);
});

test.each(['127.0.0.1', 'localhost', '[::1]'])(
  'a request to %s goes there directly, also when a proxy is set for everything',
  async (host) => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    vi.stubEnv('NO_PROXY', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = createServer((_request, response) => response.end('here')).listen(0, host.replace(/[[\]]/g, ''));
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://${host}:${(server.address() as AddressInfo).port}/`;
    const viaProxy = nodeFetch({ usesEnvProxy: true });
    expect(await viaProxy(url, {})).toMatchObject({ status: 200 });
    expect(await viaProxy(url, { freshConnection: true })).toMatchObject({ status: 200 });
    await expect(viaProxy('http://service.example/', {})).rejects.toThrow('ECONNREFUSED');
  },
);
