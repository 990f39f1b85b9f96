/** At most two decimals, in `currency` (ISO 4217). */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}
