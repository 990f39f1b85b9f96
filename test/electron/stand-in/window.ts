import type { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fromChromium, toChromium } from './addresses.ts';
import { type CdpSession, evaluate, goTo } from './cdp.ts';
import { answerRequest, type RequestPaused } from './chromium.ts';
import { displayAround } from './displays.ts';
import { callMain } from './ipc.ts';
import { readOrders } from './orders.ts';
import { onlyAfterReady } from './phase.ts';
import { hostPreload, type PreloadCall, type PreloadHost } from './preload-host.ts';
import { appEvents, effects, protocolHandlers, schemePrivileges, theChromium } from './runtime.ts';
import { fireCancellable, newEmitter, strict, strictEmitter } from './strict.ts';
import { decodeWire, encodeWire } from './wire.ts';

type Rectangle = Electron.Rectangle;

interface OpenPage {
  readonly cdp: CdpSession;
  readonly targetId: string;
  readonly windowId: number;
  readonly preload: PreloadHost | null;
}

/** The actions of a test on a window for which Electron has no member. */
interface WindowControl {
  readonly contents: Electron.WebContents;
  readonly windowEvents: EventEmitter;
  readonly contentsEvents: EventEmitter;
  boundsOf(): Rectangle;
  drag(x: number, y: number): void;
}

export const openWindows = new Map<Electron.BrowserWindow, WindowControl>();

let lastWindowGone = (): void => undefined;
export const onLastWindowGone = (act: () => void): void => {
  lastWindowGone = act;
};

const slowMs = 150;

/** Hidden windows are placed beyond all displays, because X without a window manager cannot hide one. */
const beyond = 20_000;
let lastId = 0;

/** If the size stays the same, full screen may cause no new layout and is requested again. */
const fillScreen = async (
  cdp: CdpSession,
  height: number,
  move: (state: 'normal' | 'fullscreen') => Promise<unknown>,
): Promise<void> => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await move('fullscreen');
    for (let look = 0; look < 20; look += 1) {
      if ((await evaluate(cdp, 'innerHeight')) === height) return;
      await delay(25);
    }
    await move('normal');
  }
  await move('fullscreen');
};

const makeWindow = (options: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow => {
  onlyAfterReady('new BrowserWindow');
  const { headless, windows: profile } = readOrders();
  lastId += 1;
  const id = lastId;
  const windowEvents = newEmitter();
  const contentsEvents = newEmitter();
  const frameless = options.frame === false;
  let bounds: Rectangle = {
    x: options.x ?? 0,
    y: options.y ?? 0,
    width: options.width ?? 800,
    height: options.height ?? 600,
  };
  let normal = bounds;
  // A Wayland compositor chooses positions itself and reports none, so windows overlap.
  const placed = (requested: Rectangle): Rectangle =>
    profile === 'wayland' ? { ...requested, x: 0, y: 0 } : requested;
  bounds = placed(bounds);
  const changeBounds = (act: () => void): void => {
    if (profile !== 'slow-full-screen') act();
    else setTimeout(() => (destroyed ? undefined : act()), slowMs);
  };
  let visible = options.show !== false;
  let fullScreen = options.fullscreen === true;
  let destroyed = false;
  let loading: string | null = null;
  let sentTo = '';
  /** The present address, as Chromium writes it. */
  let shown = 'about:blank';
  let openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] = () => ({ action: 'allow' });

  const mayLoad = (topFrame: string, { request, frameId, resourceType }: RequestPaused): boolean => {
    // Chromium requests it automatically, Electron does not.
    if (request.url.endsWith('/favicon.ico')) return false;
    if (resourceType !== 'Document' || loading === request.url) return true;
    const url = fromChromium(request.url)?.address ?? request.url;
    const isMainFrame = frameId === topFrame;
    return (
      fireCancellable(contentsEvents, 'will-frame-navigate', { url, isMainFrame }) &&
      (!isMainFrame || fireCancellable(contentsEvents, 'will-navigate', url))
    );
  };
  const opened: Promise<OpenPage> = theChromium().then(async ({ browser, newPage }) => {
    const { targetId, cdp } = await newPage();
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === targetId) shown = `${frame.url}${frame.urlFragment ?? ''}`;
    });
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === targetId) shown = url;
    });
    cdp.on('Fetch.requestPaused', (paused) => {
      const answered = mayLoad(targetId, paused)
        ? answerRequest(cdp, paused, protocolHandlers, schemePrivileges)
        : cdp.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' });
      // If the page has closed meanwhile, its request cannot be answered, and nobody waits for the answer.
      answered.catch(() => undefined);
    });
    cdp.on('Inspector.targetCrashed', () =>
      contentsEvents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
    );
    browser.on('Target.targetCreated', ({ targetInfo: { openerId, targetId: popup, url } }) => {
      if (openerId !== targetId || openHandler({ url } as Electron.HandlerDetails).action !== 'deny') return;
      browser.send('Target.closeTarget', { targetId: popup }).catch(() => undefined);
    });
    await cdp.send('Page.enable');
    await cdp.send('Page.setLifecycleEventsEnabled', { enabled: true });
    await cdp.send('Fetch.enable', {
      patterns: [{ resourceType: 'Document' }, { urlPattern: 'http://*.localhost/*' }],
    });
    const { windowId } = await cdp.send('Browser.getWindowForTarget');
    const path = options.webPreferences?.preload;
    const failed = (error: unknown): void => void contentsEvents.emit('preload-error', {}, path, error);
    const answer = async (call: PreloadCall): Promise<string> => {
      if (call.kind === 'preload-error') failed(new Error(String((decodeWire(call.args) as unknown[])[0])));
      return call.kind === 'preload-error' ? '' : callMain(contents, call);
    };
    // Electron reports the error and shows the page without a preload.
    const preload =
      path === undefined
        ? null
        : await hostPreload(cdp, targetId, path, answer).catch((error) => failed(error) ?? null);
    return { cdp, targetId, windowId, preload };
  });

  // Orders to a window are executed in sequence once its page exists. Orders to a closed window are dropped.
  let pending: Promise<unknown> = opened;
  const ask = (act: (open: OpenPage) => Promise<unknown>): void => {
    pending = pending
      .then(() => opened)
      .then((open) => (destroyed ? undefined : act(open)))
      .catch(() => undefined);
  };

  let seen = '';
  const place = (): void => {
    const where = visible ? `seen ${contents.getURL()} on ${displayAround(bounds).id}` : '';
    if (where !== seen && where !== '') effects.push(where);
    seen = where;
    const now = { bounds, visible, fullScreen };
    ask(async ({ cdp, windowId }) => {
      const move = (state: Record<string, unknown>) =>
        cdp.send('Browser.setWindowBounds', { windowId, bounds: state as never });
      if (!headless) {
        const { x, y, width, height } = now.bounds;
        await cdp.send('Emulation.clearDeviceMetricsOverride');
        await move({ windowState: 'normal' });
        await move({ left: now.visible ? x : beyond, top: y, width, height });
        if (now.visible && now.fullScreen) await fillScreen(cdp, height, (windowState) => move({ windowState }));
      }
      // Chromium's bars must take no space from the page.
      if (headless || (frameless && !now.fullScreen)) {
        const { width, height } = now.bounds;
        await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false });
      }
    });
  };

  const load = async (address: string): Promise<void> => {
    sentTo = address;
    const { cdp } = await opened;
    loading = toChromium(address);
    await goTo(cdp, loading);
    loading = null;
    contentsEvents.emit('did-finish-load');
    await evaluate(cdp, 'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
    // A Wayland compositor does not paint invisible windows.
    if (profile !== 'wayland' || visible) windowEvents.emit('ready-to-show');
  };

  let isShowLost = profile === 'show-lost';
  const show = (): void => {
    visible = !isShowLost;
    isShowLost = false;
    place();
  };

  const destroy = (): void => {
    if (destroyed) return;
    destroyed = true;
    openWindows.delete(window);
    Promise.all([theChromium(), opened])
      .then(([{ browser }, { targetId }]) => browser.send('Target.closeTarget', { targetId }))
      .catch(() => undefined);
    contentsEvents.emit('destroyed');
    windowEvents.emit('closed');
    if (openWindows.size === 0) lastWindowGone();
  };

  const contents = strictEmitter<Electron.WebContents>('WebContents', contentsEvents, {
    id,
    isDestroyed: () => destroyed,
    // Electron reports the target during the navigation.
    getURL: () => (shown === 'about:blank' ? sentTo : (fromChromium(shown)?.address ?? shown)),
    send: (channel, ...args) => {
      // A value that cannot be cloned throws at the sender.
      const wire = encodeWire(args);
      // Sent in order without waiting, because a hanging page must not delay other orders.
      ask(async ({ preload }) => {
        preload?.deliver(channel, wire).catch(() => undefined);
      });
    },
    setWindowOpenHandler: (handler) => {
      openHandler = handler;
    },
    executeJavaScript: async (code) => (readOrders().hasRealPulse ? evaluate((await opened).cdp, code) : undefined),
    forcefullyCrashRenderer: () => void opened.then(({ cdp }) => cdp.send('Page.crash')).catch(() => undefined),
  });

  const window = strictEmitter<Electron.BrowserWindow>('BrowserWindow', windowEvents, {
    id,
    webContents: contents,
    loadURL: load,
    getBounds: () =>
      profile === 'off-by-one'
        ? { x: bounds.x - 1, y: bounds.y + 1, width: bounds.width + 1, height: bounds.height - 1 }
        : { ...bounds },
    setBounds: (next) =>
      changeBounds(() => {
        normal = placed({ ...bounds, ...next });
        if (!fullScreen) bounds = normal;
        place();
      }),
    isVisible: () => visible,
    isMinimized: () => false,
    isMaximized: () => false,
    isFullScreen: () => fullScreen,
    isDestroyed: () => destroyed,
    show,
    showInactive: show,
    hide: () => {
      visible = false;
      place();
    },
    focus: () => ask(({ cdp }) => cdp.send('Page.bringToFront')),
    setFullScreen: (next) => {
      // Electron ignores the request without an error.
      if (options.fullscreenable === false) return;
      // In the profile `slow-full-screen`, full screen takes twice as long as other changes of the bounds.
      changeBounds(() =>
        changeBounds(() => {
          if (fullScreen === next) return;
          if (next) normal = bounds;
          fullScreen = next;
          bounds = next ? displayAround(bounds).bounds : normal;
          place();
        }),
      );
    },
    setAlwaysOnTop: () => undefined,
    destroy,
    close: () => {
      if (fireCancellable(windowEvents, 'close')) destroy();
    },
  });

  openWindows.set(window, {
    contents,
    windowEvents,
    contentsEvents,
    boundsOf: () => bounds,
    drag: (x, y) => {
      bounds = { ...bounds, x, y };
      normal = bounds;
      place();
      // The event occurs many times, as during a drag.
      for (let step = 0; step < 5; step += 1) windowEvents.emit('move');
    },
  });
  place();
  appEvents.emit('browser-window-created', {}, window);
  appEvents.emit('web-contents-created', {}, contents);
  return window;
};

const construct = function BrowserWindow(options: Electron.BrowserWindowConstructorOptions) {
  return makeWindow(options);
};

export const BrowserWindow = strict<typeof Electron.BrowserWindow>(
  'BrowserWindow (class)',
  Object.assign(construct, {
    getAllWindows: () => [...openWindows.keys()],
  }) as unknown as typeof Electron.BrowserWindow,
);
