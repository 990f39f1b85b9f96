/** What the process that starts the stand-in tells it; the only reader of the environment here. */

export interface StandInOrders {
  /** Chromium's profile folder. */
  readonly profile: string;
  readonly headless: boolean;
  /** How many displays of 1024x768 stand side by side. */
  readonly displays: number;
}

export const ordersVariable = 'ELECTRON_STAND_IN';

export const readOrders = (): StandInOrders => {
  const text = process.env[ordersVariable];
  if (text === undefined) {
    throw new Error(`${ordersVariable} is not set; start the stand-in with test/electron/launch.ts`);
  }
  return JSON.parse(text) as StandInOrders;
};

/** What the starting process may ask over the channel of `child_process`, and what it is told. */
export type StandInRequest = { readonly id: number; readonly ask: 'unplug' | 'replug' | 'windows' };
export type StandInMessage =
  | { readonly chromium: string }
  | { readonly id: number; readonly windows: readonly WindowState[] };

export interface WindowState {
  readonly url: string;
  readonly visible: boolean;
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}
