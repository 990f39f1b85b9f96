import { beforeAll, expect, test } from 'vitest';
import { findMetricsTool } from '../../scripts/metrics-tools.ts';
import { startReceiver } from '../app/metrics-receiver.ts';
import { openApp } from './open-app.ts';

// It may have to be fetched.
beforeAll(() => {
  findMetricsTool('victoria-metrics');
}, 300_000);

test('what the windows have painted is told to the company’s receiver, at the latest when the program is quit', async () => {
  const receiver = await startReceiver();
  const token = 'a-pairing-token-that-is-only-a-test';
  const app = await openApp({
    args: ['--training', '--pos-port', '0', `--metrics-url=${receiver.url}`],
    env: { RECEIPT_COMPANION_POS_TOKEN: token },
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ reference: 'r-1', amount: 19.9 });
  const opened = await fetch(`${app.posApiUrl}/sales`, { method: 'POST', headers, body });
  expect(opened.status).toBe(201);
  // The window says when it has painted, and the till may ask.
  const showing = async () => (await (await fetch(`${app.posApiUrl}/status`, { headers })).json()).display.showing;
  await expect.poll(showing).toBe('qr');
  // As a person would, and not at the next minute.
  await app.close();
  expect(await app.ended).toBe(0);

  const valuesOf = async (expression: string) => (await receiver.query(expression)).map(({ value }) => value);
  const [painted] = await receiver.query('receipt_companion_qr_paint_duration_seconds_count');
  expect(painted).toMatchObject({
    value: 1,
    labels: { mode: 'training', service_name: 'receipt-companion' },
  });
  expect((await valuesOf('receipt_companion_qr_paint_duration_seconds_sum'))[0]).toBeGreaterThan(0);
  expect(await valuesOf('receipt_companion_sales_total{event="opened"}')).toEqual([1]);
  expect(await valuesOf('receipt_companion_display_connected')).toEqual([1]);
  expect((await valuesOf('process_memory_usage_bytes'))[0]).toBeGreaterThan(10_000_000);
  const told = app.logs.filter((line) => line.includes('"metrics-')).map((line) => JSON.parse(line).event);
  expect(told).toEqual(['metrics-sent']);
});
