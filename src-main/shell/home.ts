import { type BrowserWindow, type Display, type Rectangle, screen } from 'electron';
import { boundsAtHome, type Home, homeAmong, homeAt } from './placement.ts';

/** The display and the position where a person wants the cashier window. They outlive a display that is disconnected. */
export function createHome() {
  let home: Home | null = null;
  const display = (): Display | null => (home === null ? null : homeAmong(screen.getAllDisplays(), home));
  return {
    /** Its display while that is connected, also before the window has come back to it. */
    display,
    displayFor: (window: BrowserWindow | null): Display =>
      display() ?? (window === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(window.getBounds())),
    begin(on: Display, bounds: Rectangle): void {
      home = homeAt(screen.getAllDisplays(), on, bounds);
    },
    note(window: BrowserWindow | null): void {
      if (window === null || window.isMinimized()) return;
      const bounds = window.getBounds();
      home = homeAt(screen.getAllDisplays(), screen.getDisplayMatching(bounds), bounds);
    },
    /** Brings the window back to its display. A docked window is placed by the dock. */
    bring(window: BrowserWindow, isDocked: boolean): void {
      const on = display();
      if (home === null || on === null) return;
      home = homeAt(screen.getAllDisplays(), on, boundsAtHome(home, on));
      if (isDocked || screen.getDisplayMatching(window.getBounds()).id === on.id) return;
      // A window that fills its display neither moves nor returns with its size.
      const isMaximized = window.isMaximized();
      if (isMaximized) window.unmaximize();
      window.setBounds(home.window);
      if (isMaximized) window.maximize();
    },
  };
}
