import type { Translation } from '../../sentences.ts';
import type { findingsEn } from './en.ts';

export const findingsEs: Translation<typeof findingsEn> = {
  findingLinesSum: 'Las líneas no suman el total.',
  findingPaymentsSum: 'Los pagos no suman el total.',
  findingVat: 'Un importe de IVA no cuadra.',
  findingCurrency: 'No se conoce la moneda.',
  findingEInvoice: 'Falta un dato que exige una factura electrónica.',
  findingExample: 'La caja ha marcado el recibo como ejemplo.',
  findingOtherLoyalty: 'La caja indica otra operación de fidelización. La que se inició aquí no figura en el recibo.',
  findingIdReplaced: 'No se ha aceptado el número de la caja para el recibo. Ahora tiene otro.',
  findingTechnical: 'El programa de caja escribe algo de forma incorrecta. Avise a quien lo mantiene.',
  forSupport: 'Para el soporte: {{words}}',
};
