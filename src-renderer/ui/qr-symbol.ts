import { type BitMatrix, create } from 'qrcode';

/** The symbol of a text with error correction M, or L if the text is too long for M. Null if it is too long for L. */
export function symbolOf(text: string): BitMatrix | null {
  for (const errorCorrectionLevel of ['M', 'L'] as const) {
    try {
      return create(text, { errorCorrectionLevel }).modules;
    } catch {
      // The library has no other sign that a text is too long.
    }
  }
  return null;
}
