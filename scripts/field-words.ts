import {
  billExample,
  loyaltyExample,
  openSaleExample,
  statusExample,
  userIdExample,
} from '../src-main/api/routes/examples.ts';
import words from './field-words.json' with { type: 'json' };

const { id, reference, billId, url, createdAt, updatedAt } = openSaleExample;
const { head, data, security } = billExample;

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
  'SaleEvent.data': openSaleExample,
  'ListSalesAnswer.items': [openSaleExample],
  loyalty: loyaltyExample,
  activatedRewards: loyaltyExample.activatedRewards,
  customerId: userIdExample,
  userId: userIdExample,
  'StatusEvent.data': statusExample,
  outbox: statusExample.outbox,
  display: statusExample.display,
  bill: billExample,
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

/** By the name of a property, or schema and name. A schema's own description (`.describe`) replaces it. */
export const fieldWords: Readonly<Record<string, readonly [string, unknown?]>> = Object.fromEntries(
  Object.values(words).flatMap((part: Readonly<Record<string, readonly unknown[]>>) =>
    Object.entries(part).map(([name, [says, example = quoted[name]]]) => [name, [String(says), example] as const]),
  ),
);
