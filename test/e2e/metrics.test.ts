import { expect, test } from 'vitest';
import { startCollector } from '../app/collector.ts';
import { launchApp } from './open-app.ts';

/** test/app/metrics.test.ts checks that a foreign receiver understands the bytes. */
test('paint times reach the metrics receiver, at the latest when the program quits', async () => {
  const collector = await startCollector();
  const token = 'a-pairing-token-that-is-only-a-test';
  const app = await launchApp({
    args: ['--training', '--pos-port', '0', `--metrics-url=${collector.url}`],
    env: { RECEIPT_COMPANION_POS_TOKEN: token },
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const display = async () => (await (await fetch(`${app.posApiUrl}/status`, { headers })).json()).display;
  // Nobody sees a screen that is painted before its display is connected.
  await expect.poll(display).toMatchObject({ connected: true });
  const body = JSON.stringify({ reference: 'r-1', amount: 19.9 });
  const opened = await fetch(`${app.posApiUrl}/sales`, { method: 'POST', headers, body });
  expect(opened.status).toBe(201);
  await expect.poll(display).toMatchObject({ showing: 'qr' });
  await app.close();
  expect(await app.ended).toBe(0);

  const events = app.logs.filter((line) => line.includes('"metrics-')).map((line) => JSON.parse(line).event);
  expect(events).toEqual(['metrics-sent']);
  const words = ['receipt_companion.sales', 'receipt_companion.qr.paint.duration', 'training', 'opened', 'shown'];
  expect(words.filter((word) => !collector.bodies.at(-1)?.includes(word))).toEqual([]);
});
