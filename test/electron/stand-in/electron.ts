import './argv.ts';
import { app } from './app.ts';
import { obey } from './control.ts';
import { screen } from './displays.ts';
import {
  dialog,
  Menu,
  nativeImage,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  shell,
  Tray,
} from './edges.ts';
import { ipcMain } from './ipc.ts';
import { BrowserWindow } from './window.ts';

/**
 * What `import ... from 'electron'` means in a bundle that `scripts/build.ts` makes with the stand-in: the members that
 * the shell uses. A name that is not here fails the build; a member that is not there throws when it is asked for.
 */
export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
};

obey({ BrowserWindow, powerMonitor, screen, shell });
