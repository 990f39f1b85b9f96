import type { Translation } from '../../sentences.ts';
import type { handoverEn } from './en.ts';

export const handoverSv: Translation<typeof handoverEn> = {
  actionConsentBack: 'Ta tillbaka svaret',
  askConsent: 'Fråga kunden: digitalt kvitto? Tryck sedan på ”Kunden sa ja” eller ge papper.',
  agreedCashier: 'Sa ja i kassan',
  agreedTouch: 'Sa ja på kundskärmen',
  agreedScan: 'Sa ja med skannad kod',
  agreementTakenBack: 'Svaret togs tillbaka',
  dayIssues: 'Utlämnade kvitton',
  issuedCode: 'Digitalt, med koden',
  issuedAccount: 'Digitalt, i kontot',
  issuedPaper: 'På papper',
  paperTakenBack: 'Papperet togs tillbaka',
  consentCountry: 'Regler för utlämning av kvitton',
  consentDE: 'Tyskland: digitalt bara om kunden säger ja',
  consentAT: 'Österrike: utlämning och mottagande sparas',
  consentOther: 'Annat land',
  consentCounts: 'Vad som räknas som ja',
  countsCashier: 'Kassan trycker på ”Kunden sa ja”',
  countsTouch: 'Kunden trycker på skärmen',
  countsScan: 'Kundens kod skannas',
};
