import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cookbookFiles, recipes } from '../../scripts/cookbook.ts';
import { openWithTill } from './paired-till.ts';

const root = join(import.meta.dirname, '../..');

test.each(Object.entries(cookbookFiles))('%s matches the cookbook (else: node scripts/cookbook.ts)', (file, text) => {
  expect(readFileSync(join(root, file), 'utf8')).toBe(text);
});

test('the cookbook lists each of its files once', () => {
  const files = readdirSync(join(root, 'docs/pos/cookbook')).filter((file) => file !== 'index.json');
  expect(recipes.map(({ name }) => `${name}.json`).sort()).toEqual(files.sort());
});

test('each bill of the cookbook is accepted without a warning and reaches the service unchanged', async () => {
  const { testApp, till } = await openWithTill();
  for (const { name, request } of recipes) {
    const taken = await till.call('POST', '/receipts', request);
    expect([name, taken.status, taken.sale.warnings]).toEqual([name, 202, []]);
    const { billId } = await testApp.delivered(taken.sale.id);
    const arrived = testApp.simulator.ledger().bills.find((bill) => bill.billId === billId);
    expect(arrived?.body).toHaveProperty('storeId', 'store-1');
    expect(arrived?.body).toHaveProperty('bill', { ...request.bill, id: billId });
  }
  expect(testApp.simulator.ledger().complaints).toEqual([]);
});

test('each request of the Postman collection gets the answer that its check expects, even in a second run', async () => {
  const { till } = await openWithTill();
  const collection = JSON.parse(cookbookFiles['docs/clients/receipt-companion.postman_collection.json'] ?? '');
  const calls = collection.item.flatMap(({ item }: { readonly item: unknown }) => item);
  for (const run of [1, 2]) {
    let sale = '';
    const filled = (text: string): string =>
      text
        .replaceAll('{{$timestamp}}', `17000000${run}`)
        .replaceAll('{{$isoTimestamp}}', `2026-01-0${run}T10:00:00.000Z`)
        .replaceAll('{{sale}}', sale);
    for (const { name, request, event } of calls) {
      const body = request.body === undefined ? undefined : JSON.parse(filled(request.body.raw));
      const answer = await till.call(request.method, filled(request.url.raw.replace('{{api}}', '')), body);
      const [check = '', keep] = event[0].script.exec;
      expect([name, check]).toEqual([name, expect.stringContaining(`have.status(${answer.status})`)]);
      if (keep !== undefined) sale = answer.sale.id;
    }
  }
});
