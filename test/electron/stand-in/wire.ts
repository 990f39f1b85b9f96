/**
 * Encodes values between a page and main as text. Electron copies by the structured clone algorithm: dates, maps,
 * bytes, `undefined` and cycles arrive unchanged, and functions are refused. `encodeWire` and `decodeWire` use nothing
 * of this module, because they also run in the page as source.
 */

/** Functions and promises cross between a page's worlds as numbers. The other side creates substitutes for them. */
export interface Crossing {
  keep(one: unknown, kind: 'function' | 'promise'): number;
  make(kind: 'function' | 'promise', id: number): unknown;
}

export const encodeWire = (value: unknown, crossing?: Crossing): string => {
  const copy: unknown = crossing === undefined ? structuredClone(value) : value;
  const table: unknown[] = [];
  const seen = new Map<unknown, number>();
  const put = (one: unknown): number => {
    const known = typeof one === 'object' && one !== null ? seen.get(one) : undefined;
    if (known !== undefined) return known;
    const at = table.length;
    table.push(null);
    if (typeof one === 'object' && one !== null) seen.set(one, at);
    table[at] = cell(one);
    return at;
  };
  const cell = (one: unknown): unknown => {
    if (one === undefined) return ['undefined'];
    if (typeof one === 'bigint') return ['bigint', String(one)];
    if (typeof one === 'number' && !(Number.isFinite(one) && !Object.is(one, -0))) {
      return ['number', Object.is(one, -0) ? '-0' : String(one)];
    }
    if (crossing !== undefined && typeof one === 'function') return ['function', crossing.keep(one, 'function')];
    if (crossing !== undefined && one instanceof Promise) return ['promise', crossing.keep(one, 'promise')];
    if (typeof one === 'symbol') throw new TypeError('a symbol cannot cross between worlds');
    if (typeof one !== 'object' || one === null) return ['plain', one];
    if (one instanceof Date) return ['date', one.getTime()];
    if (one instanceof Map) return ['map', [...one].map(([key, inner]) => [put(key), put(inner)])];
    if (one instanceof Set) return ['set', [...one].map(put)];
    if (one instanceof Uint8Array) return ['bytes', [...one]];
    if (one instanceof Error) return ['error', one.name, one.message];
    if (Array.isArray(one)) return ['array', one.map(put)];
    return ['object', Object.entries(one).map(([key, inner]) => [key, put(inner)])];
  };
  put(copy);
  return JSON.stringify(table);
};

export const decodeWire = (text: string, crossing?: Crossing): unknown => {
  const table = JSON.parse(text) as readonly (readonly [string, ...unknown[]])[];
  const made = new Map<number, unknown>();
  const keep = <T>(at: number, value: T): T => {
    made.set(at, value);
    return value;
  };
  const get = (at: number): unknown => {
    if (made.has(at)) return made.get(at);
    const [kind, first, second] = table[at] ?? ['undefined'];
    if (kind === 'undefined') return undefined;
    if (kind === 'bigint') return BigInt(String(first));
    if (kind === 'number') return Number(first);
    if (kind === 'function' || kind === 'promise') return keep(at, crossing?.make(kind, Number(first)));
    if (kind === 'date') return keep(at, new Date(Number(first)));
    if (kind === 'bytes') return keep(at, Uint8Array.from(first as number[]));
    if (kind === 'error') return keep(at, Object.assign(new Error(String(second)), { name: String(first) }));
    if (kind === 'map') {
      const map = keep(at, new Map());
      for (const [key, value] of first as [number, number][]) map.set(get(key), get(value));
      return map;
    }
    if (kind === 'set') {
      const set = keep(at, new Set());
      for (const one of first as number[]) set.add(get(one));
      return set;
    }
    if (kind === 'array') {
      const list: unknown[] = keep(at, []);
      for (const one of first as number[]) list.push(get(one));
      return list;
    }
    if (kind === 'object') {
      const object: Record<string, unknown> = keep(at, {});
      for (const [key, value] of first as [string, number][]) {
        // An assignment would turn a field `__proto__` into a prototype.
        Object.defineProperty(object, key, { value: get(value), enumerable: true, writable: true, configurable: true });
      }
      return object;
    }
    return first;
  };
  return get(0);
};
