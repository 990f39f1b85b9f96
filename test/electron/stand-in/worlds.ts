import type { Crossing } from './wire.ts';

/**
 * A preload runs in its own world, which shares the document with the page but no object. Electron's `contextBridge` is
 * imitated with events of the document that carry text. Values are copied, functions are called synchronously on their
 * own side, and a promise resolves on both sides. The function uses nothing else, because it runs in both worlds as
 * source.
 */
export const openWorld = (
  here: string,
  there: string,
  encode: (value: unknown, crossing: Crossing) => string,
  decode: (text: string, crossing: Crossing) => unknown,
) => {
  const functions: unknown[] = [];
  const settlers = new Map<number, PromiseWithResolvers<unknown>>();
  let promises = 0;
  let answer = '';

  const send = (...words: readonly unknown[]): void => {
    document.dispatchEvent(new CustomEvent(there, { detail: JSON.stringify(words) }));
  };
  const settled = (id: number, isFulfilled: boolean, value: unknown): void => {
    try {
      send('settle', id, isFulfilled, encode(value, crossing));
    } catch (error) {
      send('settle', id, false, encode(error, crossing));
    }
  };
  const crossing: Crossing = {
    keep: (one, kind) => {
      if (kind === 'function') {
        const known = functions.indexOf(one);
        return known >= 0 ? known : functions.push(one) - 1;
      }
      promises += 1;
      const id = promises;
      (one as Promise<unknown>).then(
        (value) => settled(id, true, value),
        (error) => settled(id, false, error),
      );
      return id;
    },
    make: (kind, id) => {
      if (kind === 'promise') {
        const settler = Promise.withResolvers<unknown>();
        settlers.set(id, settler);
        return settler.promise;
      }
      return (...args: unknown[]) => {
        send('call', id, encode(args, crossing));
        const [isFine, text] = JSON.parse(answer) as [boolean, string];
        const value = decode(text, crossing);
        if (!isFine) throw value;
        return value;
      };
    },
  };
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) freeze(inner);
    return Object.freeze(value);
  };
  const called = (id: number, args: string): void => {
    let result: string;
    try {
      const act = functions[id] as (...args: unknown[]) => unknown;
      result = JSON.stringify([true, encode(act(...(decode(args, crossing) as unknown[])), crossing)]);
    } catch (error) {
      result = JSON.stringify([false, encode(error, crossing)]);
    }
    send('answer', result);
  };

  document.addEventListener(here, (event) => {
    const [kind, first, second, third] = JSON.parse(String((event as CustomEvent).detail));
    if (kind === 'answer') answer = first;
    if (kind === 'call') called(first, second);
    if (kind === 'settle') {
      const settler = settlers.get(first);
      settlers.delete(first);
      if (second) settler?.resolve(decode(third, crossing));
      else settler?.reject(decode(third, crossing));
    }
    if (kind === 'expose') {
      const value = freeze(decode(second, crossing));
      Object.defineProperty(window, first, { value, enumerable: true, writable: false, configurable: false });
    }
  });
  /** Adds the frozen `api` to the other world's window. */
  return { expose: (name: string, api: unknown) => send('expose', name, encode(api, crossing)) };
};
