import { strToU8, zipSync } from 'fflate';

/** A zip file of small texts, made in memory. */
export const zipTexts = (texts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])), { level: 6 });
