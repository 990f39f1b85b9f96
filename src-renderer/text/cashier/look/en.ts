/** How the customers' display looks, and which one it is. */
export const lookEn = {
  accent: 'Colour of the shop',
  accentHint: 'Both windows wear it. Where words stand on it, it is darkened or lightened until they can be read.',
  accentOwn: 'Own colour, such as #26338f',
  inches: 'Size of the display (inches, corner to corner)',
  inchesHint: 'Sets how large the words are, so that they can be read from 1.5 m.',
  inchesUnknown: 'Not known',
  ownTexts: 'Own words',
  ownTextsHint: 'An empty field says what stands there in grey.',
} as const;
