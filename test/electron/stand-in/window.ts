import type { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { fromChromium, toChromium } from './addresses.ts';
import { deeds } from './deeds.ts';
import { displayAround } from './displays.ts';
import { callMain } from './ipc.ts';
import { readOrders } from './orders.ts';
import { onlyAfterReady } from './phase.ts';
import { hostPreload, type PreloadCall, type PreloadHost } from './preload-host.ts';
import { appEvents, knownPages, theChromium } from './runtime.ts';
import { fireCancellable, newEmitter, strict, strictEmitter } from './strict.ts';
import { decodeWire, encodeWire } from './wire.ts';

type Rectangle = Electron.Rectangle;

interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly windowId: number;
  /** Null for a window without a preload. */
  readonly preload: PreloadHost | null;
}

/** What a test does to a window: what no member of Electron does. */
interface Hands {
  readonly contents: Electron.WebContents;
  readonly windowEvents: EventEmitter;
  readonly contentsEvents: EventEmitter;
  /** Where it really stands. */
  standsAt(): Rectangle;
  drag(x: number, y: number): void;
}

/** Every window that is not destroyed. */
export const openWindows = new Map<Electron.BrowserWindow, Hands>();

let lastWindowGone = (): void => undefined;
export const onLastWindowGone = (act: () => void): void => {
  lastWindowGone = act;
};

/** A window manager that takes its time. */
const slowMs = 150;

/** Hidden windows stand beyond every display: X without a window manager cannot hide one. */
const beyond = 20_000;
let lastId = 0;

/** Full screen is not always followed by a new layout when the size stays the same; then it is asked for again. */
const fillScreen = async (
  page: Page,
  height: number,
  move: (state: 'normal' | 'fullscreen') => Promise<unknown>,
): Promise<void> => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await move('fullscreen');
    for (let look = 0; look < 20; look += 1) {
      if ((await page.evaluate(() => window.innerHeight)) === height) return;
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
  /** Where it goes back to from full screen. */
  let normal = bounds;
  // A compositor of Wayland puts a window where it likes: over the others, for it tells nobody.
  const placed = (asked: Rectangle): Rectangle => (profile === 'wayland' ? { ...asked, x: 0, y: 0 } : asked);
  bounds = placed(bounds);
  const obey = (act: () => void): void => {
    if (profile !== 'slow-full-screen') act();
    else setTimeout(() => (destroyed ? undefined : act()), slowMs);
  };
  let visible = options.show !== false;
  let fullScreen = options.fullscreen === true;
  let destroyed = false;
  let loading: string | null = null;
  /** Where it was sent last. */
  let sentTo = '';
  let shown: Page | null = null;
  let openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] = () => ({ action: 'allow' });

  const opened: Promise<OpenPage> = theChromium().then(async (chromium) => {
    const page = await chromium.newPage();
    shown = page;
    knownPages.set(page, {
      contents,
      loading: () => loading,
      mayNavigate: (address, frame) => {
        const url = fromChromium(address)?.address ?? address;
        const isMainFrame = frame.parentFrame() === null;
        return (
          fireCancellable(contentsEvents, 'will-frame-navigate', { url, isMainFrame }) &&
          (!isMainFrame || fireCancellable(contentsEvents, 'will-navigate', url))
        );
      },
    });
    page.on('crash', () => contentsEvents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }));
    page.on('popup', (popup) => {
      if (openHandler({ url: popup.url() } as Electron.HandlerDetails).action === 'deny') void popup.close();
    });
    const cdp = await chromium.context.newCDPSession(page);
    const { windowId } = await cdp.send('Browser.getWindowForTarget');
    // Playwright's own questions count as a gesture in every page: where one is asked for, nothing is ever to be heard.
    if (options.webPreferences?.autoplayPolicy === 'user-gesture-required') {
      await page.addInitScript(() => {
        AudioContext.prototype.resume = () => new Promise(() => undefined);
      });
    }
    const path = options.webPreferences?.preload;
    const failed = (error: unknown): void => void contentsEvents.emit('preload-error', {}, path, error);
    const answer = async (call: PreloadCall): Promise<string> => {
      if (call.kind === 'preload-error') failed(new Error(String((decodeWire(call.args) as unknown[])[0])));
      return call.kind === 'preload-error' ? '' : callMain(contents, call);
    };
    // Electron says so, and shows the page without it.
    const preload =
      path === undefined ? null : await hostPreload(cdp, path, answer).catch((error) => failed(error) ?? null);
    return { page, cdp, windowId, preload };
  });

  // What is asked of a window happens in that order, once its page is there; a window that is gone is not asked.
  let asked: Promise<unknown> = opened;
  const ask = (act: (open: OpenPage) => Promise<unknown>): void => {
    asked = asked
      .then(() => opened)
      .then((open) => (destroyed ? undefined : act(open)))
      .catch(() => undefined);
  };

  let seen = '';
  const place = (): void => {
    const where = visible ? `seen ${contents.getURL()} on ${displayAround(bounds).id}` : '';
    if (where !== seen && where !== '') deeds.push(where);
    seen = where;
    const now = { bounds, visible, fullScreen };
    ask(async ({ page, cdp, windowId }) => {
      const move = (state: Record<string, unknown>) =>
        cdp.send('Browser.setWindowBounds', { windowId, bounds: state as never });
      if (!headless) {
        const { x, y, width, height } = now.bounds;
        await cdp.send('Emulation.clearDeviceMetricsOverride');
        await move({ windowState: 'normal' });
        await move({ left: now.visible ? x : beyond, top: y, width, height });
        if (now.visible && now.fullScreen) await fillScreen(page, height, (windowState) => move({ windowState }));
      }
      // Chromium's own bars take no room from a page that has none in Electron.
      if (headless || (frameless && !now.fullScreen)) {
        const { width, height } = now.bounds;
        await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false });
      }
    });
  };

  const load = async (address: string): Promise<void> => {
    sentTo = address;
    const { page } = await opened;
    loading = toChromium(address);
    await page.goto(loading, { waitUntil: 'load' });
    loading = null;
    contentsEvents.emit('did-finish-load');
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    // A compositor of Wayland lets nothing be painted that is not seen.
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
    void opened.then(
      async ({ page }) => {
        knownPages.delete(page);
        await page.close();
      },
      () => undefined,
    );
    contentsEvents.emit('destroyed');
    windowEvents.emit('closed');
    if (openWindows.size === 0) lastWindowGone();
  };

  const contents = strictEmitter<Electron.WebContents>('WebContents', contentsEvents, {
    id,
    isDestroyed: () => destroyed,
    // On its way Electron says where to.
    getURL: () =>
      shown === null || shown.url() === 'about:blank' ? sentTo : (fromChromium(shown.url())?.address ?? shown.url()),
    send: (channel, ...args) => {
      // What cannot be cloned throws where it is sent.
      const wire = encodeWire(args);
      // In order, and without waiting: a page that hangs must not hold up what is asked of its window.
      ask(async ({ preload }) => {
        preload?.deliver(channel, wire).catch(() => undefined);
      });
    },
    setWindowOpenHandler: (handler) => {
      openHandler = handler;
    },
    executeJavaScript: async (code) => (readOrders().hasRealPulse ? (await opened).page.evaluate(code) : undefined),
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
      obey(() => {
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
    focus: () => ask(({ page }) => page.bringToFront()),
    setFullScreen: (next) => {
      // Electron does nothing, and says nothing.
      if (options.fullscreenable === false) return;
      // Asked for in order, and begun one after the other.
      obey(() =>
        obey(() => {
          if (fullScreen === next) return;
          if (next) normal = bounds;
          fullScreen = next;
          bounds = next ? displayAround(bounds).bounds : normal;
          place();
          windowEvents.emit(next ? 'enter-full-screen' : 'leave-full-screen');
        }),
      );
    },
    setVisibleOnAllWorkspaces: () => undefined,
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
    standsAt: () => bounds,
    drag: (x, y) => {
      bounds = { ...bounds, x, y };
      normal = bounds;
      place();
      // Many times, as during a drag.
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
