import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { type AdmissionContext, admit, createTillLimits, type TillQuota } from '../../../src-main/api/admission.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

const megabyte = 1024 * 1024;

function limitsOf(quota: TillQuota = { requestsPerMinute: 60, megabytesPerMinute: 6 }) {
  const clock = createManualClock();
  const limits = createTillLimits(() => ({ posApi: quota }), clock);
  const many = (till: string, count: number) => Array.from({ length: count }, () => limits.admit(till) === null);
  return { clock, limits, many };
}

test('a till may send all requests of a minute at once, and must wait before the next one; other tills need not', () => {
  const { clock, limits, many } = limitsOf();
  expect(many('till-1', 60)).not.toContain(false);
  expect(limits.admit('till-1')).toMatchObject({ type: 'too-many-requests', retryAfterSeconds: 1 });
  expect(limits.admit('till-2')).toBeNull();
  clock.jumpTo(clock.now() + 1_000);
  expect(many('till-1', 2)).toEqual([true, false]);
  clock.jumpTo(clock.now() + 600_000);
  expect(many('till-1', 61).indexOf(false)).toBe(60);
});

test('a till that has sent too many bytes waits until they are no longer counted', () => {
  const { clock, limits } = limitsOf();
  limits.received('till-1', 7 * megabyte);
  expect(limits.admit('till-1')).toMatchObject({ type: 'too-many-requests', retryAfterSeconds: 10 });
  expect(limits.admit('till-2')).toBeNull();
  clock.jumpTo(clock.now() + 10_000);
  expect(limits.admit('till-1')).toBeNull();
});

test('a clock that is turned back neither extends nor reduces a limit', () => {
  const { clock, many } = limitsOf();
  many('till-1', 30);
  clock.jumpTo(clock.now() - 3_600_000);
  expect(many('till-1', 31).indexOf(false)).toBe(30);
});

test('a raised quota applies from the next request', () => {
  const quota = { requestsPerMinute: 60, megabytesPerMinute: 6 };
  const { clock, many } = limitsOf(quota);
  many('till-1', 60);
  quota.requestsPerMinute = 6_000;
  clock.jumpTo(clock.now() + 1_000);
  expect(many('till-1', 101).indexOf(false)).toBe(100);
});

test.each([
  ['127.0.0.1', 'admitted'],
  ['localhost', 'admitted'],
  ['[::1]:80', 'admitted'],
  ['evil.example', 'refused'],
])('on port 80, which HTTP clients leave out, a request to %s is %s', (host, kind) => {
  const context = {
    state: { port: 80, stopping: false },
    settings: () => ({ posApi: { allowedOrigins: [] } }),
  } as unknown as AdmissionContext;
  const request = { headers: { host }, httpVersion: '1.1', method: 'GET' } as unknown as IncomingMessage;
  expect(admit(request, '/v1/health', 'open', context).kind).toBe(kind);
});
