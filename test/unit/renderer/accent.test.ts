import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, deriveAccent, ink, paper, white } from '../../../src-renderer/theme/accent.ts';

const channel = fc.integer({ min: 0, max: 255 });
const colour = fc
  .tuple(channel, channel, channel)
  .map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

describe('the accent', () => {
  test('black on white is 21:1 and a colour on itself 1:1', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#777777')).toBe(1);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  test('every colour becomes a fill whose text has a contrast of at least 7:1', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        const accent = deriveAccent(hex);
        return contrast(accent.fill, accent.onFill) >= 7;
      }),
    );
  });

  test('every colour becomes an ink with a contrast of at least 7:1 on paper, on white and on its own tint', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        const accent = deriveAccent(hex);
        return [paper, white, accent.soft].every((ground) => contrast(accent.ink, ground) >= 7);
      }),
    );
  });

  test('ordinary ink has a contrast of at least 7:1 on the tint of every colour', () => {
    fc.assert(fc.property(colour, (hex) => contrast(ink, deriveAccent(hex).soft) >= 7));
  });

  test('a colour with enough contrast is not changed', () => {
    expect(deriveAccent('#26338f').fill).toBe('#26338f');
    expect(deriveAccent('#ffe066')).toMatchObject({ fill: '#ffe066', onFill: ink });
  });
});
