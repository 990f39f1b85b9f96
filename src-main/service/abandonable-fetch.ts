import type { Fetch } from '../ports.ts';

/**
 * A fetch whose requests can all be ended at once, also those that come after. A request counts as under way until its
 * own signal ends it, as every caller's does when the answer is read.
 */
export function abandonableFetch(fetch: Fetch): { readonly fetch: Fetch; readonly abandon: () => void } {
  // Not AbortSignal.any: a signal that lives as long as the app remembers every one that was ever made to follow it.
  const underWay = new Set<AbortController>();
  let isAbandoned = false;
  return {
    fetch(url, init) {
      const request = new AbortController();
      const end = (): void => {
        underWay.delete(request);
        request.abort();
      };
      underWay.add(request);
      init.signal?.addEventListener('abort', end, { once: true });
      if (isAbandoned || init.signal?.aborted === true) end();
      return fetch(url, { ...init, signal: request.signal });
    },
    abandon() {
      isAbandoned = true;
      for (const request of underWay) request.abort();
      underWay.clear();
    },
  };
}
