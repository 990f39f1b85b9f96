import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { type CustomerBridge, channels } from '../shared/bridge.ts';

const bridge = {
  command: (name, input) => ipcRenderer.invoke(channels.command, name, input),
  getView: () => ipcRenderer.invoke(channels.viewGet),
  onView: (listener) => {
    const forward = (_event: IpcRendererEvent, snapshot: Parameters<typeof listener>[0]) => listener(snapshot);
    ipcRenderer.on(channels.view, forward);
    return () => {
      ipcRenderer.off(channels.view, forward);
    };
  },
  log: (level, event, detail) => ipcRenderer.send(channels.log, level, event, detail),
} satisfies CustomerBridge;

contextBridge.exposeInMainWorld('bridge', bridge);
