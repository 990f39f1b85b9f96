import { lazy, Suspense, useEffect } from 'react';
import { useCashier, useSession } from './cashier-context.tsx';
import { DockWindow } from './dock/dock-window.tsx';
import { SmallDock, useCallsPanel, useIsSmall } from './dock/small-dock.tsx';
import { FullWindow } from './full-window.tsx';
import { WithPin } from './pin/asked-pin.tsx';
import { useIsLocked } from './pin/use-unlock.ts';
import { useOpenedSale } from './sale/use-sale-actions.ts';
import { useScannedCodes } from './use-scanned-codes.ts';

const ScreenKeyboard = lazy(async () => ({ default: (await import('./keyboard/screen-keyboard.tsx')).ScreenKeyboard }));
const Welcome = lazy(async () => ({ default: (await import('./welcome/welcome.tsx')).Welcome }));

/** The two forms of the cashier window. The docked one is small until it is opened as a panel. */
export function CashierWindow() {
  const { view } = useCashier();
  useOpenedSale();
  useScannedCodes();
  useCues();
  useCallsPanel();
  const isSmall = useIsSmall();
  const asked = useSession(({ welcome }) => welcome);
  const isLocked = useIsLocked();
  // The number of times that the service stored each receipt number.
  const isWelcome = (asked ?? view.setupOffered) && !isLocked && view.setupRequired === null;
  if (view.form === 'full')
    return (
      <div className="above-keyboard">
        <WithPin>
          {isWelcome ? (
            <Suspense>
              <Welcome />
            </Suspense>
          ) : (
            <FullWindow />
          )}
        </WithPin>
        <Suspense>
          <ScreenKeyboard />
        </Suspense>
      </div>
    );
  return <WithPin>{isSmall ? <SmallDock /> : <DockWindow />}</WithPin>;
}

/** Plays requested sounds. The main process returns each sound only once. */
function useCues(): void {
  const { view, ask, play } = useCashier();
  const { cue } = view;
  useEffect(() => {
    if (cue === null) return;
    void ask('sounds.take', null).then((taken) => {
      if (taken.ok && taken.value) play();
    });
  }, [cue, ask, play]);
}
