/** A small cash bill without a number, so that each one is a new receipt. */
export function smallBill(
  amount = 19.9,
  extra: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    head: { date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } },
    data: {
      currency: 'EUR',
      fullAmountInclVat: amount,
      paymentTypes: [{ name: 'Cash', amount, 'extension:service': { type: 'Cash' } }],
    },
    security: {},
    ...extra,
  };
}

/** The same with a number, which identifies the receipt within its till. */
export const numberedBill = (number: string, amount = 19.9, extra: Readonly<Record<string, unknown>> = {}) =>
  smallBill(amount, { head: { number, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } }, ...extra });

/** Four articles of 1.00. The price of the last one may have more decimals than the service accepts. */
export const fourLines = (pricePerUnit: number) =>
  ['Bread', 'Milk', 'Salt', 'Cheese'].map((text, index) => ({
    text,
    item: { number: String(index), quantity: 1, pricePerUnit: index === 3 ? pricePerUnit : 1 },
    fullAmountInclVat: 1,
    vatAmounts: [],
    'extension:service': { sequenceNumber: index + 1, type: 'Default' },
  }));

/** The receipt number in a bill as the service stored it. */
export const numberOf = (body: unknown): string =>
  String((body as { readonly bill: { readonly head: { readonly number?: unknown } } }).bill.head.number);
