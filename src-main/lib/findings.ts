/** What may be odd about a receipt that was sent all the same: what it comes to for a person at the till. */
const findings = [
  'linesSum',
  'paymentsSum',
  'vat',
  'currency',
  'eInvoice',
  'example',
  'otherLoyalty',
  'idReplaced',
  'sentBefore',
  'technical',
] as const;
export type Finding = (typeof findings)[number];
