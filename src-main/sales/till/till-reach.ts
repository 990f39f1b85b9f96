import type { z } from 'zod';
import { type Action, defineAction } from '../../dispatch/action.ts';
import { type Actor, tillOf } from '../../dispatch/actor.ts';
import { failed } from '../../shared/result.ts';
import { type Reach, reaches, reachOf } from '../../shared/till-names.ts';
import type { StatusResource } from '../../shared/till-view.ts';
import type { Sale } from '../sale/sale.ts';
import type { SessionContext } from '../session-context.ts';

/** The tills whose sales this till can read and change: itself, or all tills if the shop allows it. */
export const reachOfTill = (
  { settings, tillNames }: Pick<SessionContext, 'settings' | 'tillNames'>,
  till: string,
): Reach => reachOf(till, settings().posApi.tillsShareSales, tillNames());

export type OwnSaleContext = Pick<SessionContext, 'saleRepository' | 'settings' | 'tillNames'>;

/** Returns the sale if this till reaches it. Null both for a sale of another till and for a missing one. */
export function ownSale(context: OwnSaleContext, till: string, saleId: string): Sale | null {
  const sale = context.saleRepository.find(saleId);
  return sale !== null && reaches(reachOfTill(context, till), sale.till) ? sale : null;
}

/** Every till learns that the customer display is in use. Only the till of the sale learns which sale it is. */
export function statusSeenBy(status: StatusResource, isOwn: (saleId: string) => boolean): StatusResource {
  const { saleId } = status.display;
  return saleId === null || isOwn(saleId) ? status : { ...status, display: { ...status.display, saleId: null } };
}

/** The answer is the same for another till's sale and for a missing one, so that a till cannot detect the difference. */
const nothingThere = failed('notFound', 'There is nothing with this id.');

/** Defines an action of a till on one sale: its own, or any other if the shop allows it. */
export const defineSaleAction = <
  Context extends OwnSaleContext,
  Input extends z.ZodType<{ readonly saleId: string }>,
  Output extends z.ZodType,
>(
  row: Omit<Action<'session', Context, Input, Output>, 'locked' | 'who' | 'needs'> & {
    /** The action answers only after its changes are on disk (`SaleRepository.grouped`). */
    readonly isGrouped?: boolean;
  },
): Action<'session', Context, Input, Output> =>
  defineAction({
    ...row,
    who: ['sale', 'folder'],
    needs: 'session',
    run(context: Context, input, asked) {
      const run = () => {
        const sale = ownSale(context, tillOf(asked.by), input.saleId);
        if (sale === null) return nothingThere;
        // The warnings are stored for any outcome, because not every answer contains the sale.
        const warnings = [...asked.transportWarnings];
        if (warnings.length > 0) context.saleRepository.change(sale.id, { type: 'warned', warnings });
        return row.run(context, input, asked);
      };
      return row.isGrouped === true ? context.saleRepository.grouped(run) : run();
    },
  });

/** The receipt of a customer that has gone is not shown to the next one. */
export const comingFrom = (
  by: Actor,
): Pick<Sale, 'origin'> & { readonly onScreen?: boolean; readonly file?: string } =>
  by.kind === 'folder' ? { origin: 'file', onScreen: by.isFresh, file: by.file } : { origin: 'till' };
