import type { Language } from './languages.ts';

/**
 * The customer's sentences that a shop may say in its own words, and how many characters each may have. Those that
 * promise something about a receipt are not among them: what they say follows from what is true.
 */
export const ownSentences = {
  idleTitle: 40,
  idleText: 90,
  basketTitle: 40,
  qrTitle: 40,
  welcomeTitle: 40,
  thanksTitle: 40,
  thanksText: 90,
  cancelledText: 90,
} as const;

export type OwnSentence = keyof typeof ownSentences;

/** Own words of one language; what is left out or empty is said as the program says it. */
export type OwnWords = { readonly [Sentence in OwnSentence]?: string | undefined };
export type OwnTexts = { readonly [Each in Language]?: OwnWords | undefined };

/** The name of a shop's own picture: it stands for its content. */
export const pictureName = /^[0-9a-f]{32}\.webp$/;

/** Pictures that change on the start screen. */
export const mostIdlePictures = 8;

/** Where a window finds a picture of the shop, below its own page. */
export const pictureFolder = 'own';
export const pictureAddress = (name: string): string => `${pictureFolder}/${name}`;
