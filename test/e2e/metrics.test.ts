import { expect, test } from 'vitest';
import { startCollector } from '../app/collector.ts';
import { openApp } from './open-app.ts';

/** test/app/metrics.test.ts checks how a foreign receiver reads the same bytes. */
test('paint times reach the metrics receiver, at the latest when the program quits', async () => {
  const collector = await startCollector();
  const token = 'a-pairing-token-that-is-only-a-test';
  const app = await openApp({
    args: ['--training', '--pos-port', '0', `--metrics-url=${collector.url}`],
    env: { RECEIPT_COMPANION_POS_TOKEN: token },
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const display = async () => (await (await fetch(`${app.posApiUrl}/status`, { headers })).json()).display;
  // Nobody sees a screen that is painted before the window is on the customer display, so its time is not reported.
  await expect.poll(display).toMatchObject({ connected: true });
  const body = JSON.stringify({ reference: 'r-1', amount: 19.9 });
  const opened = await fetch(`${app.posApiUrl}/sales`, { method: 'POST', headers, body });
  expect(opened.status).toBe(201);
  // The window reports when it has painted, and the till may ask.
  await expect.poll(display).toMatchObject({ showing: 'qr' });
  // A person quits before the next minute.
  await app.close();
  expect(await app.ended).toBe(0);

  const told = app.logs.filter((line) => line.includes('"metrics-')).map((line) => JSON.parse(line).event);
  expect(told).toEqual(['metrics-sent']);
  const words = ['receipt_companion.sales', 'receipt_companion.qr.paint.duration', 'training', 'opened', 'shown'];
  expect(words.filter((word) => !collector.bodies.at(-1)?.includes(word))).toEqual([]);
});
