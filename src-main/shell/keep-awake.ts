import { powerSaveBlocker } from 'electron';
import type { Screens } from '../ports.ts';

/** While customers look at a display it must not go dark. Returns the function that ends it. */
export const keepDisplayAwake = (
  windows: Pick<Screens, 'customerDisplayConnected' | 'onDisplayChange'>,
): (() => void) => {
  let blocker: number | null = null;
  const look = (): void => {
    const shown = windows.customerDisplayConnected();
    if (shown && blocker === null) blocker = powerSaveBlocker.start('prevent-display-sleep');
    if (!shown && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  const endListening = windows.onDisplayChange(look);
  look();
  return () => {
    endListening();
    if (blocker !== null) powerSaveBlocker.stop(blocker);
    blocker = null;
  };
};
