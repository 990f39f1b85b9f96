import { readFileSync } from 'node:fs';
import { decodeWire, encodeWire } from './wire.ts';
import { openWorld } from './worlds.ts';

/** The name of the preload's world, and the globals in it that lead to and from this process. */
export const preloadWorld = 'stand-in-preload';
export const callBinding = '__electronStandInCall';
export const deliverProperty = '__electronStandInDeliver';

/** Only the top frame gets a preload (`nodeIntegrationInSubFrames: false`). */
const inTopFrame = (body: string): string => `(() => {
  if (window !== window.top) return;
  const encodeWire = ${encodeWire};
  const decodeWire = ${decodeWire};
  const openWorld = ${openWorld};
  ${body}
})();`;

/** Runs in the page's world before its scripts, as the other side of `exposeInMainWorld`. */
export const pageScript = inTopFrame(`openWorld('stand-in-page', 'stand-in-preload', encodeWire, decodeWire);`);

/**
 * Runs a preload in its own world before the page's scripts. `require('electron')` returns only `contextBridge` and
 * `ipcRenderer`.
 */
export const preloadScript = (preload: string): string =>
  inTopFrame(`
  const world = openWorld('stand-in-preload', 'stand-in-page', encodeWire, decodeWire);
  const listeners = new Map();
  const waiting = new Map();
  let calls = 0;
  const callMain = (kind, channel, args) => {
    calls += 1;
    window[${JSON.stringify(callBinding)}](JSON.stringify([calls, kind, channel, encodeWire(args)]));
    return calls;
  };
  const electron = {
    contextBridge: { exposeInMainWorld: world.expose },
    ipcRenderer: {
      invoke: (channel, ...args) =>
        new Promise((resolve, reject) => {
          waiting.set(callMain('invoke', channel, args), ({ threw, value }) =>
            threw === undefined
              ? resolve(value)
              : reject(new Error("Error invoking remote method '" + channel + "': " + threw)),
          );
        }),
      send: (channel, ...args) => void callMain('send', channel, args),
      on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off: (channel, listener) => void listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)),
    },
  };
  Object.defineProperty(window, ${JSON.stringify(deliverProperty)}, {
    value: (kind, name, wire) => {
      if (kind === 'event') (listeners.get(name) ?? []).forEach((listener) => listener({}, ...decodeWire(wire)));
      else {
        waiting.get(name)?.(decodeWire(wire));
        waiting.delete(name);
      }
    },
  });
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error('module not found: ' + name);
  };
  const module = { exports: {} };
  try {
    ((module, exports, require) => {
${readFileSync(preload, 'utf8')}
    })(module, module.exports, require);
  } catch (error) {
    callMain('preload-error', '', [String(error)]);
  }`);
