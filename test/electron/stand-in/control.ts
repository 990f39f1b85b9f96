import { app, heedSignals } from './app.ts';
import { deeds } from './deeds.ts';
import {
  displayAround,
  replug,
  replugFirst,
  replugLeft,
  rescale,
  rotate,
  swap,
  unplug,
  unplugFirst,
} from './displays.ts';
import { powerEvents, shutDown } from './edges.ts';
import { loseFrameOnce } from './ipc.ts';
import type { Happening, StandInMessage, StandInRequest, WindowState } from './orders.ts';
import { chromiumStarted } from './runtime.ts';
import { openWindows } from './window.ts';

const tell = (message: StandInMessage): void => {
  process.send?.(message);
};

const windows = (): readonly WindowState[] =>
  [...openWindows].map(([window, { contents, standsAt }]) => ({
    url: contents.getURL(),
    visible: window.isVisible(),
    bounds: window.getBounds(),
    fullScreen: window.isFullScreen(),
    displayId: displayAround(standsAt()).id,
  }));

const windowOf = (role: string) => {
  const found = [...openWindows].findLast(([, { contents }]) => contents.getURL().startsWith(`app://${role}/`));
  if (found === undefined) throw new Error(`the stand-in has no window of ${role}`);
  return { window: found[0], hands: found[1] };
};

const happen = (it: Happening): unknown => {
  switch (it.what) {
    case 'unplug':
      return unplug();
    case 'replug':
      return replug();
    case 'replug-left':
      return replugLeft();
    case 'swap':
      return swap();
    case 'unplug-first':
      return unplugFirst();
    case 'replug-first':
      return replugFirst();
    case 'rotate':
      return rotate();
    case 'rescale':
      return rescale();
    case 'resume':
      return powerEvents.emit('resume');
    case 'shutdown':
      return shutDown();
    case 'close':
      return windowOf(it.role).window.close();
    case 'destroy-all':
      for (const window of [...openWindows.keys()]) window.destroy();
      return undefined;
    case 'destroy':
      return windowOf(it.role).window.destroy();
    case 'unresponsive':
    case 'session-end':
      return windowOf(it.role).hands.windowEvents.emit(it.what, {});
    case 'preload-error':
      return windowOf(it.role).hands.contentsEvents.emit(it.what, {}, 'preload.cjs', new Error('broken'));
    case 'null-frame':
      return loseFrameOnce(windowOf(it.role).hands.contents);
    case 'move':
      return windowOf(it.role).hands.drag(it.x, it.y);
  }
};

/** Answers the process that started this one, tells it where Chromium is, and ends with it. */
export const obey = (): void => {
  heedSignals();
  process.on('message', ({ id, happens }: StandInRequest) => {
    // What cannot be made to happen is the spec's mistake, not the program's: it must not hear of it.
    try {
      if (happens !== null) happen(happens);
      tell({ id, windows: windows(), deeds: [...deeds] });
    } catch (error) {
      tell({ id, failed: String(error) });
    }
  });
  process.on('disconnect', () => app.quit());
  chromiumStarted.then(({ endpoint }) => tell({ chromium: endpoint }));
};
