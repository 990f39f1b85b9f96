import type { Sale } from './sale.ts';

/**
 * What stays of a settled sale once its customer must be in it no more: ids, states, amounts, times, and how it was handed
 * over. Pure. Texts of the service and of our own warnings go too: they quote what was in the bill.
 */
export const withoutCustomer = (sale: Sale): Sale => ({
  ...sale,
  externalId: null,
  customerScanned: false,
  buyerInformation: null,
  billedFor: sale.billedFor?.storeId === undefined ? null : { storeId: sale.billedFor.storeId },
  openedWith: '',
  loyalty:
    sale.loyalty === null
      ? null
      : {
          ...sale.loyalty,
          transactionId: null,
          customerId: null,
          points: null,
          activatedRewards: [],
          providerData: null,
        },
  attention: null,
  warnings: [],
});
