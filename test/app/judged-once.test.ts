import { expect, test } from 'vitest';
import { openHouse, smallBill } from './house.ts';
import { pairTill } from './paired-till.ts';

test('a receipt is checked once, at its arrival: a rule changed during the registration of its id blocks no bill', async () => {
  const house = await openHouse({ settings: { pool: { target: 0 } } });
  const till = await pairTill(house, 'Till 1');
  const released = Promise.withResolvers<void>();
  let held = 0;
  house.network.meets = (url, init) => {
    held += 1;
    return released.promise.then(() => fetch(url, init));
  };
  const odd = smallBill(19.9, { data: { ...(smallBill().data as object), currency: 'eur' } });
  const sent = till.receipt('r', odd);
  await house.until(() => held > 0);
  house.changeSettings({ delivery: { warningsBlock: true } });
  released.resolve();
  expect(await sent).toMatchObject({ status: 202, sale: { state: 'queued' } });
});
