import { isRecord } from '../shared/json.ts';
import sections from './bill-tables.json' with { type: 'json' };
import { formats } from './formats.ts';

/**
 * The tables of receipt-service.md, section 2, in a short notation: a field, whether it is required, and its type. `!`
 * required, `?` may be missing or null, `~` the same and deprecated (section 9), `-` may be missing but is not null;
 * `[]` a list, `*` one value or a list, `@` the extension key. A type is checked only where the document states it.
 * Null passes in an optional field unless its table states a type without "or null". A field without a stated type
 * takes any value, except that text is a string, and amounts, rates, quantities and prices are numbers.
 */
const tables: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(sections));

/** The choice of a table that depends on the value. */
const choices: Readonly<Record<string, (value: unknown, extensionKey: string) => string>> = {
  /** receipt-service.md 2.6: the kind is the extension's `type`. A line without one is a Default line. */
  Line: (value, extensionKey) => {
    const kind = isRecord(value) && isRecord(value[extensionKey]) ? (value[extensionKey].type ?? 'Default') : 'Default';
    return ['Default', 'Discount', 'Text'].includes(String(kind)) ? `${kind}Line` : 'OtherLine';
  },
  /** 2.7: an unknown or missing type is read as `Tse`; only the service knows its integers (section 9). */
  Fiscalization: (value) => {
    const type = isRecord(value) ? value.type : undefined;
    if (Number.isInteger(type)) return 'Object';
    const known = ['Rksv', 'TBai', 'BoiTva', 'SecurityInformation', 'Sweden', 'Portugal'];
    return known.find((name) => name === type) ?? 'Tse';
  },
};

/** Dotted path of a field -> what is wrong with it. Sentences never repeat a value: values may be personal. */
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

/** `errors` is empty when the value is good. `deprecated`: dotted paths of deprecated fields in use. */
export interface Verdict {
  readonly errors: Faults;
  readonly deprecated: readonly string[];
}

/** Shares no code with the functions that build bills, so that it finds their mistakes. */
export function judge(table: string, value: unknown, extensionKey: string): Verdict {
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
