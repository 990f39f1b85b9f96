import { type Chromium, startChromium } from './chromium.ts';
import { newEmitter } from './strict.ts';

/** What the parts of the stand-in share: Chromium, and who answers for its schemes. */

export const appEvents = newEmitter();
/** What was announced of each scheme; what was not announced it may not do. */
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

/** Chromium, started by the first who asks. */
export const theChromium = (): Promise<Chromium> => {
  chromium ??= launch();
  return chromium;
};

export const closeChromium = async (): Promise<void> => {
  const running = await chromium?.catch(() => null);
  await running?.close().catch(() => undefined);
};
