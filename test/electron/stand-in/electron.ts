import './argv.ts';
import { app } from './app.ts';
import { runOrders } from './control.ts';
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
 * Replaces `electron` in a bundle of `scripts/build.ts` with the members that the shell uses. A missing name fails the
 * build, a missing member throws when it is used.
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

runOrders({ BrowserWindow, powerMonitor, screen, shell });
