import { contextBridge, ipcRenderer } from 'electron';

// The page can see this only if both share a world.
Reflect.set(globalThis, 'secretOfPreload', true);
/** The array is created here, because a page with changed objects must not reach passed values. */
const joined = (words: readonly string[]): string => words.join(' ');
contextBridge.exposeInMainWorld('probe', {
  send: (value: unknown) => ipcRenderer.invoke('probe', value),
  ask: (channel: string) => ipcRenderer.invoke(channel),
  join: (...words: string[]) => joined(words),
  nested: { list: [1] },
  call: (listener: (value: unknown) => unknown) => {
    const returned = listener({ at: new Date(0) });
    return () => returned;
  },
  on: (listener: (value: unknown) => void) => {
    ipcRenderer.on('greeting', (_event, value: unknown) => listener(value));
  },
});
