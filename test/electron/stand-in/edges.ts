import { protocolHandlers } from './runtime.ts';
import { newEmitter, strict, strictEmitter } from './strict.ts';

/** The small parts of the module: what the shell asks of them and no more. */

export const protocol = strict<Electron.Protocol>('protocol', {
  registerSchemesAsPrivileged: () => undefined,
  handle: (scheme, handler) => {
    protocolHandlers.set(scheme, handler as (request: Request) => Response | Promise<Response>);
  },
});

/** Electron ends a request at a redirect that it may not follow. */
const chromiumFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input as string | Request, init);
  const isRedirect = response.status >= 300 && response.status < 400 && response.headers.has('location');
  if (init?.redirect !== 'manual' || !isRedirect) return response;
  await response.body?.cancel();
  throw new Error('Redirect was cancelled');
};

const partitions = new Map<string, Electron.Session>();

export const session = strict<typeof Electron.session>('session', {
  // Chromium without a profile of permissions refuses them all.
  defaultSession: strict<Electron.Session>('Session', {
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
  }),
  fromPartition: (partition) => {
    const made = strict<Electron.Session>('Session', {
      fetch: chromiumFetch as Electron.Session['fetch'],
      closeAllConnections: async () => undefined,
    });
    const kept = partitions.get(partition) ?? made;
    partitions.set(partition, kept);
    return kept;
  },
} as Partial<typeof Electron.session>);

export const net = strict<Electron.Net>('net', {
  isOnline: () => true,
  fetch: chromiumFetch as Electron.Net['fetch'],
});

export const powerMonitor = strictEmitter<Electron.PowerMonitor>('powerMonitor', newEmitter(), {});

export const nativeImage = strict<typeof Electron.nativeImage>('nativeImage', {
  createFromPath: () => strict<Electron.NativeImage>('NativeImage', {}),
});

export const Menu = strict<typeof Electron.Menu>('Menu', {
  setApplicationMenu: () => undefined,
  buildFromTemplate: () => strict<Electron.Menu>('Menu', {}),
});

const makeTray = function Tray() {
  return strictEmitter<Electron.Tray>('Tray', newEmitter(), {
    setToolTip: () => undefined,
    setContextMenu: () => undefined,
    destroy: () => undefined,
  });
};

export const dialog = strict<Electron.Dialog>('dialog', {});

/** X without a panel has no tray. */
export const Tray = makeTray as unknown as typeof Electron.Tray;

/** Only a renderer has one; electron-store looks whether it is there. */
export const shell = strict<Electron.Shell>('shell', {});
