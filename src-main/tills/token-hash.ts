import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../ports.ts';

/** A pairing token: 256 random bits, base64url, 43 characters. It is shown once and kept as its hash. */
export function newToken(random: Pick<Random, 'bytes'>): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

/** What is kept of a token: its SHA-256 in hex. 256 random bits need neither salt nor stretching. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** Compares two texts in a time that tells nothing about where they differ. */
export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(left), digest(right));
}
