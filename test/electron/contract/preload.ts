import { contextBridge, ipcRenderer } from 'electron';

// Seen by the page only where both share a world.
Reflect.set(globalThis, 'secretOfPreload', true);
contextBridge.exposeInMainWorld('probe', {
  send: (value: unknown) => ipcRenderer.invoke('probe', value),
});
