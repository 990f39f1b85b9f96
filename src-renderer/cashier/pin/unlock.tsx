import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import { ask, session, useSession, useView } from '../window-state.tsx';

const PinGate = lazy(async () => ({ default: (await import('./pin-pad.tsx')).PinGate }));

export function WithPin({ children }: { readonly children: ReactNode }) {
  const prompt = useSession((now) => now.pinPrompt);
  const before = useRef<Element | null>(null);
  const isOpen = prompt !== null;
  const answer = useCallback((isUnlocked: boolean) => {
    session.getState().pinPrompt?.(isUnlocked);
    session.setState({ pinPrompt: null });
  }, []);
  useEffect(() => {
    if (isOpen) before.current = document.activeElement;
    // The focus returns to the control that needed the PIN.
    else if (before.current instanceof HTMLElement) before.current.focus();
  }, [isOpen]);
  return (
    <>
      <div className="whole" inert={isOpen}>
        {children}
      </div>
      {isOpen && (
        <Suspense>
          <PinGate onAnswer={answer} />
        </Suspense>
      )}
    </>
  );
}

export function useIsLocked(): boolean {
  const { pin } = useView();
  return pin.isSet && pin.unlockedUntil === null;
}

/** The shortest interval between reports that a person is still typing here. */
const restMs = 20_000;

export function useStay(): () => void {
  const view = useView();
  const last = useRef(0);
  return () => {
    const now = performance.now();
    if (view.pin.unlockedUntil === null || now - last.current < restMs) return;
    last.current = now;
    void ask('pin.stay', null);
  };
}
