import { z } from 'zod';
import { cancelLoyalty, startLoyalty } from '../flows/sale/loyalty.ts';
import { loyaltyResource } from '../flows/sale/sale-resource.ts';
import { done } from '../lib/result.ts';
import { type LoyaltyResource, loyaltySchema } from '../lib/till-view.ts';
import { commandActions } from './action.ts';
import { defineSaleAction } from './own-sale.ts';
import { nothing } from './results.ts';
import { loyaltyRequestSchema, onSale, onSaleWith } from './till-input.ts';

export const loyaltyCancelledSchema = z.object({ transactionId: z.string(), status: z.string() });
const loyaltyOutput: z.ZodType<LoyaltyResource> = loyaltySchema;

/** The loyalty transaction of a sale. */
export const loyaltyActions = {
  ...commandActions('session', {
    'loyalty.start': async (context, { saleId, externalUserId }) =>
      nothing(await startLoyalty(context, saleId, externalUserId)),
    'loyalty.cancel': async (context, { saleId }) => nothing(await cancelLoyalty(context, saleId)),
  }),
  /** `outcomeUnknown` when it may have been started; it is never repeated by the app. */
  'till.startLoyalty': defineSaleAction({
    input: onSaleWith(loyaltyRequestSchema),
    strangers: 'understood',
    output: loyaltyOutput,
    async run(context, { saleId, sent }) {
      const started = await startLoyalty(context, saleId, sent.externalUserId);
      if (!started.ok) return started;
      const { loyalty } = started.value;
      if (loyalty === null) throw new Error('a started loyalty transaction has no record');
      return done(loyaltyResource(loyalty));
    },
  }),
  'till.cancelLoyalty': defineSaleAction({
    input: onSale,
    strangers: 'understood',
    output: loyaltyCancelledSchema,
    run: (context, { saleId }) => cancelLoyalty(context, saleId),
  }),
};
