import type { Sound, SoundVolume } from '../../../src-main/kernel/sounds.ts';
import { gains, type Tone, tunes } from './tunes.ts';

/** Lets a sound be heard after those that are still to be heard. A computer that has no loudspeaker says nothing. */
export type PlaySound = (sound: Sound, volume: SoundVolume) => void;

/** Between two sounds, so that they are two. */
const pauseS = 0.12;

/** A loudspeaker that comes later than this would tell of what is over. */
const latestMs = 1_000;

const mostMarks = 100;

/** A tone that begins or ends at once clicks. */
const edgeS = 0.012;

const inSeconds = (ms: number): number => ms / 1_000;

function addTone(audio: AudioContext, { hertz, fromMs, toMs }: Tone, startsAt: number, peak: number): OscillatorNode {
  const [from, to] = [startsAt + inSeconds(fromMs), startsAt + inSeconds(toMs)];
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(peak, from + edgeS);
  gain.gain.setValueAtTime(peak, to - edgeS);
  gain.gain.linearRampToValueAtTime(0, to);
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
  tone.connect(gain).connect(audio.destination);
  tone.start(from);
  tone.stop(to);
  return tone;
}

/**
 * Sounds made by the window itself, without files. What was heard stands among the page's performance marks as
 * `heard <sound>`: it is written by the end of the last tone, which a silent loudspeaker never reaches.
 */
export function createPlayer(open: () => AudioContext, onFailed: (detail: string) => void): PlaySound {
  let audio: AudioContext | null = null;
  let endsAt = 0;
  let underWay = 0;

  async function play(sound: Sound, volume: SoundVolume): Promise<void> {
    const askedAt = performance.now();
    audio ??= open();
    const on = audio;
    await on.resume();
    if (performance.now() - askedAt > latestMs) return;
    const startsAt = Math.max(on.currentTime, endsAt);
    const tones = tunes[sound].map((tone) => addTone(on, tone, startsAt, gains[volume]));
    endsAt = startsAt + inSeconds(Math.max(...tunes[sound].map(({ toMs }) => toMs))) + pauseS;
    underWay += 1;
    tones.at(-1)?.addEventListener('ended', () => {
      // The page stays open for months.
      if (performance.getEntriesByType('mark').length >= mostMarks) performance.clearMarks();
      performance.mark(`heard ${sound}`);
      underWay -= 1;
      // Held open the loudspeaker costs power, and keeps the computer awake.
      if (underWay === 0) on.suspend().catch(() => undefined);
    });
  }

  return (sound, volume) => {
    play(sound, volume).catch((error: unknown) => onFailed(String(error)));
  };
}
