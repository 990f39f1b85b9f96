import { useEffect, useState } from 'react';
import { remainingMs } from '../../ui/remaining-ms.ts';

const secondsLeft = (until: number): number => Math.ceil(remainingMs(until) / 1_000);

/** Whole seconds until then, counted down. */
export function useSecondsLeft(until: number): number {
  const [seconds, setSeconds] = useState(() => secondsLeft(until));
  useEffect(() => {
    const tick = (): void => setSeconds(secondsLeft(until));
    tick();
    const timer = window.setInterval(tick, 1_000);
    return () => window.clearInterval(timer);
  }, [until]);
  return seconds;
}

/**
 * The seconds as a figure on a button. It stands in an attribute, which the style sheet draws: words that change every
 * second would be a new button for the guard against double taps, and for a screen reader.
 */
export function LeftSeconds({ until }: { readonly until: number }) {
  return <span className="left-seconds" aria-hidden="true" data-seconds={useSecondsLeft(until)} />;
}
