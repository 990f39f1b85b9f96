import type { Translation } from '../../sentences.ts';
import type { findingsEn } from './en.ts';

export const findingsSv: Translation<typeof findingsEn> = {
  findingLinesSum: 'Raderna stämmer inte med summan.',
  findingPaymentsSum: 'Betalningarna stämmer inte med summan.',
  findingVat: 'Ett momsbelopp stämmer inte.',
  findingCurrency: 'Valutan är okänd.',
  findingEInvoice: 'Något som en e-faktura kräver saknas.',
  findingExample: 'Kassan har märkt kvittot som exempel.',
  findingOtherLoyalty: 'Kassan anger en annan bonustransaktion. Den som startades här står inte på kvittot.',
  findingIdReplaced: 'Kassans nummer för kvittot godtogs inte. Det har nu ett annat.',
  findingTechnical: 'Kassans program skriver något på ett annat sätt än det ska. Säg till den som sköter det.',
  forSupport: 'För supporten: {{words}}',
};
