import { isRecord } from '../shared/json.ts';
import sections from './bill-tables.json' with { type: 'json' };
import { formats } from './formats.ts';

/**
 * The fields of receipt-service.md 2, each as name, mark and type. The field `@` is the extension key. Marks: `!` must
 * be there, `?` may be missing or null, `~` is a deprecated `?`, `-` may be missing but not null. A type with `[]` is
 * a list, one with `*` a single value or a list. A type is checked only if the document states it. Otherwise texts must
 * be strings, amounts, rates, quantities and prices must be numbers, and every other field takes any value.
 */
const tables: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(sections));

/** The types whose table depends on the value. */
const choices: Readonly<Record<string, (value: unknown, extensionKey: string) => string>> = {
  /** A line's kind is the `type` of its extension, or Default without one (receipt-service.md 2.6). */
  Line: (value, extensionKey) => {
    const kind = isRecord(value) && isRecord(value[extensionKey]) ? (value[extensionKey].type ?? 'Default') : 'Default';
    return ['Default', 'Discount', 'Text'].includes(String(kind)) ? `${kind}Line` : 'OtherLine';
  },
  /** An unknown type is read as `Tse`. Only the service knows what an integer means (receipt-service.md 2.7, 9). */
  Fiscalization: (value) => {
    const type = isRecord(value) ? value.type : undefined;
    if (Number.isInteger(type)) return 'Object';
    const known = ['Rksv', 'TBai', 'BoiTva', 'SecurityInformation', 'Sweden', 'Portugal'];
    return known.find((name) => name === type) ?? 'Tse';
  },
};

/** The faults by the dotted path of their field. Sentences never repeat a value, because it may be personal. */
export type Faults = Readonly<Record<string, readonly string[]>>;

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

const fieldsOf = new Map(
  Object.entries(tables).map(([name, fields]) => [name, [...fields.matchAll(/([\w@]+)([!?~-])(\S+)/g)]]),
);

const mayBeLeftOut = (mark: string, value: unknown): boolean =>
  value === undefined ? mark !== '!' : value === null && (mark === '?' || mark === '~');

/** `errors` is empty if the value is valid. `deprecated` has the paths of deprecated fields in use. */
export interface Validation {
  readonly errors: Faults;
  readonly deprecated: readonly string[];
}

/** Shares no code with the functions that build bills, so that it finds their mistakes. */
export function validate(table: string, value: unknown, extensionKey: string): Validation {
  const errors: Record<string, string[]> = {};
  const deprecated: string[] = [];

  const expect = (fits: boolean, path: string, found: unknown, expected: string): void => {
    const sentence = `Found ${nameOf(found)}, expected ${expected}.`;
    if (!fits) errors[path.slice(1)] = [found === undefined ? 'The field is required.' : sentence];
  };

  const see = (path: string, found: unknown, type: string): void => {
    const one = type.replace(/\[\]$|\*$/, '');
    const format = formats[one];
    if (type !== one && Array.isArray(found)) {
      for (const [index, entry] of found.entries()) see(`${path}[${index}]`, entry, one);
    } else if (type.endsWith('[]')) expect(false, path, found, 'an array');
    else if (format !== undefined) expect(format.fits(found), path, found, format.expected);
    else seeObject(path, found, choices[one]?.(found, extensionKey) ?? one);
  };

  const seeObject = (path: string, found: unknown, name: string): void => {
    if (!isRecord(found)) return void expect(false, path, found, 'an object');
    for (const [, field = '', mark = '', type = ''] of fieldsOf.get(name) ?? []) {
      const key = field.replace('@', () => extensionKey);
      if (mayBeLeftOut(mark, found[key])) continue;
      if (mark === '~') deprecated.push(`${path}.${key}`.slice(1));
      see(`${path}.${key}`, found[key], type);
    }
  };

  see('', value, table);
  return { errors, deprecated };
}
