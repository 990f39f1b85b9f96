import { useEffect } from 'react';
import { useCashier } from '../cashier-context.ts';

/** What main has rung: it hands out each sound once, whoever asks, so that nothing is heard twice. */
export function useCues(): void {
  const { view, send, play } = useCashier();
  const volume = view.settings['sounds.volume'].value;
  const { cue } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: louder is no reason to ask again
  useEffect(() => {
    if (cue === null) return;
    void send('sounds.take', null).then((taken) => {
      if (taken.ok) for (const sound of taken.value) play(sound, volume);
    });
  }, [cue, send, play]);
}
