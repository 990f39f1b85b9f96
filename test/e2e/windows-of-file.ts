import { afterEach } from 'vitest';
import { type OpenedPage, type OpenOptions, openPage } from './render-page.ts';

/** Opens windows as they are built for users, and closes them at the end of the test. */
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
