import { app, handleSignals } from './app.ts';
import { displayAround, plug } from './displays.ts';
import { shutDown } from './edges.ts';
import { loseFrameOnce } from './ipc.ts';
import type { StandInEvent, StandInMessage, StandInQuestion, StandInRequest, WindowState } from './orders.ts';
import { chromiumStarted, effects } from './runtime.ts';
import { openWindows } from './window.ts';

const sendMessage = (message: StandInMessage): void => {
  process.send?.(message);
};

const windows = (): readonly WindowState[] =>
  [...openWindows].map(([window, { contents, boundsOf }]) => ({
    url: contents.getURL(),
    visible: window.isVisible(),
    bounds: window.getBounds(),
    fullScreen: window.isFullScreen(),
    displayId: displayAround(boundsOf()).id,
  }));

const windowOf = (role: string) => {
  const found = [...openWindows].findLast(([, { contents }]) => contents.getURL().startsWith(`app://${role}/`));
  if (found === undefined) throw new Error(`the stand-in has no window of ${role}`);
  return found[1];
};

const happen = (it: StandInEvent): unknown => {
  switch (it.what) {
    case 'plug':
      return plug(it.displays);
    case 'shutdown':
      return shutDown();
    case 'destroy-all':
      for (const window of [...openWindows.keys()]) window.destroy();
      return undefined;
    case 'unresponsive':
    case 'session-end':
      return windowOf(it.role).windowEvents.emit(it.what, {});
    case 'preload-error':
      return windowOf(it.role).contentsEvents.emit(it.what, {}, 'preload.cjs', new Error('broken'));
    case 'null-frame':
      return loseFrameOnce(windowOf(it.role).contents);
    case 'move':
      return windowOf(it.role).drag(it.x, it.y);
  }
};

/** Answers the process that started the stand-in, sends it Chromium's address, and ends with it. */
export const runOrders = (main: object): void => {
  handleSignals();
  const answer = (question: StandInQuestion): unknown => {
    if ('asks' in question) return question.asks === 'windows' ? windows() : effects;
    if ('act' in question)
      return new Function('main', 'given', `return (${question.act})(main, given)`)(main, question.given);
    happen(question.happens);
    return effects;
  };
  process.on('message', async ({ id, ...question }: StandInRequest) => {
    // An impossible order is a mistake of the spec, so only the spec gets the error.
    try {
      sendMessage({ id, gave: await answer(question) });
    } catch (error) {
      sendMessage({ id, failed: String(error) });
    }
  });
  process.on('disconnect', () => app.quit());
  chromiumStarted.then(({ endpoint }) => sendMessage({ chromium: endpoint }));
};
