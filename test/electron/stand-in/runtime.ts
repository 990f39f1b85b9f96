import { type Chromium, startChromium } from './chromium.ts';
import { newEmitter } from './strict.ts';

/** The shared state of the stand-in: Chromium, and the handlers of its schemes. */

export const appEvents = newEmitter();
/** The registered privileges of each scheme. Everything else is forbidden. */
export const schemePrivileges = new Map<string, Electron.Privileges>();
export const protocolHandlers = new Map<string, (request: Request) => Response | Promise<Response>>();

let chromium: Promise<Chromium> | null = null;
const started = Promise.withResolvers<Chromium>();

/** Resolves when main was ready for the first time; never starts Chromium itself. */
export const chromiumStarted = started.promise;

const launch = async (): Promise<Chromium> => {
  const running = await startChromium();
  started.resolve(running);
  return running;
};

/** Chromium, started at the first use. */
export const theChromium = (): Promise<Chromium> => {
  chromium ??= launch();
  return chromium;
};

export const closeChromium = async (): Promise<void> => {
  const running = await chromium?.catch(() => null);
  await running?.close().catch(() => undefined);
};
