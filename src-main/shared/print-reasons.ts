/** Why a print became a receipt (true) or not (false). The windows have a sentence for each code. */
export const printReasons = {
  code: true,
  text: true,
  again: true,
  reprint: false,
  'second-copy': false,
  old: false,
  'not-a-receipt': false,
  'code-malformed': false,
  'does-not-sum': false,
  contradiction: false,
  ambiguous: false,
  'no-code': false,
  'excluded-word': false,
  'no-item': false,
  'no-total': false,
  'not-confirmed': false,
  'other-day': false,
  'other-currency': false,
  'card-number': false,
  'too-long': false,
  'reader-failed': false,
  'not-recognised': false,
  'not-ready': false,
  refused: false,
} as const;

export type PrintReason = keyof typeof printReasons;
