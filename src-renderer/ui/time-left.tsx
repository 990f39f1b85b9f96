import { useEffect, useMemo, useState } from 'react';
import './time-left.css';

const remainingMs = (until: number): number => Math.max(0, until - Date.now());

/** A bar that runs out once, drawn by the compositor: no timer, no frame of ours. The words beside it say the same. */
export function TimeLeft({ until }: { readonly until: number }) {
  const leftMs = useMemo(() => remainingMs(until), [until]);
  return <span key={until} className="time-left" style={{ '--left-ms': `${leftMs}ms` }} />;
}

/** Whole seconds until then, counted down. */
export function useSecondsLeft(until: number): number {
  const [seconds, setSeconds] = useState(() => Math.ceil(remainingMs(until) / 1_000));
  useEffect(() => {
    const tick = (): void => setSeconds(Math.ceil(remainingMs(until) / 1_000));
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
