import type { Translation } from '../../sentences.ts';
import type { handoverEn } from './en.ts';

export const handoverPt: Translation<typeof handoverEn> = {
  actionConsentBack: 'Retirar o acordo',
  askConsent: 'Pergunte: recibo digital? Depois toque em “Cliente de acordo” ou dê o recibo em papel.',
  agreedCashier: 'De acordo, dito na caixa',
  agreedTouch: 'De acordo, no ecrã do cliente',
  agreedScan: 'De acordo, com código lido',
  agreementTakenBack: 'Acordo retirado',
  dayIssues: 'Recibos entregues',
  issuedCode: 'Digital, com o código',
  issuedAccount: 'Digital, na conta',
  issuedPaper: 'Em papel',
  paperTakenBack: 'Papel anulado',
  consentCountry: 'Regras para entregar recibos',
  consentDE: 'Alemanha: digital só com acordo',
  consentAT: 'Áustria: entrega e aceitação ficam registadas',
  consentOther: 'Outro país',
  consentCounts: 'O que conta como acordo',
  countsCashier: 'A caixa toca em “Cliente de acordo”',
  countsTouch: 'O cliente toca no ecrã',
  countsScan: 'O código do cliente é lido',
};
