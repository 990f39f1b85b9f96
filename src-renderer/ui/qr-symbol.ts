import { type BitMatrix, create } from 'qrcode';

/** The symbol of a text, error correction M; what is too long for M gets L, and null what is too long for that, too. */
export function symbolOf(text: string): BitMatrix | null {
  for (const errorCorrectionLevel of ['M', 'L'] as const) {
    try {
      return create(text, { errorCorrectionLevel }).modules;
    } catch {
      // The library says in no other way that a text is too long.
    }
  }
  return null;
}
