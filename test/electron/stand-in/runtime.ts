import { type Chromium, startChromium } from './chromium.ts';
import type { SideEffect } from './orders.ts';
import { newEmitter } from './strict.ts';

/** Chromium, the handlers of its schemes and the recorded effects, shared by the stand-in's files. */

export const appEvents = newEmitter();
/** Effects that no page shows, for tests. */
export const effects: SideEffect[] = [];
/** All other privileges are forbidden. */
export const schemePrivileges = new Map<string, Electron.Privileges>();
export const protocolHandlers = new Map<string, (request: Request) => Response | Promise<Response>>();

let chromium: Promise<Chromium> | null = null;
const started = Promise.withResolvers<Chromium>();

/** Resolves once `theChromium` has started Chromium. Does not start it. */
export const chromiumStarted = started.promise;

const launch = async (): Promise<Chromium> => {
  const running = await startChromium();
  started.resolve(running);
  return running;
};

export const theChromium = (): Promise<Chromium> => {
  chromium ??= launch();
  return chromium;
};

export const closeChromium = async (): Promise<void> => {
  const running = await chromium?.catch(() => null);
  await running?.close().catch(() => undefined);
};
