import { z } from 'zod';
import { type Language, languages } from './languages.ts';

/**
 * The customer's sentences that a shop may say in its own words, and how many characters each may have. Those that
 * promise something about a receipt are none of them: what they say follows from what is true.
 */
export const ownSentences = {
  idleTitle: 40,
  idleText: 90,
  basketTitle: 40,
  welcomeTitle: 40,
  thanksTitle: 40,
  thanksText: 90,
  cancelledText: 90,
} as const;

export type OwnSentence = keyof typeof ownSentences;

/** Own words of one language; what is left out or empty is said as the program says it. */
export type OwnWords = { readonly [Sentence in OwnSentence]?: string | undefined };
export type OwnTexts = { readonly [Each in Language]?: OwnWords | undefined };

/** One line, and nothing that turns the direction of writing or cannot be seen; a joiner, of which some signs are made. */
const plain = /^(?:\u200d|[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])*$/u;

const words = (most: number) => {
  const expected = `one line of plain text of at most ${most} characters`;
  return z.string(expected).max(most, expected).regex(plain, expected).optional();
};

const ownWords = z.strictObject({
  idleTitle: words(ownSentences.idleTitle),
  idleText: words(ownSentences.idleText),
  basketTitle: words(ownSentences.basketTitle),
  welcomeTitle: words(ownSentences.welcomeTitle),
  thanksTitle: words(ownSentences.thanksTitle),
  thanksText: words(ownSentences.thanksText),
  cancelledText: words(ownSentences.cancelledText),
} satisfies Record<OwnSentence, z.ZodType>);

export const ownTextsSchema = z.partialRecord(z.enum(languages), ownWords);
