import { useEffect, useMemo, useState } from 'react';
import './time-left.css';

const remainingMs = (until: number): number => Math.max(0, until - Date.now());

/** The compositor draws this without timers or frames of ours. The text beside it has the same information. */
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

/** An attribute: a text that changes every second would look like a new button to the tap guard. */
export function LeftSeconds({ until }: { readonly until: number }) {
  return <span className="left-seconds" aria-hidden="true" data-seconds={useSecondsLeft(until)} />;
}
