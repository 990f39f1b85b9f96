import { useEffect } from 'react';
import { useCashier, useSession } from '../cashier-context.tsx';

/** Passes each code that is scanned on this page to `take` once. */
export function useScanned(take: (text: string) => void): void {
  const { session } = useCashier();
  const scanned = useSession((now) => now.scanned);
  useEffect(() => {
    if (scanned === null) return;
    take(scanned);
    session.setState({ scanned: null });
  }, [scanned, take, session]);
}
