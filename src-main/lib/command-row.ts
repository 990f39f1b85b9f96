import type { z } from 'zod';

/** What a window may ask of main: who may, whether the PIN is asked for, and what goes in and out. */
export interface CommandRow {
  readonly from: readonly ('cashier' | 'customer')[];
  /**
   * Behind the PIN, where one is set; with `byInput` its action says which inputs are (`actions/`). Behind it is what changes
   * where receipts go, who may connect, what a receipt says, and what cannot be taken back. Not behind it is whatever a
   * cashier needs to serve the next customer, and the day's figures, which name nobody.
   */
  readonly locked: boolean | 'byInput';
  /** How large its input may be as JSON in UTF-8, where that is not what all others may be. */
  readonly mostBytes?: number;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

const row =
  <const Who extends 'cashier' | 'customer', const Locked extends CommandRow['locked']>(who: Who, locked: Locked) =>
  <Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) => ({
    from: [who] as const,
    locked,
    input,
    output,
  });

/** The cashier's window may ask, whoever stands there. */
export const cashier = row('cashier', false);
/** The cashier's window may ask behind the PIN. */
export const locked = row('cashier', true);
export const lockedByInput = row('cashier', 'byInput');
/** The customers' window may ask. */
export const customer = row('customer', false);
