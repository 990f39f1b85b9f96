import { afterEach } from 'vitest';
import { type OpenedPage, type OpenOptions, openPage } from './render-page.ts';

/** The windows as they are built for everybody, each for one test. Gives the way to open one; what a test leaves open is closed. */
export function windowsOfFile(): <R extends 'cashier' | 'customer'>(options: OpenOptions<R>) => Promise<OpenedPage<R>> {
  const left: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(left.splice(0).map((close) => close()));
  });
  return async (options) => {
    const opened = await openPage(options);
    left.push(opened.close);
    return opened;
  };
}
