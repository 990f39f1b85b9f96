/** Plays the sound that calls a person. A computer without a loudspeaker stays silent. */
export type PlaySound = () => void;

/** Two falling tones, lower than a scanner's own beep, in hertz and seconds after the start of the sound. */
const tones = [
  { hertz: 622, from: 0, to: 0.14 },
  { hertz: 392, from: 0.13, to: 0.3 },
] as const;

const loudness = 0.3;

/** A busy till may need seconds to open its loudspeaker; a later sound would report something that is over. */
const latestMs = 10_000;

const mostMarks = 100;

/** A tone without this fade would click. */
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

/** A performance mark at the end of the last tone shows that it was heard: a silent speaker never reaches it. */
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
      // The page stays open for months.
      if (performance.getEntriesByType('mark').length >= mostMarks) performance.clearMarks();
      performance.mark('heard attention');
      underWay -= 1;
      // An open loudspeaker needs power and keeps the computer awake.
      if (underWay === 0) on.suspend().catch(() => undefined);
    });
  }

  return () => {
    play().catch((error: unknown) => onFailed(String(error)));
  };
}
