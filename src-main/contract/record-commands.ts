import { z } from 'zod';
import { guid } from '../kernel/guid.ts';
import type { AttentionRowView, AttentionView, DaysView, ReceiptView } from './record-views.ts';

/** What the window may ask of what is on record: part of the table in `commands.ts`. */

const onSale = z.strictObject({ saleId: guid });
/** A JSON pointer into a bill, and what is typed for it. */
const typedValues = z.record(z.string().max(500), z.string().max(10_000));

export const recordCommands = {
  /** What needs a person, newest first; `cursor` is `next` of the page before. */
  'attention.list': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ cursor: z.int().min(0).nullable() }),
    output: z.strictObject({ rows: z.array(z.custom<AttentionRowView>()), next: z.int().nullable() }),
  },
  'attention.get': { from: ['cashier'], locked: false, input: onSale, output: z.custom<AttentionView>() },
  /** Sends a refused bill again with these values. `invalid` says by path what does not fit. */
  'attention.repair': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ saleId: guid, values: typedValues }),
    output: z.null(),
  },
  /** Keeps what was typed for a refused bill until it is sent; null forgets it. */
  'attention.keep': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({
      saleId: guid,
      draft: z.strictObject({ values: typedValues, billText: z.string().max(200_000).nullable() }).nullable(),
    }),
    output: z.null(),
  },
  'receipts.get': { from: ['cashier'], locked: false, input: onSale, output: z.custom<ReceiptView>() },
  /** The 14 days up to this one. */
  'day.row': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ until: z.iso.date() }),
    output: z.custom<DaysView>(),
  },
  /** Opens the page of a receipt in this computer's browser; `opened` false: no browser started. */
  'receipts.openPage': {
    from: ['cashier'],
    locked: false,
    input: onSale,
    output: z.strictObject({ opened: z.boolean() }),
  },
  /** Shows a file that was saved in this run in its folder. */
  'exports.show': {
    from: ['cashier'],
    locked: false,
    input: z.strictObject({ path: z.string().max(4_096) }),
    output: z.null(),
  },
} as const;
