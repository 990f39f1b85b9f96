import { useRef, useState } from 'react';

interface Typed {
  /** Null while nothing is being typed: what main says is shown. */
  readonly typed: string | null;
  /** Main refused what was typed. */
  readonly isWrong: boolean;
  type(text: string): void;
  /** True when all that was typed is kept. */
  leave(): Promise<boolean>;
}

/** Half an entry is nobody's setting: what is typed into a field is kept when the field is left. */
export function useTyped(onKeep: (text: string) => Promise<boolean>): Typed {
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const latest = useRef<string | null>(null);
  const set = (text: string | null): void => {
    latest.current = text;
    setTyped(text);
  };
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
