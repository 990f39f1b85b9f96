import { expect, test } from 'vitest';
import { pairTill } from './paired-till.ts';
import { good, openTestApp } from './test-app.ts';

test('the cashier reads which requests of which till were refused, the newest first, and nothing of their content', async () => {
  const testApp = await openTestApp();
  const till = await pairTill(testApp, 'Till 1');
  expect(good(await testApp.cashier['requests.list'](null))).toEqual([]);
  await till.open('canary', { amount: 'canary' });
  await fetch(`${testApp.posApiUrl}/sales`);
  const listed = good(await testApp.cashier['requests.list'](null));
  expect(listed).toEqual([
    expect.objectContaining({
      till: null,
      method: 'GET',
      route: '/v1/sales',
      status: 401,
      type: 'not-paired',
      pointers: [],
    }),
    expect.objectContaining({ till: 'Till 1', method: 'POST', route: '/v1/sales', status: 422, pointers: ['/amount'] }),
  ]);
  expect(JSON.stringify(listed)).not.toContain('canary');
  for (let count = 0; count < 205; count += 1) await fetch(`${testApp.posApiUrl}/sales`);
  expect(good(await testApp.cashier['requests.list'](null))).toHaveLength(200);
});
