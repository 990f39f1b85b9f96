import { z } from 'zod';
import { languages } from './languages.ts';
import { type OwnSentence, ownSentences } from './own-texts.ts';

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
