import type { Translation } from '../../sentences.ts';
import type { findingsEn } from './en.ts';

export const findingsFr: Translation<typeof findingsEn> = {
  findingLinesSum: 'Les lignes ne donnent pas le total.',
  findingPaymentsSum: 'Les paiements ne donnent pas le total.',
  findingVat: 'Un montant de TVA ne convient pas.',
  findingCurrency: 'La monnaie est inconnue.',
  findingEInvoice: 'Il manque une donnée pour une facture électronique.',
  findingExample: 'La caisse a marqué le ticket comme exemple.',
  findingOtherLoyalty:
    'La caisse indique une autre opération de fidélité. Celle lancée ici ne figure pas sur le ticket.',
  findingIdReplaced: 'Le numéro donné par la caisse n’a pas été accepté. Le ticket en a un autre.',
  findingTechnical:
    'Le logiciel de caisse écrit quelque chose autrement que prévu. Prévenez la personne qui s’en occupe.',
  forSupport: 'Pour l’assistance : {{words}}',
};
