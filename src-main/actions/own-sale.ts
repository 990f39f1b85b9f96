import type { z } from 'zod';
import { ownSale } from '../flows/sale/till-reach.ts';
import { failed } from '../lib/result.ts';
import { type Action, defineAction } from './action.ts';
import { tillOf } from './actor.ts';

/** The same for a sale of another till and for one that is not there: nobody finds out which. */
const nothingThere = failed('notFound', 'There is nothing with this id.');

/** A row of a till about one sale: its own, or with the shop's leave any other one. */
export const defineSaleAction = <Input extends z.ZodType<{ readonly saleId: string }>, Output extends z.ZodType>(
  row: Omit<Action<'session', Input, Output>, 'locked' | 'who' | 'needs'>,
): Action<'session', Input, Output> =>
  defineAction({
    ...row,
    who: ['sale'],
    needs: 'session',
    run(context, input, asked) {
      const sale = ownSale(context, tillOf(asked.by), input.saleId);
      if (sale === null) return nothingThere;
      // Whatever becomes of it: not every answer is the sale.
      const warnings = [...asked.doorWarnings];
      if (warnings.length > 0) context.book.change(sale.id, { type: 'warned', warnings });
      return row.run(context, input, asked);
    },
  });
