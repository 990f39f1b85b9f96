import { useEffect, useEffectEvent } from 'react';
import type { Sound } from '../../../src-main/kernel/sounds.ts';
import { useCashier } from '../cashier-context.ts';

/** What main has rung: it hands out each sound once, whoever asks, so that nothing is heard twice. */
export function useCues(): void {
  const { view, send, play } = useCashier();
  const volume = view.settings['sounds.volume'].value;
  const { cue } = view;
  // As loud as it is set now: louder is no reason to ask again.
  const hear = useEffectEvent((sounds: readonly Sound[]) => {
    for (const sound of sounds) play(sound, volume);
  });
  useEffect(() => {
    if (cue === null) return;
    void send('sounds.take', null).then((taken) => {
      if (taken.ok) hear(taken.value);
    });
  }, [cue, send]);
}
