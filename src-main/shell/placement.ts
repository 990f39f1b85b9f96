import type { BrowserWindowConstructorOptions } from 'electron';
import { type DisplayInfo, dockBounds, fullBounds, nearBounds, type Rectangle, tabBounds } from './displays.ts';
import { lendsKeyboard } from './keyboard-loan.ts';

/** How the windows stand on each system, and whether they do. Pure: the platform is an argument. */

export type Platform = NodeJS.Platform;

/** The colour of the renderer's paper (src-renderer/theme/tokens.css), so that nothing flashes before the first paint. */
const background = '#f5efe3';

/** How the cashier's window stands. Side and tab are the docked form's. */
export interface Stance {
  readonly form: 'dock' | 'full';
  readonly side: 'left' | 'right';
  /** Folded to a tab at its edge. */
  readonly isTab: boolean;
}

export const stanceOf = (cashier: {
  readonly form: Stance['form'];
  readonly dockSide: Stance['side'];
  readonly dockCollapsed: boolean;
}): Stance => ({ form: cashier.form, side: cashier.dockSide, isTab: cashier.dockCollapsed });

/** Where the docked window stands. */
export const dockedBounds = ({ side, isTab }: Stance, workArea: Rectangle): Rectangle =>
  isTab ? tabBounds(workArea, side) : dockBounds(workArea, side);

/** Where a new window of the cashier's stands. */
export const cashierBounds = (stance: Stance, workArea: Rectangle): Rectangle =>
  stance.form === 'dock' ? dockedBounds(stance, workArea) : fullBounds(workArea);

export const cashierOptions = (
  stance: Stance,
  workArea: Rectangle,
  platform: Platform,
): BrowserWindowConstructorOptions =>
  stance.form === 'dock'
    ? {
        ...cashierBounds(stance, workArea),
        frame: false,
        roundedCorners: false,
        resizable: false,
        maximizable: false,
        fullscreenable: false,
        alwaysOnTop: true,
        backgroundColor: background,
        // Whoever writes in it is lent the keyboard (keyboard-loan.ts).
        ...(lendsKeyboard(platform) && { focusable: false }),
        ...(platform === 'darwin' && { acceptFirstMouse: true, type: 'panel' }),
      }
    : { ...cashierBounds(stance, workArea), minWidth: 800, minHeight: 600, backgroundColor: background };

/**
 * On macOS a window in native full screen cannot be moved, and blanks the other displays: there a frameless window as large as
 * the display takes its place.
 */
export const usesFullScreen = (platform: Platform): boolean => platform !== 'darwin';

/** Without the last word macOS makes the program one that has no Dock icon and no menu. */
export const aboveFullScreen = { visibleOnFullScreen: true, skipTransformProcessType: true } as const;

/** Not focusable: a customer who touches the screen never takes the keyboard from the till. */
export const customerOptions = (platform: Platform): BrowserWindowConstructorOptions => ({
  frame: false,
  roundedCorners: false,
  focusable: false,
  resizable: false,
  skipTaskbar: true,
  fullscreenable: usesFullScreen(platform),
  backgroundColor: background,
  ...(platform === 'darwin' && {
    // Under the menu bar, too; and the first touch is for the page, not for the window.
    enableLargerThanScreen: true,
    acceptFirstMouse: true,
    type: 'panel',
  }),
});

/** What can be seen of a window from here. */
interface Standing {
  readonly visible: boolean;
  readonly fullScreen: boolean;
  readonly bounds: Rectangle;
  /** The display on which most of it is, by its bounds. */
  readonly displayId: number;
}

/** Whether a window fills this display. Where there is full screen its state counts, for bounds come back rounded. */
export const fills = (platform: Platform, standing: Standing, display: Pick<DisplayInfo, 'id' | 'bounds'>): boolean =>
  standing.visible &&
  standing.displayId === display.id &&
  (usesFullScreen(platform) ? standing.fullScreen : nearBounds(standing.bounds, display.bounds));
