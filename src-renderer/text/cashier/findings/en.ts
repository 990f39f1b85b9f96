/** What is odd about a receipt that was sent all the same (`kernel/findings.ts`). */
export const findingsEn = {
  findingLinesSum: 'The lines do not add up to the total.',
  findingPaymentsSum: 'The payments do not add up to the total.',
  findingVat: 'A VAT amount does not fit.',
  findingCurrency: 'The currency is not known.',
  findingEInvoice: 'Something is missing that an e-invoice needs.',
  findingExample: 'The till marked the receipt as an example.',
  findingOtherLoyalty:
    'The till names another loyalty transaction. The one that was started here is not on the receipt.',
  findingIdReplaced: 'The till’s number for the receipt was not accepted. It has another one now.',
  findingTechnical: 'The till’s software writes something in a way it should not. Please tell whoever looks after it.',
  forSupport: 'For support: {{words}}',
} as const;
