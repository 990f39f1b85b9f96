import type { Translation } from '../../sentences.ts';
import type { handoverEn } from './en.ts';

export const handoverEs: Translation<typeof handoverEn> = {
  actionConsentBack: 'Retirar el acuerdo',
  askConsent: 'Pregunte: ¿recibo digital? Luego toque «Cliente de acuerdo» o dé el recibo en papel.',
  agreedCashier: 'De acuerdo, dicho en caja',
  agreedTouch: 'De acuerdo, en la pantalla del cliente',
  agreedScan: 'De acuerdo, con código escaneado',
  agreementTakenBack: 'Acuerdo retirado',
  dayIssues: 'Recibos entregados',
  issuedCode: 'Digital, con el código',
  issuedAccount: 'Digital, en la cuenta',
  issuedPaper: 'En papel',
  paperTakenBack: 'Papel anulado',
  consentCountry: 'Normas para entregar recibos',
  consentDE: 'Alemania: digital solo con acuerdo',
  consentAT: 'Austria: se registran la entrega y la aceptación',
  consentOther: 'Otro país',
  consentCounts: 'Qué cuenta como acuerdo',
  countsCashier: 'La caja toca «Cliente de acuerdo»',
  countsTouch: 'El cliente toca la pantalla',
  countsScan: 'Se escanea el código del cliente',
};
