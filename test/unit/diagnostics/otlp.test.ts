import { expect, test } from 'vitest';
import { countLines, createMetrics } from '../../../src-main/diagnostics/metrics-registry.ts';
import { openOtlp } from '../../../src-main/diagnostics/otlp.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const textOf = (body: Uint8Array): string => Buffer.from(body).toString('latin1');

test('an unlisted attribute is not sent, and an unknown value is sent as "other"', async () => {
  const bodies: string[] = [];
  const otlp = openOtlp({
    resource: { 'service.name': 'receipt-companion' },
    version: '0.0.0',
    observe: () => Promise.resolve([]),
    everyMs: 60_000,
    send: async (body) => void bodies.push(textOf(body)),
  });
  const typedElsewhere: object = { event: 'opened', mode: 'live', customer: 'canary-one' };
  otlp.count('receipt_companion.sales', typedElsewhere as { event: string });
  otlp.count('receipt_companion.sales', { event: 'anna@example.com' });
  otlp.count('receipt_companion.sales', { event: 'Anna Example' });
  await otlp.stop();
  const [text = ''] = bodies;
  expect(text).toContain('opened');
  expect(text).toContain('other');
  expect(text).not.toMatch(/canary|anna|customer/i);
});

test('metrics recorded before the address is known are sent, and warnings are counted by their event', async () => {
  const clock = createManualClock();
  const testLog = createTestLog();
  const bodies: string[] = [];
  const metrics = createMetrics();
  const all = settingsSchema.parse({ metrics: { url: 'http://127.0.0.1:9/' } });
  const settings = { current: () => all, onChange: () => () => undefined };
  const log = countLines(testLog, metrics);
  log.warn('keychain-missing', { reason: 'locked' });
  log.info('app-started');
  await metrics.start({
    ...{ clock, log, version: '0.0.0' },
    fetch: async (_url, { body }) => {
      bodies.push(textOf(body as Uint8Array));
      return new Response();
    },
    ...{ settings, computer: { id: 'this one' }, dataDir: tempFolder() },
    printerState: () => 'off',
    status: () => {
      throw new Error('nothing is open yet');
    },
  });
  await metrics.stop();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain('keychain-missing');
  expect(bodies[0]).not.toContain('app-started');
  expect(testLog.lines.map(({ event }) => event)).toEqual(['keychain-missing', 'app-started', 'metrics-sent']);
});
