import { useRef, useState } from 'react';

/** Half an entry is nobody's setting: what is typed into a field is kept when the field is left. */
export function useTyped(onKeep: (text: string) => Promise<boolean>) {
  /** Null while nothing is being typed: what main says is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const latest = useRef<string | null>(null);
  const set = (text: string | null): void => {
    latest.current = text;
    setTyped(text);
  };
  /** True when all that was typed is kept. */
  const leave = async (): Promise<boolean> => {
    const sent = latest.current;
    if (sent === null) return false;
    const isKept = await onKeep(sent);
    // Typed on while main answered: that is judged when the field is left the next time.
    if (latest.current !== sent) return false;
    setWrong(!isKept);
    if (isKept) set(null);
    return isKept;
  };
  return { typed, isWrong, type: set, leave };
}
