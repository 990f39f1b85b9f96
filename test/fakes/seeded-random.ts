import type { Random } from '../../src-main/ports.ts';

/** The same seed gives the same ids, bytes and fractions. Not for secrets. */
export function createSeededRandom(seed = 1): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256));
  return {
    bytes,
    fraction: next,
    uuid: () => {
      const raw = Buffer.from(bytes(16));
      raw[6] = ((raw[6] ?? 0) & 0x0f) | 0x40;
      raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
      return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
