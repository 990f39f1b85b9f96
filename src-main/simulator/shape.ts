/**
 * A few small words to say what a JSON value must look like. A check adds a sentence per fault to `faults`, keyed by
 * the dotted path of the field; it never throws and never repeats a value (values may be personal).
 */

export type Faults = Map<string, string[]>;
export type Check = (value: unknown, path: string, faults: Faults) => void;
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fault(faults: Faults, path: string, sentence: string): void {
  const known = faults.get(path);
  if (known === undefined) faults.set(path, [sentence]);
  else known.push(sentence);
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

function wrongType(faults: Faults, path: string, value: unknown, expected: string): void {
  fault(faults, path, `Found ${nameOf(value)}, expected ${expected}.`);
}

/** A string that passes `test`; `expected` completes the sentence "expected ...". */
export function text(test: (value: string) => boolean = () => true, expected = 'a string'): Check {
  return (value, path, faults) => {
    if (typeof value !== 'string') wrongType(faults, path, value, expected);
    else if (!test(value)) fault(faults, path, `Found another string, expected ${expected}.`);
  };
}

export const lengthBetween = (min: number, max: number): Check =>
  text((value) => value.length >= min && value.length <= max, `a string of ${min} to ${max} characters`);

export const anyNumber: Check = (value, path, faults) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) wrongType(faults, path, value, 'a number');
};

/** Interface document 8: amounts have at most 2 decimal places. */
export const amount: Check = (value, path, faults) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) wrongType(faults, path, value, 'an amount');
  else if (Number(value.toFixed(2)) !== value) {
    fault(faults, path, 'Found more than 2 decimal places, expected at most 2.');
  }
};

export const integer: Check = (value, path, faults) => {
  if (!Number.isInteger(value)) wrongType(faults, path, value, 'an integer');
};

export const bool: Check = (value, path, faults) => {
  if (typeof value !== 'boolean') wrongType(faults, path, value, 'true or false');
};

export const stringOrNumber: Check = (value, path, faults) => {
  if (typeof value !== 'string' && typeof value !== 'number') wrongType(faults, path, value, 'a string or a number');
};

/** Interface document 9: enumerations accept string names and integers. Without `names` every name is accepted. */
export function enumeration(names?: readonly string[]): Check {
  const expected = names === undefined ? 'a name' : names.map((name) => `'${name}'`).join(' or ');
  return (value, path, faults) => {
    if (Number.isInteger(value)) return;
    const known = typeof value === 'string' && value !== '' && (names === undefined || names.includes(value));
    if (!known) wrongType(faults, path, value, expected);
  };
}

/** Anything but null and absence. */
export const anything: Check = () => {};

export function arrayOf(entry: Check): Check {
  return (value, path, faults) => {
    if (!Array.isArray(value)) return wrongType(faults, path, value, 'an array');
    value.forEach((item, index) => {
      entry(item, `${path}[${index}]`, faults);
    });
  };
}

/**
 * An object. Fields of `required` must be there and not null; fields of `optional` may be absent or null; all other
 * fields pass. `then` sees the object after its fields, for rules that join fields.
 */
export function object(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
  then: (value: JsonObject, path: string, faults: Faults) => void = () => {},
): Check {
  return (value, path, faults) => {
    if (!isObject(value)) return wrongType(faults, path, value, 'an object');
    const at = (name: string) => (path === '' ? name : `${path}.${name}`);
    for (const [name, check] of Object.entries(required)) {
      const found = value[name];
      if (found === undefined || found === null) fault(faults, at(name), 'The field is required.');
      else check(found, at(name), faults);
    }
    for (const [name, check] of Object.entries(optional)) {
      const found = value[name];
      if (found !== undefined && found !== null) check(found, at(name), faults);
    }
    then(value, path, faults);
  };
}
