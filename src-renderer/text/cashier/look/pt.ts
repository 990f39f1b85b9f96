import type { Translation } from '../../sentences.ts';
import type { lookEn } from './en.ts';

export const lookPt: Translation<typeof lookEn> = {
  accent: 'Cor da loja',
  accentHint: 'As duas janelas usam-na. Onde há texto por cima, escurece ou clareia até se ler bem.',
  accentOwn: 'Outra cor, por exemplo #26338f',
  inches: 'Tamanho do ecrã (polegadas, na diagonal)',
  inchesHint: 'Define o tamanho das letras, para se lerem a 1,5 m.',
  inchesUnknown: 'Desconhecido',
  ownTexts: 'Textos próprios',
  ownTextsHint: 'Um campo vazio mostra o texto a cinzento.',
};
