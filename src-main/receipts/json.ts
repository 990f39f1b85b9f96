/** Reading JSON of which nothing is known yet: no function here throws, whatever it is given. */

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value as an object, or null when it is none (a list is none). */
export function recordOf(value: unknown): JsonRecord | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonRecord) : null;
}

/** The value as a list; empty when it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The field at the end of `keys`, or undefined when one of them is not there. */
export function field(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    const record = recordOf(current);
    if (record === null || !Object.hasOwn(record, key)) return undefined;
    current = record[key];
  }
  return current;
}

export type Segment = string | number;

/** Calls `see` for every value that `pattern` reaches; `*` stands for each entry of a list. */
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
    if (key === '*') {
      const entries = listOf(value);
      for (let entry = 0; entry < entries.length; entry += 1) {
        path.push(entry);
        step(entries[entry], index + 1);
        path.pop();
      }
      return;
    }
    const next = field(value, key);
    if (next === undefined) return;
    path.push(key);
    step(next, index + 1);
    path.pop();
  };
  step(root, 0);
}
