import type { Language } from './languages.ts';

/** The sentences that a shop may replace, with their longest length. No sentence that promises a receipt is here. */
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

/** Own texts of one language. For a missing or empty one the app's text is used. */
export type OwnWords = { readonly [Sentence in OwnSentence]?: string | undefined };
export type OwnTexts = { readonly [Each in Language]?: OwnWords | undefined };

/** The file name of a shop's own picture: the hash of its content. */
export const pictureName = /^[0-9a-f]{32}\.webp$/;

export const mostIdlePictures = 8;

/** The path of the shop's pictures, relative to a window's page. */
export const pictureFolder = 'own';
export const pictureAddress = (name: string): string => `${pictureFolder}/${name}`;
