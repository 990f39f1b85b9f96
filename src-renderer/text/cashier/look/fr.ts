import type { Translation } from '../../sentences.ts';
import type { lookEn } from './en.ts';

export const lookFr: Translation<typeof lookEn> = {
  accent: 'Couleur du magasin',
  accentHint: 'Les deux fenêtres la portent. Sous du texte, elle est assombrie ou éclaircie pour rester lisible.',
  accentOwn: 'Autre couleur, par exemple #26338f',
  inches: 'Taille de l’écran (pouces, en diagonale)',
  inchesHint: 'Détermine la taille du texte, pour qu’il soit lisible à 1,5 m.',
  inchesUnknown: 'Inconnue',
  ownTexts: 'Vos propres textes',
  ownTextsHint: 'Un champ vide affiche le texte en gris.',
};
