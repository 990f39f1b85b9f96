/** The states of a sale, with the same names in the database and in answers to tills and windows. */
export const saleStates = ['open', 'queued', 'delivered', 'attention', 'cancelled'] as const;
export type SaleState = (typeof saleStates)[number];

/** Whether a receipt can be sent again under its id, which the service stores only once. If not, a person decides. */
export const goesUnderItsId = (
  attention: { readonly status: number | null; readonly code: string | null } | null,
): boolean => (attention?.code ?? null) === null || (attention?.code === 'mayBeDelivered' && attention.status !== null);

/** The outcomes of sales in the day's reconciliation. Each sale has exactly one. */
export const reconciliationStatuses = [
  'delivered', // without paper
  'both', // delivered and also given on paper
  'printed', // on paper and not delivered yet
  'neither', // paid, and neither delivered nor printed yet
  'attention',
  'open',
  'cancelled',
] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

/**
 * The way in which a customer agreed to the digital receipt: told to the cashier, by touch on the display, or by
 * scanning a code.
 */
export const consentKinds = ['cashier', 'touch', 'scan'] as const;
export type ConsentKind = (typeof consentKinds)[number];

export const issueKinds = ['code', 'account', 'email', 'paper'] as const;
export type IssueKind = (typeof issueKinds)[number];

export interface ConsentEntry {
  readonly at: number;
  readonly what: 'agreed' | 'agreementTakenBack';
  readonly how: ConsentKind;
}

/** The way in which a receipt reached its customer, or that its paper was withdrawn. */
export type IssueEntry =
  | { readonly at: number; readonly what: 'issued'; readonly how: IssueKind }
  | { readonly at: number; readonly what: 'paperTakenBack'; readonly how: 'paper' };

export type IssuanceEntry = ConsentEntry | IssueEntry;

export type SaleWarning =
  | 'linesSum'
  | 'paymentsSum'
  | 'vat'
  | 'currency'
  | 'eInvoice'
  | 'example'
  | 'otherLoyalty'
  | 'idReplaced'
  | 'emailOff'
  | 'sentBefore'
  | 'technical';
