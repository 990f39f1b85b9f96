import { expect, test } from 'vitest';
import { createLog } from '../../../src-main/diagnostics/log.ts';
import { supportLine, supportLines } from '../../../src-main/diagnostics/support.ts';
import { type LogFields, logFields } from '../../../src-main/shared/redact.ts';

/** Values that a log could contain by mistake. */
const canaries = [
  '4111 1111 1111 1111',
  '4111111111111111',
  'eyJhbGciOiJIUzI1NiJ9.e30.abcdef',
  'member-77310-anna',
  'anna@example.com',
  'Anna Example',
  'hunter2 and more',
  'Bearer 0f8fad5bd9cb469fa16570867728950e',
  '0f8fad5bd9cb469fa16570867728950e',
  '3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11',
  '{"total":12.5,"lines":[]}',
  'https://receipts.example/r/abc',
  '+49 170 5551234',
] as const;
/** Every listed field, and one unlisted. `traceId` is left out, because it keeps every text in the form of an id. */
const names = [...Object.keys(logFields).filter((name) => name !== 'traceId'), 'anything'];
/** Bypasses the compiler, as a mistake could. */
const anyFields = (fields: object) => fields as LogFields;

const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let text = '';
  write(
    createLog({
      write: (line) => {
        text += line;
      },
    }),
  );
  return text;
};

test('the support file contains no private value of a log, under any field name and in any form', () => {
  const text = written((log) => {
    for (const name of names) {
      for (const canary of canaries) {
        log.info('app-started', anyFields({ [name]: canary }));
        log.error('start-failed', anyFields({ [name]: { [name]: canary, inner: [canary] }, [canary]: name }));
        log.warn(canary as 'pin-reset', anyFields({ [name]: new Error(canary) }));
      }
    }
  });
  const passed = JSON.stringify(supportLines(text, 10_000));
  for (const canary of canaries) expect(passed).not.toContain(canary);
  expect(passed).not.toMatch(/anna|hunter|411111|receipts\.example/i);
});

test('the support file contains event, route, status, duration, reason and trace id of a log line, but no error', () => {
  const traceId = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const text = written((log) =>
    log.warn('service-not-answered', {
      route: 'POST /v3/bill/url',
      status: 404,
      tookMs: 12,
      reason: 'store-unknown',
      traceId,
      error: 'staysHere',
    }),
  );
  expect(supportLine(text)).toMatchObject({
    level: 'warn',
    event: 'service-not-answered',
    fields: { route: 'POST /v3/bill/url', status: 404, tookMs: 12, reason: 'store-unknown', traceId },
  });
  expect(text).toContain('staysHere');
  expect(supportLine(text)?.fields).not.toHaveProperty('error');
});

test('the support file drops foreign lines and an incomplete first line, and keeps the lines of the log', () => {
  const text = written((log) => log.info('app-started', { mode: 'live' }));
  const whole = `el":"info"}\n${text}not json\n{"level":"info"}\n${text}`;
  expect(supportLines(whole, 10).map(({ event }) => event)).toEqual(['app-started', 'app-started']);
  expect(supportLines(text.repeat(50), 7)).toHaveLength(7);
});
