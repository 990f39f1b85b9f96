/** Reads JSON of unknown shape. No function here throws. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export type Segment = string | number;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): JsonRecord | null => (isRecord(value) ? value : null);

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function field(value: unknown, ...keys: readonly Segment[]): unknown {
  let current = value;
  for (const key of keys) {
    const isThere = typeof current === 'object' && current !== null && Object.hasOwn(current, key);
    if (!isThere || Array.isArray(current) !== (typeof key === 'number')) return undefined;
    current = (current as Readonly<Record<Segment, unknown>>)[key];
  }
  return current;
}

/** Calls `see` for every value at `pattern`; `*` matches each entry of a list. */
export function visit(
  root: unknown,
  pattern: readonly string[],
  see: (value: unknown, path: readonly Segment[]) => void,
): void {
  const path: Segment[] = [];
  const step = (value: unknown, index: number): void => {
    const key = pattern[index];
    if (key === undefined) {
      see(value, path);
      return;
    }
    const found = key === '*' ? listOf(value) : [field(value, key)];
    for (let at = 0; at < found.length; at += 1) {
      if (found[at] === undefined) continue;
      path.push(key === '*' ? at : key);
      step(found[at], index + 1);
      path.pop();
    }
  };
  step(root, 0);
}

/** Caches the result of `read` for each object, which must not be changed afterwards. */
export function memo<Given, T>(read: (given: Given) => T): (given: Given) => T {
  const known = new WeakMap<object, { readonly value: T }>();
  return (given) => {
    if (typeof given !== 'object' || given === null) return read(given);
    const found = known.get(given) ?? { value: read(given) };
    known.set(given, found);
    return found.value;
  };
}
