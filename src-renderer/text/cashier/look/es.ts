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
  ownHeadline: '{{screen}}: título',
  ownSentence: '{{screen}}: frase',
  ownRule: 'Una sola línea, {{most}} caracteres como máximo.',
  preview: 'Vista previa',
  previewOf: 'Vista previa de la pantalla de cliente: {{screen}}',
  previewShows: 'La vista previa muestra',
  previewIdle: 'Pantalla de inicio',
  previewBasket: 'Compra',
  previewQr: 'Código QR',
  previewReady: 'Recibo listo',
  previewPaper: 'Recibo en papel',
  previewWelcome: 'Fidelización',
  previewThanks: 'Gracias',
  previewCancelled: 'Cancelado',
  previewItems: 'Café|Pan de centeno|Manzanas, 1 kg',
};
