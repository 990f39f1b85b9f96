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
