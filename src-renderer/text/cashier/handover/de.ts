import type { Translation } from '../../sentences.ts';
import type { handoverEn } from './en.ts';

export const handoverDe: Translation<typeof handoverEn> = {
  actionConsentBack: 'Ja widerrufen',
  askConsent: 'Fragen Sie: digitaler Beleg? Dann „Kunde stimmt zu“ tippen oder Papier geben.',
  agreedCashier: 'Zugestimmt, an der Kasse gesagt',
  agreedTouch: 'Zugestimmt, auf dem Kundendisplay',
  agreedScan: 'Zugestimmt, durch gescannten Code',
  agreementTakenBack: 'Zustimmung zurückgenommen',
  dayIssues: 'Ausgegebene Belege',
  issuedCode: 'Digital, mit dem Code',
  issuedAccount: 'Digital, im Konto',
  issuedPaper: 'Auf Papier',
  paperTakenBack: 'Papierbeleg zurückgenommen',
  consentCountry: 'Regeln für die Belegausgabe',
  consentDE: 'Deutschland: digital nur mit Zustimmung',
  consentAT: 'Österreich: Ausgabe und Annahme werden festgehalten',
  consentOther: 'Anderes Land',
  consentCounts: 'Was als Zustimmung zählt',
  countsCashier: 'Die Kasse tippt „Kunde stimmt zu“',
  countsTouch: 'Der Kunde tippt auf die Anzeige',
  countsScan: 'Der Code des Kunden wird gescannt',
};
