import { existsSync } from 'node:fs';
import { openNetwork } from './network.ts';
import { onlyAfterReady, onlyBeforeReady } from './phase.ts';
import { effects, protocolHandlers, schemePrivileges } from './runtime.ts';
import { fireCancellable, newEmitter, strict, strictEmitter } from './strict.ts';

let isAnnounced = false;
export const protocol = strict<Electron.Protocol>('protocol', {
  unhandle: (scheme) => {
    protocolHandlers.delete(scheme);
  },
  registerSchemesAsPrivileged: (schemes) => {
    onlyBeforeReady('protocol.registerSchemesAsPrivileged');
    if (isAnnounced) throw new Error('a second call takes back what the first one announced');
    isAnnounced = true;
    for (const { scheme, privileges = {} } of schemes) schemePrivileges.set(scheme, privileges);
  },
  handle: (scheme, handler) => {
    onlyAfterReady('protocol.handle');
    const { standard, secure } = schemePrivileges.get(scheme) ?? {};
    // Electron needs both privileges for an origin and a secure context. The stand-in's Chromium would not need them.
    if (standard !== true || secure !== true) throw new Error(`the stand-in needs ${scheme}: as standard and secure`);
    protocolHandlers.set(scheme, handler as (request: Request) => Response | Promise<Response>);
  },
});

const network = openNetwork();
const partitions = new Map<string, Electron.Session>();

export const session = strict<typeof Electron.session>('session', {
  // These handlers may do nothing, because the stand-in's Chromium refuses every permission.
  defaultSession: strict<Electron.Session>('Session', {
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
  }),
  fromPartition: (partition) => {
    onlyAfterReady('session.fromPartition');
    const own = openNetwork();
    const made = strict<Electron.Session>('Session', {
      fetch: own.fetch as Electron.Session['fetch'],
      closeAllConnections: own.closeAllConnections,
    });
    const stored = partitions.get(partition) ?? made;
    partitions.set(partition, stored);
    return stored;
  },
} as Partial<typeof Electron.session>);

export const net = strict<Electron.Net>('net', {
  isOnline: () => true,
  fetch: (async (input, init) => {
    onlyAfterReady('net.fetch');
    return network.fetch(input as string, init);
  }) as Electron.Net['fetch'],
});

export const powerEvents = newEmitter();
// Electron delays a shutdown only if another event had a listener before `shutdown` got one.
let holdsComputer = false;
powerEvents.on('newListener', (name) => {
  holdsComputer ||= name === 'shutdown' && powerEvents.eventNames().some((other) => other !== 'newListener');
});
export const powerMonitor = strictEmitter<Electron.PowerMonitor>('powerMonitor', powerEvents, {});

/** Shuts the computer down. Only a program that prevents the event delays it. */
export const shutDown = (): void => {
  const holds = !fireCancellable(powerEvents, 'shutdown') && holdsComputer;
  effects.push(holds ? 'shutdown held' : 'shutdown not held');
};

let blockers = 0;
const blocking = new Set<number>();
export const powerSaveBlocker = strict<Electron.PowerSaveBlocker>('powerSaveBlocker', {
  start: (type) => {
    onlyAfterReady('powerSaveBlocker.start');
    blockers += 1;
    blocking.add(blockers);
    effects.push(`power-save ${type} ${blocking.size}`);
    return blockers;
  },
  stop: (id) => {
    blocking.delete(id);
    effects.push(`power-save ${blocking.size}`);
    return true;
  },
});

export const nativeImage = strict<typeof Electron.nativeImage>('nativeImage', {
  createFromPath: (path) => {
    if (!existsSync(path)) throw new Error(`no picture at ${path}: Electron would show an empty one`);
    return strict<Electron.NativeImage>('NativeImage', {});
  },
});

export const Menu = strict<typeof Electron.Menu>('Menu', {
  setApplicationMenu: () => undefined,
  buildFromTemplate: () => {
    onlyAfterReady('Menu.buildFromTemplate');
    return strict<Electron.Menu>('Menu', {});
  },
});

const makeTray = function Tray() {
  onlyAfterReady('new Tray');
  return strictEmitter<Electron.Tray>('Tray', newEmitter(), {
    setToolTip: () => undefined,
    setContextMenu: () => undefined,
    destroy: () => undefined,
  });
};

export const dialog = strict<Electron.Dialog>('dialog', {
  // Electron also allows this call before `ready`. The process waits forever, because nobody closes the box.
  showErrorBox: (title, content) => {
    effects.push(`box ${title}: ${content}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  showMessageBox: (async (options: Electron.MessageBoxOptions) => {
    onlyAfterReady('dialog.showMessageBox');
    effects.push(`box ${options.title ?? ''}: ${options.message}`);
    return { response: 0, checkboxChecked: false };
  }) as Electron.Dialog['showMessageBox'],
});

export const Tray = makeTray as unknown as typeof Electron.Tray;

/** Nothing is opened outside the program: ../in-main.ts records the calls. */
export const shell = strict<Electron.Shell>('shell', {});
