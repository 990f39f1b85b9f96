import { afterEach } from 'vitest';
import { type OpenedPage, type OpenOptions, openPage } from './render-page.ts';

/**
 * The windows as they are built for users, one for each test. Returns the function that opens one; windows that a test
 * leaves open are closed.
 */
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
