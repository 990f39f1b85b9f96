import { net, powerMonitor } from 'electron';
import type { App } from '../app.ts';
import type { Clock, Fetch } from '../ports.ts';

/**
 * Requests through Chromium's network stack, so that the company's proxy and certificates are used; certificate errors
 * are never bypassed. Redirects are not followed: with `manual` Electron ends the request at a redirect and rejects,
 * which to its caller is "no answer", as it should be behind a captive portal.
 */
export const chromiumFetch: Fetch = (url, init) => net.fetch(url, { ...init, redirect: 'manual', credentials: 'omit' });

/** Electron tells main nothing when the network comes back, so it is asked this often. */
const askEveryMs = 30_000;

/** Wakes the app when the network is back or the computer woke up. Returns the function that ends it. */
export const watchNetwork = (clock: Clock, wake: App['wake']): (() => void) => {
  let online = net.isOnline();
  let cancel = (): void => undefined;
  const ask = (): void => {
    const before = online;
    online = net.isOnline();
    if (online && !before) wake('network-back');
    cancel = clock.setTimer(askEveryMs, ask);
  };
  const resumed = (): void => wake('resumed');
  powerMonitor.on('resume', resumed);
  ask();
  return () => {
    cancel();
    powerMonitor.off('resume', resumed);
  };
};
