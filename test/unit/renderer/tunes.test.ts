import { expect, test } from 'vitest';
import { sounds } from '../../../src-main/kernel/sounds.ts';
import { gains, tunes } from '../../../src-renderer/cashier/sounds/tunes.ts';

test.each(sounds)('%s is over within 300 ms', (sound) => {
  for (const { fromMs, toMs } of tunes[sound]) {
    expect(toMs).toBeLessThanOrEqual(300);
    expect(fromMs).toBeLessThan(toMs);
  }
});

test('no sound is mistaken for another: each has its own melody', () => {
  const melodies = sounds.map((sound) => JSON.stringify(tunes[sound].map(({ hertz }) => hertz)));
  expect(new Set(melodies).size).toBe(sounds.length);
});

test('louder is louder, and never more than the loudspeaker gives', () => {
  expect(gains.low).toBeLessThan(gains.middle);
  expect(gains.middle).toBeLessThan(gains.high);
  expect(gains.high).toBeLessThanOrEqual(1);
});
