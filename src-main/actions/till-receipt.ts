import { z } from 'zod';
import { acceptReceipt, judgeReceipt } from '../flows/sale/accept-receipt.ts';
import { done } from '../lib/result.ts';
import { issueSchema, type SaleResource, saleResourceSchema } from '../lib/till-view.ts';
import { defineAction } from './action.ts';
import { type Actor, tillOf } from './actor.ts';
import { toResource } from './results.ts';
import { checkRequestSchema, receiptRequestSchema } from './till-input.ts';

const sale: z.ZodType<SaleResource> = saleResourceSchema;
export const billCheckSchema = z.object({ errors: z.array(issueSchema), warnings: z.array(issueSchema) });

/** Receipts in one call, from a till, the command line or a file. */
export const tillReceiptActions = {
  'till.acceptReceipt': defineAction({
    who: ['sale', 'folder'],
    needs: 'session',
    input: receiptRequestSchema,
    strangers: 'understood',
    output: sale,
    run: async (context, request, { by, doorWarnings }) =>
      toResource(await acceptReceipt(context, { ...request, doorWarnings }, { till: tillOf(by), ...comingFrom(by) })),
  }),
  /** Nothing is stored. */
  'till.checkReceipt': defineAction({
    who: ['sale'],
    needs: 'session',
    input: checkRequestSchema,
    strangers: 'understood',
    output: billCheckSchema,
    run(context, request, { by, doorWarnings }) {
      const { errors, warnings } = judgeReceipt(context, { ...request, doorWarnings }, tillOf(by));
      return done({ errors: [...errors], warnings: [...warnings] });
    },
  }),
};

/** The receipt of a customer who has gone is not shown to the next. */
const comingFrom = (by: Actor) =>
  by.kind === 'folder'
    ? ({ origin: 'file', onScreen: by.isFresh, file: by.file } as const)
    : ({ origin: 'till' } as const);
