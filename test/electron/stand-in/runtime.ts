import type { Frame, Page } from 'playwright-core';
import { answerCustomScheme, type Chromium, startChromium } from './chromium.ts';
import { newEmitter } from './strict.ts';

/** What the parts of the stand-in share: Chromium, the pages and who they belong to. */

export const appEvents = newEmitter();
/** What was announced of each scheme; what was not announced it may not do. */
export const schemePrivileges = new Map<string, Electron.Privileges>();
export const protocolHandlers = new Map<string, (request: Request) => Response | Promise<Response>>();

/** A page of the app: its web contents, and what happens when it wants to go elsewhere. */
export interface KnownPage {
  readonly contents: Electron.WebContents;
  /** The address that main is loading, in Chromium's words; only this one needs no question. */
  loading(): string | null;
  mayNavigate(address: string, frame: Frame): boolean;
}
export const knownPages = new Map<Page, KnownPage>();

let chromium: Promise<Chromium> | null = null;
const started = Promise.withResolvers<Chromium>();

/** Resolves when main was ready for the first time; never starts Chromium itself. */
export const chromiumStarted = started.promise;

const launch = async (): Promise<Chromium> => {
  const running = await startChromium();
  const { context } = running;
  await context.route('**/*', async (route) => {
    const request = route.request();
    if (request.isNavigationRequest()) {
      const frame = request.frame();
      const known = knownPages.get(frame.page());
      if (known !== undefined && known.loading() !== request.url() && !known.mayNavigate(request.url(), frame)) {
        return route.abort('aborted');
      }
    }
    return (await answerCustomScheme(route, protocolHandlers, schemePrivileges)) ? undefined : route.continue();
  });
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
