import { contextBridge, ipcRenderer } from 'electron';

// A page can see this property only if it shares a world with this preload.
Reflect.set(globalThis, 'secretOfPreload', true);
/** A page may replace built-in methods of its own arrays, so this array is created in the preload's world. */
const joined = (words: readonly string[]): string => words.join(' ');
contextBridge.exposeInMainWorld('probe', {
  send: (value: unknown) => ipcRenderer.invoke('probe', value),
  ask: (channel: string) => ipcRenderer.invoke(channel),
  join: (...words: string[]) => joined(words),
  nested: { list: [1] },
  call: (listener: (value: unknown) => unknown) => {
    const given = { count: 1 };
    const returned = listener(given);
    given.count = 2;
    return () => returned;
  },
  on: (listener: (value: unknown) => void) => {
    ipcRenderer.on('greeting', (_event, value: unknown) => listener(value));
  },
});
