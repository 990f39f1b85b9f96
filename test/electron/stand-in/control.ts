import { fromChromium } from './addresses.ts';
import { app, heedSignals } from './app.ts';
import { replug, unplug } from './displays.ts';
import type { StandInMessage, StandInRequest, WindowState } from './orders.ts';
import { chromiumStarted } from './runtime.ts';
import { openWindows } from './window.ts';

const tell = (message: StandInMessage): void => {
  process.send?.(message);
};

const windows = (): readonly WindowState[] =>
  [...openWindows].map((window) => {
    const url = window.webContents.getURL();
    return { url: fromChromium(url)?.address ?? url, visible: window.isVisible(), bounds: window.getBounds() };
  });

/** Answers the process that started this one, tells it where Chromium is, and ends with it. */
export const obey = (): void => {
  heedSignals();
  process.on('message', ({ id, ask }: StandInRequest) => {
    if (ask === 'unplug') unplug();
    if (ask === 'replug') replug();
    tell({ id, windows: windows() });
  });
  process.on('disconnect', () => app.quit());
  chromiumStarted.then(({ endpoint }) => tell({ chromium: endpoint }));
};
