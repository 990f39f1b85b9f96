import { expect, test } from 'vitest';
import { expectedWarnings, validBill, validNames } from '../fixtures/receipts/valid-bills.ts';
import { openTestApp, type TestApp, unwrap } from './test-app.ts';

const ownIds = {
  settings: { service: { selfGeneratedIds: true } },
  simulator: { account: { storeIds: ['store-1'] }, switches: { selfGeneratedIds: true } },
} as const;

async function deliver(testApp: TestApp, reference: string, bill: unknown) {
  const accepted = unwrap(await testApp.till.acceptReceipt({ reference, bill }));
  const sale = await testApp.sale(accepted.id, ({ state }) => state !== 'queued');
  expect([reference, sale.state, sale.attention]).toEqual([reference, 'delivered', null]);
  const stored = testApp.simulator.ledger().bills.find(({ billId }) => billId === sale.billId);
  const page = await (await fetch(sale.url ?? '')).text();
  return { sale, body: stored?.body as { bill: Record<string, unknown> }, page };
}

function wordsOf(bill: Record<string, unknown>): readonly string[] {
  const { head, data } = bill as {
    head: { seller?: { name: string } | null };
    data: { lines?: readonly { text?: unknown }[] };
  };
  const texts = (data.lines ?? []).map(({ text }) => text);
  return [head.seller?.name, ...texts].filter((text) => typeof text === 'string');
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

test('every receipt of the collection is accepted with its expected warnings, reaches the service unchanged, and is shown', async () => {
  const testApp = await openTestApp(ownIds);
  await testApp.poolHas(1);
  expect(validNames.length).toBeGreaterThanOrEqual(40);
  for (const name of validNames) {
    const bill = validBill(name);
    const { sale, body, page } = await deliver(testApp, name, bill);
    const warnings = sale.warnings.map(({ path, code }) => `${path.replace('/bill', '')} ${code}`);
    // Each receipt is months older than the test's clock.
    expect([name, warnings]).toEqual([name, [...(expectedWarnings[name] ?? []), '/head/date date-far']]);
    if (expectedWarnings[name] === undefined) {
      // The bill has the till's text and order. The app adds only the id.
      const { id, ...sent } = body.bill;
      const { id: _own, ...given } = bill;
      expect(id).toBe(sale.billId);
      expect(JSON.stringify(sent)).toBe(JSON.stringify(given));
    }
    for (const words of wordsOf(bill)) expect([name, page.includes(escaped(words))]).toEqual([name, true]);
  }
  expect(testApp.simulator.ledger().complaints.filter(({ kind }) => kind === 'malformed')).toEqual([]);
});
