import { readFileSync } from 'node:fs';
import { decodeWire, encodeWire } from './wire.ts';

export const invokeBinding = '__electronStandInCall';
export const deliverProperty = '__electronStandInDeliver';

/**
 * The script that runs a preload in a page before the page's own scripts: `require('electron')` gives it `contextBridge`
 * and `ipcRenderer`, nothing else, and only the top frame gets it, as with Electron's `nodeIntegrationInSubFrames: false`.
 */
export const preloadScript = (preload: string): string => `(() => {
  if (window !== window.top) return;
  const heard = new Map();
  const encodeWire = ${encodeWire};
  const decodeWire = ${decodeWire};
  const call = (kind, channel, args) => window[${JSON.stringify(invokeBinding)}](kind, channel, encodeWire(args));
  const freeze = (value) => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
    return Object.freeze(value);
  };
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, api) =>
        Object.defineProperty(window, name, { value: freeze(api), enumerable: true, writable: false, configurable: false }),
    },
    ipcRenderer: {
      invoke: async (channel, ...args) => {
        const answer = decodeWire(await call('invoke', channel, args));
        if (answer.threw !== undefined) throw new Error(answer.threw);
        return answer.value;
      },
      send: (channel, ...args) => void call('send', channel, args),
      on: (channel, listener) => void heard.set(channel, [...(heard.get(channel) ?? []), listener]),
      off: (channel, listener) => void heard.set(channel, (heard.get(channel) ?? []).filter((one) => one !== listener)),
    },
  };
  Object.defineProperty(window, ${JSON.stringify(deliverProperty)}, {
    value: (channel, wire) => (heard.get(channel) ?? []).forEach((listener) => listener({}, ...decodeWire(wire))),
  });
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error('a sandboxed preload cannot load ' + name);
  };
  const module = { exports: {} };
  ((module, exports, require) => {
${readFileSync(preload, 'utf8')}
  })(module, module.exports, require);
})();`;
