/** The orders of the process that starts the stand-in. Only this file reads the environment. */

/**
 * The behaviour of windows. `exact`: at once and as asked. `wayland`: positions are ignored and bounds begin at 0,0.
 * `off-by-one`: bounds come back rounded. `show-lost`: the first showing of a window is lost. `slow-full-screen`:
 * bounds and full screen follow later, and full screen begins at the window's position.
 */
export type WindowProfile = 'exact' | 'wayland' | 'off-by-one' | 'show-lost' | 'slow-full-screen';

export interface StandInOrders {
  /** Chromium's profile folder. */
  readonly profile: string;
  /** A file with the address of a running Chromium, in which this start has a profile; null starts one. */
  readonly chromium: string | null;
  readonly headless: boolean;
  /** The number of displays of 1024x768, side by side. */
  readonly displays: number;
  readonly windows: WindowProfile;
  /** The scale of the second and every further display: 1, 1.25, 1.5 or 1.75. */
  readonly scaleFactor: number;
  /** The network stack of requests: Node's, which is fast, or Chromium's own. */
  readonly network: 'node' | 'chromium';
  /**
   * Whether main gets the real answer of a page that it checks. Without it every page counts as alive, because a slow
   * page on a busy computer is not a hanging one.
   */
  readonly hasRealPulse: boolean;
  /** The path of the unpacked `resources/app.asar`; null runs the checkout. */
  readonly packed: string | null;
}

/** Two displays that follow every request. Nothing appears on the screen of the person who runs the tests. */
export const plainOrders = (profile: string): StandInOrders => ({
  profile,
  chromium: null,
  headless: true,
  displays: 2,
  windows: 'exact',
  scaleFactor: 1,
  network: 'node',
  hasRealPulse: true,
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

/** Events that a test can cause on the stand-in only, as the system or a person would. ../in-main.ts has the rest. */
export type Happening =
  | { readonly what: 'unplug' | 'replug' | 'replug-left' | 'rotate' | 'rescale' }
  | { readonly what: 'swap' | 'unplug-first' | 'replug-first' }
  | { readonly what: 'shutdown' | 'destroy-all' }
  | { readonly what: 'unresponsive' | 'session-end' | 'null-frame' | 'preload-error'; readonly role: string }
  | { readonly what: 'move'; readonly role: string; readonly x: number; readonly y: number };

/** The questions of the starting process over the channel of `child_process`, and their answers. */
export type StandInQuestion =
  | { readonly happens: Happening }
  | { readonly asks: 'windows' | 'deeds' }
  /** The text of a function of ../in-main.ts. */
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
  /** The real display of the window, independent of what it reports. */
  readonly displayId: number;
}

/** Effects of the program on the system, oldest first: `power-save 1`, `box ...`, `shutdown held`. */
export type Deed = string;
