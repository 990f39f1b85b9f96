import type { BrowserWindow } from 'electron';

/**
 * Where a window can be made that a tap gives no keyboard: Windows (WS_EX_NOACTIVATE) and macOS (a panel). On Linux Electron
 * would take such a window from the window manager altogether, and could not give it the keyboard later.
 */
export const lendsKeyboard = (platform: NodeJS.Platform): boolean => platform === 'win32' || platform === 'darwin';

/** The keyboard is the till's; the dock gets it while somebody writes in it, and gives it back. */
export const lendKeyboard = (
  platform: NodeJS.Platform,
  window: Pick<BrowserWindow, 'setFocusable' | 'focus' | 'blur'>,
  wanted: boolean,
): void => {
  if (!lendsKeyboard(platform)) return;
  window.setFocusable(wanted);
  if (wanted) window.focus();
  // To the window below, the till's. On macOS the till is still the active program, and this would put the dock behind it.
  else if (platform === 'win32') window.blur();
};
