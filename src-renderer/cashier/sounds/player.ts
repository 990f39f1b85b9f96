/** Plays the sound that calls a person. Without a loudspeaker nothing happens. */
export type PlaySound = () => void;

/** Two falling tones, lower than the beep of a scanner. Times are in seconds. */
const tones = [
  { hertz: 622, from: 0, to: 0.14 },
  { hertz: 392, from: 0.13, to: 0.3 },
] as const;

const loudness = 0.3;

/** A busy till may need seconds to open its loudspeaker. A later sound would confuse people. */
const latestMs = 10_000;

const mostMarks = 100;

/** Without this fade a tone would click. */
const edgeS = 0.012;

function addTone(audio: AudioContext, { hertz, from, to }: (typeof tones)[number], startsAt: number): OscillatorNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, startsAt + from);
  gain.gain.linearRampToValueAtTime(loudness, startsAt + from + edgeS);
  gain.gain.setValueAtTime(loudness, startsAt + to - edgeS);
  gain.gain.linearRampToValueAtTime(0, startsAt + to);
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
  tone.connect(gain).connect(audio.destination);
  tone.start(startsAt + from);
  tone.stop(startsAt + to);
  return tone;
}

/** Marks the end of the last tone as a performance mark, which proves that the sound was played. */
export function createPlayer(open: () => AudioContext, onFailed: (detail: string) => void): PlaySound {
  let audio: AudioContext | null = null;
  let underWay = 0;

  async function play(): Promise<void> {
    const askedAt = performance.now();
    audio ??= open();
    const on = audio;
    await on.resume();
    if (performance.now() - askedAt > latestMs) return;
    const last = tones.map((tone) => addTone(on, tone, on.currentTime)).at(-1);
    underWay += 1;
    last?.addEventListener('ended', () => {
      // The page stays open for months, so old marks are removed.
      if (performance.getEntriesByType('mark').length >= mostMarks) performance.clearMarks();
      performance.mark('heard attention');
      underWay -= 1;
      // An open loudspeaker uses power and keeps the computer awake.
      if (underWay === 0) on.suspend().catch(() => undefined);
    });
  }

  return () => {
    play().catch((error: unknown) => onFailed(String(error)));
  };
}
