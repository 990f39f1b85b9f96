import { examples } from './described-routes.ts';
import words from './field-words.json' with { type: 'json' };

const { id, reference, billId, url, createdAt, updatedAt } = examples.openSale;
const { head, data, security } = examples.bill;

/** The values in the example of a route. */
const quoted: Readonly<Record<string, unknown>> = {
  id,
  reference,
  acceptedAs: id,
  billId,
  url,
  createdAt,
  updatedAt,
  saleId: id,
  receiptId: billId,
  'SaleEvent.data': examples.openSale,
  'ListSalesAnswer.items': [examples.openSale],
  loyalty: examples.loyalty,
  activatedRewards: examples.loyalty.activatedRewards,
  customerId: examples.userId,
  userId: examples.userId,
  'StatusEvent.data': examples.status,
  outbox: examples.status.outbox,
  display: examples.status.display,
  bill: examples.bill,
  head,
  data,
  security,
  seller: head.seller,
  nextTryAt: createdAt,
  paymentTypes: data.paymentTypes,
  vatAmounts: data.vatAmounts,
  lines: data.lines,
  item: data.lines[0]?.item,
};

/** The key is the name of a property, or schema and name. A schema's own description (`.describe`) replaces it. */
export const fieldWords: Readonly<Record<string, readonly [string, unknown?]>> = Object.fromEntries(
  Object.values(words).flatMap((part: Readonly<Record<string, readonly unknown[]>>) =>
    Object.entries(part).map(([name, [says, example = quoted[name]]]) => [name, [String(says), example] as const]),
  ),
);
