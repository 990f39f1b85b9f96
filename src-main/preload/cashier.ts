import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { type CashierBridge, channels } from '../shared/bridge.ts';

const bridge = {
  command: (name, input) => ipcRenderer.invoke(channels.command, name, input),
  getView: () => ipcRenderer.invoke(channels.viewGet),
  getStarting: () => ipcRenderer.invoke(channels.startingGet),
  onView: (listener) => {
    const forward = (_event: IpcRendererEvent, snapshot: Parameters<typeof listener>[0]) => listener(snapshot);
    ipcRenderer.on(channels.view, forward);
    return () => {
      ipcRenderer.off(channels.view, forward);
    };
  },
  wantKeyboard: (isOn) => ipcRenderer.send(channels.keyboard, isOn),
  callDock: (isOn) => ipcRenderer.send(channels.dockCall, isOn),
  dragDock: (drag) => ipcRenderer.send(channels.dockDrag, drag),
  log: (level, event, detail) => ipcRenderer.send(channels.log, level, event, detail),
} satisfies CashierBridge;

contextBridge.exposeInMainWorld('bridge', bridge);
