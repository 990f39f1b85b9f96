import { expect, test } from 'vitest';
import { openTestApp, unwrap } from './test-app.ts';

/** GUIDs as .NET and databases may create them, with neither a version nor the variant of RFC 9562. */
const ofService = (index: number): string => `5c60f6ad-1c2f-0c65-4f2a-00000000000${index}`;

test('a sale whose receipt id is a GUID, but no UUID of RFC 9562, is found, also after a restart', async () => {
  const testApp = await openTestApp();
  let registered = 0;
  testApp.network.meets = (url) => {
    if (!url.endsWith('/v3/bill/url')) return null;
    registered += 1;
    const billId = ofService(registered % 10);
    return Promise.resolve(Response.json({ type: 'url', url: `https://r.invalid/${billId}`, billId }));
  };
  await testApp.till.openSale({ reference: 'first', amount: 1 });
  testApp.network.meets = () => null;
  const sale = unwrap(await testApp.till.openSale({ reference: 'first', amount: 1 })).sale;
  expect(sale.billId).toMatch(/^5c60f6ad-1c2f-0c65-4f2a-/);
  await testApp.restart();
  expect(testApp.till.findSale(sale.id)).toMatchObject({ billId: sale.billId, state: 'open' });
  expect(testApp.till.listSales({ limit: 10 })).toMatchObject({ items: [{ id: sale.id }] });
});
