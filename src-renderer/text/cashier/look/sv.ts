import type { Translation } from '../../sentences.ts';
import type { lookEn } from './en.ts';

export const lookSv: Translation<typeof lookEn> = {
  accent: 'Butikens färg',
  accentHint: 'Båda fönstren bär den. Där text står på den görs den mörkare eller ljusare tills den går att läsa.',
  accentOwn: 'Egen färg, till exempel #26338f',
  inches: 'Skärmens storlek (tum, diagonalt)',
  inchesHint: 'Avgör hur stor texten är, så att den går att läsa på 1,5 m.',
  inchesUnknown: 'Inte känd',
  ownTexts: 'Egna texter',
  ownTextsHint: 'Ett tomt fält visar texten i grått.',
};
