/**
 * Encodes values between a page and main as text. Electron copies by the structured clone algorithm. The app sends only
 * JSON and `undefined`, and any other value throws here. `encodeWire` and `decodeWire` use nothing of this module,
 * because they also run in the page as source.
 */

/** Functions and promises cross between a page's worlds as numbers. The other side creates substitutes for them. */
export interface Crossing {
  keep(one: unknown, kind: 'function' | 'promise'): number;
  make(kind: 'function' | 'promise', id: number): unknown;
}

type Cell = readonly [kind: string, content?: unknown];

export const encodeWire = (value: unknown, crossing?: Crossing): string => {
  const cell = (one: unknown): Cell => {
    if (one === undefined) return ['undefined'];
    if (crossing !== undefined && typeof one === 'function') return ['function', crossing.keep(one, 'function')];
    if (crossing !== undefined && one instanceof Promise) return ['promise', crossing.keep(one, 'promise')];
    if (one instanceof Error) return ['error', one.message];
    if (Array.isArray(one)) return ['array', one.map(cell)];
    const isPlain = one === null || ['string', 'boolean'].includes(typeof one) || Number.isFinite(one);
    if (isPlain) return ['plain', one];
    if (Object.prototype.toString.call(one) !== '[object Object]')
      throw new TypeError(`the stand-in copies no ${typeof one} ${String(one)}`);
    return ['object', Object.entries(one as object).map(([key, inner]) => [key, cell(inner)])];
  };
  return JSON.stringify(cell(crossing === undefined ? structuredClone(value) : value));
};

export const decodeWire = (text: string, crossing?: Crossing): unknown => {
  const get = ([kind, content]: Cell): unknown => {
    if (kind === 'undefined') return undefined;
    if (kind === 'function' || kind === 'promise') return crossing?.make(kind, Number(content));
    if (kind === 'error') return new Error(String(content));
    if (kind === 'array') return (content as Cell[]).map(get);
    if (kind !== 'object') return content;
    return Object.fromEntries((content as [string, Cell][]).map(([key, inner]) => [key, get(inner)]));
  };
  return get(JSON.parse(text));
};
