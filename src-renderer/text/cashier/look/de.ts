import type { Translation } from '../../sentences.ts';
import type { lookEn } from './en.ts';

export const lookDe: Translation<typeof lookEn> = {
  accent: 'Farbe des Geschäfts',
  accentHint: 'Beide Fenster tragen sie. Wo Text darauf steht, wird sie dunkler oder heller, bis er gut lesbar ist.',
  accentOwn: 'Eigene Farbe, zum Beispiel #26338f',
  inches: 'Größe des Displays (Zoll, Diagonale)',
  inchesHint: 'Bestimmt, wie groß die Schrift ist, damit sie aus 1,5 m lesbar ist.',
  inchesUnknown: 'Nicht bekannt',
  ownTexts: 'Eigene Texte',
  ownTextsHint: 'Ein leeres Feld zeigt den grauen Text.',
};
