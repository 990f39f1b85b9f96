import type { Translation } from '../../sentences.ts';
import type { lookEn } from './en.ts';

export const lookEs: Translation<typeof lookEn> = {
  accent: 'Color de la tienda',
  accentHint: 'Lo llevan las dos ventanas. Donde hay texto encima, se oscurece o se aclara hasta que se lee bien.',
  accentOwn: 'Otro color, por ejemplo #26338f',
  inches: 'Tamaño de la pantalla (pulgadas, en diagonal)',
  inchesHint: 'Determina el tamaño de la letra, para que se lea a 1,5 m.',
  inchesUnknown: 'Desconocido',
  ownTexts: 'Textos propios',
  ownTextsHint: 'Un campo vacío muestra el texto en gris.',
};
