import { z } from 'zod';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];
type CheckDef = z.core.$ZodCustomDef | z.core.$ZodCheckMinLengthDef | z.core.$ZodCheckMaxLengthDef;

/** `schema.safeParse(value).success` as a compiled function. For unsupported parts it calls the schema. */
export function compiled(schema: Schema): (value: unknown) => boolean {
  const given: unknown[] = [];
  const give = (value: unknown): string => `given${given.push(value) - 1}`;
  const functions: string[] = [];
  const named = (parameters: string, body: string): string => {
    const name = `fits${functions.length}`;
    functions.push(`const ${name} = (${parameters}) => ${body};`);
    return name;
  };

  /** Whether the value in the variable `it` is valid. */
  function test(schema: Schema, it: string): string {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    const words = [wordsOf(def, it), ...(def.checks ?? []).map(({ _zod }) => checkOf(_zod.def as CheckDef, it))];
    if (words.includes(null)) return `${give((value: unknown) => z.safeParse(schema, value).success)}(${it})`;
    return words.length === 1 ? `${words[0]}` : words.map((word) => `(${word})`).join(' && ');
  }

  function checkOf(def: CheckDef, it: string): string | null {
    if (def.check === 'custom') return `${give(def.fn)}(${it})`;
    return def.check === 'min_length' ? `${it}.length >= ${def.minimum}` : null;
  }

  function wordsOf(def: Def, it: string): string | null {
    if ('check' in def) return 'format' in def && def.format === 'safeint' ? `Number.isSafeInteger(${it})` : null;
    switch (def.type) {
      case 'unknown':
        return `${it} !== undefined`;
      case 'string':
      case 'boolean':
        return `typeof ${it} === '${def.type}'`;
      case 'number':
        return `Number.isFinite(${it})`;
      case 'literal':
        return def.values.map((value) => `${it} === ${JSON.stringify(value)}`).join(' || ');
      case 'enum':
        return `${give(new Set(Object.values(def.entries)))}.has(${it})`;
      case 'optional':
        return `${it} === undefined || ${test(def.innerType, it)}`;
      case 'nullable':
        return `${it} === null || ${test(def.innerType, it)}`;
      case 'union':
        return def.options.map((option) => test(option, it)).join(' || ');
      case 'array':
        return `Array.isArray(${it}) && ${it}.every(${named('entry', test(def.element, 'entry'))})`;
      case 'object':
        return `${named('value, member', [isObject, ...Object.entries(def.shape).map(memberTest)].join(' && '))}(${it})`;
      default:
        return null;
    }
  }

  const memberTest = ([name, schema]: readonly [string, Schema]): string =>
    `(member = value[${JSON.stringify(name)}], ${test(schema, 'member')})`;

  const made = named('value', test(schema, 'value'));
  return new Function(...given.map((_, at) => `given${at}`), `${functions.join('\n')} return ${made};`)(...given);
}

const isObject = `typeof value === 'object' && value !== null && !Array.isArray(value)`;
