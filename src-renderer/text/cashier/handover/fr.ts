import type { Translation } from '../../sentences.ts';
import type { handoverEn } from './en.ts';

export const handoverFr: Translation<typeof handoverEn> = {
  actionConsentBack: 'Retirer l’accord',
  askConsent: 'Demandez : ticket numérique ? Puis touchez « Client d’accord » ou donnez le papier.',
  agreedCashier: 'Accord donné en caisse',
  agreedTouch: 'Accord donné sur l’écran client',
  agreedScan: 'Accord donné par code scanné',
  agreementTakenBack: 'Accord retiré',
  dayIssues: 'Tickets remis',
  issuedCode: 'Numérique, avec le code',
  issuedAccount: 'Numérique, dans le compte',
  issuedPaper: 'Sur papier',
  paperTakenBack: 'Papier annulé',
  consentCountry: 'Règles de remise des tickets',
  consentDE: 'Allemagne : numérique seulement avec accord',
  consentAT: 'Autriche : remise et acceptation sont consignées',
  consentOther: 'Autre pays',
  consentCounts: 'Ce qui vaut accord',
  countsCashier: 'La caisse touche « Client d’accord »',
  countsTouch: 'Le client touche l’écran',
  countsScan: 'Le code du client est scanné',
};
