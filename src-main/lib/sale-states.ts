/** How far a sale has come. In the database, in the answers to a till and in the windows it is the same word. */
export const saleStates = ['open', 'queued', 'delivered', 'attention', 'cancelled'] as const;
export type SaleState = (typeof saleStates)[number];

/** What became of a sale at the end of its day; each is in exactly one place. */
export const reconciliationStatuses = [
  'delivered',
  'both',
  'printed',
  'neither',
  'attention',
  'open',
  'cancelled',
] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];
