/**
 * Who uses a reference: two tills may count alike, and each door counts for itself. A paired till is named by the id of
 * its pairing token (the fixed token of a headless host is one till), the
 * command line by that id with a word behind it (`pos-api/surface.ts`), everything else by one of these.
 */
export const tillNames = {
  /** The watched folder. */
  folder: 'folder',
  /** A sale that the cashier opens. */
  hand: 'hand',
  /** Code of this program that speaks for no till. */
  program: 'program',
  /** Sales of versions that did not know their till. */
  unknown: 'before',
} as const;
