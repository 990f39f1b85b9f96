import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import {
  type BuiltPages,
  buildPages,
  type OpenedPage,
  type OpenOptions,
  openPage,
  startBrowser,
} from './render-page.ts';

/** The windows as they are built for everybody, in one browser for all tests of the file that calls it. Gives the way to open one. */
export function windowsOfFile(): <R extends 'cashier' | 'customer'>(options: OpenOptions<R>) => Promise<OpenedPage<R>> {
  let browser: Browser;
  let pages: BuiltPages;
  beforeAll(async () => {
    [browser, pages] = [await startBrowser(), await buildPages('real')];
  });
  afterAll(async () => {
    await browser.close();
    await pages.remove();
  });
  return (options) => openPage(browser, pages, options);
}
