import { useEffect } from 'react';
import { useCashier } from '../cashier-context.ts';

/** What main has rung: it hands it out once, whoever asks, so that nothing is heard twice. */
export function useCues(): void {
  const { view, send, play } = useCashier();
  const { cue } = view;
  useEffect(() => {
    if (cue === null) return;
    void send('sounds.take', null).then((taken) => {
      if (taken.ok && taken.value) play();
    });
  }, [cue, send, play]);
}
