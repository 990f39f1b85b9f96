import type { App } from 'electron';
import type { Platform } from './placement.ts';

/** As in electron-builder.yml: Windows knows by it that the window, its shortcut and what is pinned are one program. */
const appId = 'app.receipt-companion';

/** Before any window: Windows puts a window without a name of its own beside Electron's, with Electron's icon. */
export const sayWhoWeAre = (platform: Platform, app: Pick<App, 'setAppUserModelId'>): void => {
  if (platform === 'win32') app.setAppUserModelId(appId);
};
