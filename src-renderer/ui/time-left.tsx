import { useMemo } from 'react';
import { remainingMs } from './remaining-ms.ts';
import './time-left.css';

/** A bar that runs out once, drawn by the compositor: no timer, no frame of ours. The words beside it say the same. */
export function TimeLeft({ until }: { readonly until: number }) {
  const leftMs = useMemo(() => remainingMs(until), [until]);
  return <span key={until} className="time-left" style={{ '--left-ms': `${leftMs}ms` }} />;
}
