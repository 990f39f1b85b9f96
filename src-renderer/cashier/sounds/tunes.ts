import type { Sound, SoundVolume } from '../../../src-main/kernel/sounds.ts';

/** One tone: its pitch, and when it begins and ends after the sound does. */
export interface Tone {
  readonly hertz: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Told apart with closed eyes: a tick, a step up, a knock, a step down. No longer than 300 ms, and none as high as a
 * scanner's own beep.
 */
export const tunes: Readonly<Record<Sound, readonly Tone[]>> = {
  scan: [{ hertz: 1_046, fromMs: 0, toMs: 90 }],
  delivered: [
    { hertz: 659, fromMs: 0, toMs: 120 },
    { hertz: 988, fromMs: 110, toMs: 290 },
  ],
  paper: [
    { hertz: 523, fromMs: 0, toMs: 100 },
    { hertz: 523, fromMs: 150, toMs: 250 },
  ],
  attention: [
    { hertz: 622, fromMs: 0, toMs: 140 },
    { hertz: 392, fromMs: 130, toMs: 300 },
  ],
};

/** Of what the loudspeaker gives. */
export const gains: Readonly<Record<SoundVolume, number>> = { low: 0.06, middle: 0.2, high: 0.6 };
