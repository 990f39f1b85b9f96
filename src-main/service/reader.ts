import type { z } from 'zod';
import type { Log } from '../ports.ts';
import type { CountedDeviation } from '../shared/connection.ts';
import { isRecord } from '../shared/json.ts';
import { entriesOf, membersOf } from '../shared/json-text.ts';
import { isWebPage, parseJson } from './answer-body.ts';
import type { HttpAnswer, NoAnswer, Ok } from './answers.ts';
import { unreadable } from './http.ts';

/** One place where an answer differs from receipt-service.md. */
export type Deviation = Omit<CountedDeviation, 'route' | 'count'>;
export type Report = (found: readonly Deviation[]) => void;

/** An answer without deviations, with deviations, or not understood (no value). */
export interface ReadAnswer<T> {
  readonly value: T | null;
  readonly deviations: readonly Deviation[];
}

export type Reader<T> = (text: string, at?: string) => ReadAnswer<T>;
export type ValueOf<R> = R extends Reader<infer T> ? T : never;

const anotherSpelling = 'another spelling';

type Shape = Readonly<Record<string, z.ZodType>>;
type Members<S extends Shape, Id extends keyof S> = {
  readonly [Name in keyof S]: Name extends Id ? NonNullable<z.output<S[Name]>> : NonNullable<z.output<S[Name]>> | null;
};

/** At most this many members of an object are searched for a wrapped value. */
const mostParts = 50;

/** A value inside one extra wrapper is read, too. The wrapper's name may be an id and is not reported. */
const orWrapped =
  <T>(read: Reader<T>): Reader<T> =>
  (text, at = '') => {
    const outer = read(text, at);
    if (outer.value !== null || at !== '') return outer;
    const body = parseJson(text);
    const parts = Array.isArray(body) ? entriesOf(text) : isRecord(body) ? [...membersOf(text).values()] : [];
    const [only, ...others] = parts
      .slice(0, mostParts)
      .map((part) => ({ ...read(part, '/*'), expected: kindOf(parseJson(part)) }))
      .filter(({ value }) => value !== null);
    if (only === undefined || others.length > 0) return outer;
    const around = { pointer: '', found: `${kindOf(body)} around it`, expected: only.expected };
    return { value: only.value, deviations: [around, ...only.deviations] };
  };

/** An object without one of `ids` is not understood. Any other wrong member becomes null. */
export const members = <S extends Shape, Id extends keyof S & string = never>(
  shape: S,
  ids: readonly Id[] = [],
): Reader<Members<S, Id>> =>
  orWrapped((text, at = '') => {
    const body = parseJson(text);
    const given = isRecord(body) ? body : {};
    const texts = membersOf(isRecord(body) ? text : '');
    const spellings = new Map([...texts.keys()].reverse().map((other) => [other.toLowerCase(), other]));
    const read = Object.entries(shape).map(([name, schema]) => {
      const spelled = texts.has(name) ? name : (spellings.get(name.toLowerCase()) ?? name);
      const pointer = `${at}/${spelled}`;
      const member = memberAs(schema, given[spelled], texts.get(spelled), pointer);
      const spelling = spelled === name ? [] : [{ pointer, found: anotherSpelling, expected: name }];
      return { name, value: member.value, deviations: [...spelling, ...member.deviations] };
    });
    const value = Object.fromEntries(read.map((member) => [member.name, member.value]));
    return {
      value: ids.every((id) => value[id] !== null) ? (value as Members<S, Id>) : null,
      deviations: isRecord(body)
        ? read.flatMap(({ deviations }) => deviations)
        : [{ pointer: at, found: kindOf(body), expected: 'object' }],
    };
  });

function memberAs(schema: z.ZodType, found: unknown, text: string | undefined, pointer: string): ReadAnswer<unknown> {
  const described = schema.safeParse(found);
  const salvaged = typeof found === 'number' && !described.success ? schema.safeParse(text) : described;
  return { value: salvaged.data ?? null, deviations: deviationsOf(described.error, found, pointer) };
}

const deviationsOf = (error: z.ZodError | undefined, found: unknown, pointer: string): readonly Deviation[] =>
  (error?.issues ?? []).map(({ path, ...issue }) => {
    const inner = path.reduce<unknown>((held, step) => (held as Record<PropertyKey, unknown>)[step], found);
    return { pointer: [pointer, ...path].join('/'), found: kindOf(inner), expected: expectedBy(issue) };
  });

export const wholeAnswer = <T>(schema: z.ZodType<T>): Reader<T> =>
  orWrapped((text, at = '') => {
    const body = parseJson(text);
    const { data, error } = schema.safeParse(typeof body === 'object' || typeof body === 'string' ? body : text.trim());
    return { value: data ?? null, deviations: deviationsOf(error, body, at) };
  });

/** An answer of 1 MiB has no room for more receipts. A service may send more of them than one page was asked for. */
const mostRows = 5_000;

/** Reads a list so that a wrong row does not hide others. Rows beyond `mostRows` are reported and not read. */
export const rows = <T>(row: Reader<T>): Reader<readonly T[]> =>
  orWrapped((text, at = '') => {
    const body = parseJson(text);
    // A list that contains only a list is a wrapper around the rows, and not a single wrong row.
    if (!Array.isArray(body) || (body.length === 1 && Array.isArray(body[0]))) {
      return { value: null, deviations: [{ pointer: at, found: kindOf(body), expected: 'array' }] };
    }
    const readings = entriesOf(text)
      .slice(0, mostRows)
      .map((entry, index) => row(entry, `${at}/${index}`));
    const tooMany = { pointer: at, found: `${body.length} entries`, expected: `at most ${mostRows}` };
    return {
      value: readings.flatMap(({ value }) => (value === null ? [] : [value])),
      deviations: [...readings.flatMap(({ deviations }) => deviations), ...(body.length > mostRows ? [tooMany] : [])],
    };
  });

/** Reads an answer with the described form that fits best. */
export const eitherOf =
  <T>(...readers: readonly Reader<T>[]): Reader<T> =>
  (text, at) =>
    readers.map((read) => read(text, at)).reduce((best, other) => (misfit(other) < misfit(best) ? other : best));

/** A member in another letter case counts as the same member. */
const misfit = ({ value, deviations }: ReadAnswer<unknown>): number =>
  deviations.filter(({ found }) => found !== anotherSpelling).length + (value === null ? 1_000 : 0);

export const mapped =
  <T, Meant>(read: Reader<T>, mean: (value: T) => Meant | null): Reader<Meant> =>
  (text, at) => {
    const { value, deviations } = read(text, at);
    return { value: value === null ? null : mean(value), deviations };
  };

/** Rejects an answer about another id than the requested one. Ids are compared as text, in any letter case. */
export const withId =
  <Id extends string, T extends { readonly [Name in Id]: string | null }>(
    read: Reader<T>,
    name: Id,
    sent: unknown,
  ): Reader<T> =>
  (text, at) => {
    const reading = read(text, at);
    const id = reading.value?.[name] ?? null;
    if (id === null || typeof sent !== 'string' || id.toLowerCase() === sent.toLowerCase()) return reading;
    const other = { pointer: `/${name}`, found: 'another id', expected: 'the id that was sent' };
    return { value: null, deviations: [...reading.deviations, other] };
  };

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function expectedBy(issue: Omit<z.core.$ZodIssue, 'path'>): string {
  if ('expected' in issue) return String(issue.expected);
  return 'values' in issue && Array.isArray(issue.values) ? issue.values.join(' or ') : issue.message;
}

/** A service could cause any number of deviations, so log and status keep only this many. */
const mostCounted = 200;

/** Collects the deviations of a connection. Each is logged once, and the status shows its count. */
export type Deviations = ReturnType<typeof createDeviations>;

export function createDeviations(log: Log) {
  const counted = new Map<string, CountedDeviation>();
  return {
    /** All rows of a list count as one place. */
    report(route: string, deviations: readonly Deviation[]): void {
      for (const { pointer: place, found, expected } of deviations) {
        const pointer = place.replaceAll(/\/\d+(?=\/|$)/g, '/*');
        const key = [route, pointer, found, expected].join('\n');
        const count = (counted.get(key)?.count ?? 0) + 1;
        if (count === 1 && counted.size >= mostCounted) continue;
        counted.set(key, { route, pointer, found, expected, count });
        if (count === 1) log.warn('answer-deviation-found', { route, pointer, found, expected });
      }
    },
    list: (): readonly CountedDeviation[] => [...counted.values()],
  };
}

/** Reads any 2xx and reports the differences from the description. `status` is the described status, if any. */
export const readAnswer =
  <T>(reader: Reader<T>, status?: number) =>
  (answer: HttpAnswer, report?: Report): Ok<T> | NoAnswer => {
    if (isWebPage(answer)) return unreadable(answer);
    const { value, deviations } = reader(answer.text);
    const isMislabelled = /^\s*[{[]/.test(answer.text) && !/[/+]json$/.test(answer.contentType);
    const odd = isMislabelled ? [{ pointer: '', found: 'another content type', expected: 'application/json' }] : [];
    report?.([...statusAs(status, answer), ...odd, ...deviations]);
    return value === null ? unreadable(answer) : { kind: 'ok', value };
  };

export const statusAs = (described: number | undefined, { status }: HttpAnswer): readonly Deviation[] =>
  described === undefined || status === described
    ? []
    : [{ pointer: '', found: `HTTP ${status}`, expected: `HTTP ${described}` }];
