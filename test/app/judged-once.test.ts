import { expect, test } from 'vitest';
import { pairTill } from './paired-till.ts';
import { openTestApp, smallBill } from './test-app.ts';

test('a receipt is checked once, at its arrival: a setting that changes while its id is registered does not refuse the receipt', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 0 } } });
  const till = await pairTill(testApp, 'Till 1');
  const released = Promise.withResolvers<void>();
  let held = 0;
  testApp.network.meets = (url, init) => {
    held += 1;
    return released.promise.then(() => fetch(url, init));
  };
  const odd = smallBill(19.9, { data: { ...(smallBill().data as object), currency: 'eur' } });
  const sent = till.receipt('r', odd);
  await testApp.until(() => held > 0);
  testApp.changeSettings({ delivery: { warningsBlock: true } });
  released.resolve();
  expect(await sent).toMatchObject({ status: 202, sale: { state: 'queued' } });
});
