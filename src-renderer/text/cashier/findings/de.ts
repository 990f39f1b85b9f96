import type { Translation } from '../../sentences.ts';
import type { findingsEn } from './en.ts';

export const findingsDe: Translation<typeof findingsEn> = {
  findingLinesSum: 'Die Positionen ergeben nicht die Summe.',
  findingPaymentsSum: 'Die Zahlungen ergeben nicht die Summe.',
  findingVat: 'Ein Steuerbetrag passt nicht.',
  findingCurrency: 'Die Währung ist nicht bekannt.',
  findingEInvoice: 'Für eine E-Rechnung fehlt eine Angabe.',
  findingExample: 'Die Kasse hat den Beleg als Beispiel gekennzeichnet.',
  findingOtherLoyalty: 'Die Kasse nennt einen anderen Bonusvorgang. Der hier begonnene steht nicht auf dem Beleg.',
  findingIdReplaced: 'Die Belegnummer der Kasse wurde nicht angenommen. Der Beleg hat jetzt eine andere.',
  findingTechnical: 'Die Kassensoftware schreibt etwas anders, als sie soll. Bitte sagen Sie es dem, der sie betreut.',
  forSupport: 'Für den Support: {{words}}',
};
