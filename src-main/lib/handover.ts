/** How a customer says yes to the digital receipt: told to the cashier, touched on the screen, or by a code that was scanned. */
export const consentKinds = ['cashier', 'touch', 'scan'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** How a receipt reached its customer. */
export const issueKinds = ['code', 'account', 'paper'] as const;
export type IssueKind = (typeof issueKinds)[number];

/** Whose law the shop follows where a receipt is handed over. */
export const consentCountries = ['DE', 'AT', 'other'] as const;
export type ConsentCountry = (typeof consentCountries)[number];

/** What was said about a receipt. Times in milliseconds since the epoch. */
export interface ConsentEntry {
  readonly at: number;
  readonly what: 'agreed' | 'agreementTakenBack';
  readonly how: ConsentKind;
}

/** How a receipt reached its customer, or that its paper did not after all. */
export type IssueEntry =
  | { readonly at: number; readonly what: 'issued'; readonly how: IssueKind }
  | { readonly at: number; readonly what: 'paperTakenBack'; readonly how: 'paper' };

export type HandoverEntry = ConsentEntry | IssueEntry;
