import type { JsonRecord } from '../shared/json.ts';
import type { Context } from './context.ts';
import { storeFor } from './receipts.ts';
import { findUser } from './users.ts';

const hourMs = 3_600_000;

const sellers = [
  { name: 'Bäckerei Morgenrot', street: 'Beispielweg 12', postalCode: '01234', city: 'Musterstadt', countryCode: 'DE' },
  { name: 'Café Żółć', street: 'ul. Przykładowa 7', postalCode: '00-001', city: 'Łódź', countryCode: 'PL' },
  { name: 'Καφενείο Δοκιμή', street: 'Οδός Παραδείγματος 3', postalCode: '105 57', city: 'Αθήνα', countryCode: 'GR' },
  { name: 'Épicerie du Coin', street: '4, rue Exemple', postalCode: '75001', city: 'Paris', countryCode: 'FR' },
];

/** Number 1 is an hour old. */
function sampleBill(extensionKey: string, now: number, number: number): JsonRecord {
  const { name, ...address } = sellers[number % sellers.length] ?? { name: '' };
  const amount = (100 + ((number * 797) % 9_900)) / 100;
  const line = {
    text: 'Espresso',
    fullAmountInclVat: amount,
    item: { number: '1', quantity: 1, pricePerUnit: amount },
    [extensionKey]: { sequenceNumber: 1, type: 'Default' },
  };
  const head = { number: String(number), date: new Date(now - number * hourMs).toISOString() };
  return {
    bill: {
      head: { ...head, seller: { name, address } },
      data: { currency: 'EUR', fullAmountInclVat: amount, lines: [line] },
      security: {},
    },
  };
}

export function addSampleReceipts(ctx: Context, userId: string, count: number): boolean {
  const user = findUser(ctx, userId);
  if (user === null) return false;
  const now = ctx.clock.now();
  ctx.state.together(() => {
    for (let left = count; left > 0; left -= 1) storeFor(ctx, user.userId, sampleBill(ctx.extensionKey, now, left));
  });
  return true;
}
