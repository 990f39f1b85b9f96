/**
 * How windows behave. `exact`: at once and as asked. `wayland`: positions are ignored and bounds begin at 0,0.
 * `off-by-one`: bounds are rounded. `show-lost`: the first showing of a window is lost. `slow-full-screen`: bounds and
 * full screen follow later, and full screen begins at the window's position.
 */
export type WindowProfile = 'exact' | 'wayland' | 'off-by-one' | 'show-lost' | 'slow-full-screen';

export interface StandInOrders {
  readonly profile: string;
  /** The WebSocket address of a running Chromium to use. If null, the app starts its own Chromium. */
  readonly chromium: string | null;
  readonly headless: boolean;
  /** The displays of 1024x768, side by side. */
  readonly displays: number;
  readonly windows: WindowProfile;
  /** The scale of all displays but the first: 1, 1.25, 1.5 or 1.75. */
  readonly scaleFactor: number;
  /** What sends the requests of main. Node is faster. */
  readonly network: 'node' | 'chromium';
  /**
   * Whether main gets a page's real answer to its check. Otherwise every page counts as alive, because a page that is
   * slow on a busy computer does not hang.
   */
  readonly hasRealPulse: boolean;
  /** The unpacked `resources/app.asar`; null starts the checkout. */
  readonly packed: string | null;
}

/** Two displays that follow every request. Nothing appears on the tester's screen. */
export const plainOrders = (profile: string): StandInOrders => ({
  profile,
  chromium: null,
  headless: true,
  displays: 2,
  windows: 'exact',
  scaleFactor: 1,
  network: 'node',
  hasRealPulse: false,
  packed: null,
});

export const ordersVariable = 'ELECTRON_STAND_IN';

export const readOrders = (): StandInOrders => {
  const text = process.env[ordersVariable];
  if (text === undefined) {
    throw new Error(`${ordersVariable} is not set; start the stand-in with test/electron/launch.ts`);
  }
  return JSON.parse(text) as StandInOrders;
};

/** A display, the first of which is the primary one. Without further members its id gives its label and place. */
export interface PluggedDisplay {
  readonly id: number;
  readonly label?: string;
  readonly x?: number;
  readonly scaleFactor?: number;
  readonly width?: number;
  readonly height?: number;
}

/** Events that a test can cause only on the stand-in. ../in-main.ts has the rest. */
export type StandInEvent =
  | { readonly what: 'plug'; readonly displays: readonly PluggedDisplay[] }
  | { readonly what: 'shutdown' | 'destroy-all' }
  | { readonly what: 'unresponsive' | 'session-end' | 'null-frame' | 'preload-error'; readonly role: string }
  | { readonly what: 'move'; readonly role: string; readonly x: number; readonly y: number };

/** The requests of the process that started the stand-in, over the channel of `child_process`. */
export type StandInQuestion =
  | { readonly happens: StandInEvent }
  | { readonly asks: 'windows' | 'effects' }
  | { readonly act: string; readonly given: unknown };
export type StandInRequest = { readonly id: number } & StandInQuestion;
export type StandInMessage =
  | { readonly chromium: string }
  | { readonly id: number; readonly gave: unknown }
  | { readonly id: number; readonly failed: string };

export interface WindowState {
  readonly url: string;
  readonly visible: boolean;
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly fullScreen: boolean;
  /** The real display, which the window may report wrongly. */
  readonly displayId: number;
}

/** Effects on the system, oldest first: `power-save 1`, `box ...`, `shutdown held`. */
export type SideEffect = string;
