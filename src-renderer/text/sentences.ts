/**
 * The shape of a table of sentences, in i18next's format: flat keys, `{{name}}` for a value, `key_one` / `key_other` for
 * the forms of a number. English is the reference; another language that lacks a key does not compile.
 */

type Form = 'one' | 'many' | 'other';

/** `points` for the rows `points_one` and `points_other`, else the key itself. */
export type KeyOf<Table> =
  Extract<keyof Table, string> extends infer Row ? (Row extends `${infer Base}_${Form}` ? Base : Row) : never;

export type ValueNames<Sentence> = Sentence extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

type RowOf<Table, Key extends string> = Key extends keyof Table ? Table[Key] : Table[`${Key}_other` & keyof Table];

type NeededBy<Table, Key extends string> =
  | ValueNames<RowOf<Table, Key>>
  | (`${Key}_other` extends keyof Table ? 'count' : never);

type ValuesOf<Table, Key extends string> = {
  readonly [Name in NeededBy<Table, Key>]: Name extends 'count' ? number : string | number;
};

/** Reads one sentence in one language. A sentence with values asks for exactly these; `count` picks the form. */
export type Text<Table> = <Key extends KeyOf<Table> & string>(
  key: Key,
  ...values: [NeededBy<Table, Key>] extends [never] ? [] : [ValuesOf<Table, Key>]
) => string;

/** A language with the forms `one` and `other`: German, Swedish. */
export type Translation<Table> = { readonly [Row in keyof Table]: string };

/** A language that also has the form `many`: French, Spanish, Portuguese. */
export type TranslationWithMany<Table> = Translation<Table> & {
  readonly [Row in Extract<keyof Table, string> as Row extends `${infer Base}_other` ? `${Base}_many` : never]: string;
};

/** Any table, as the engines read it. */
export type Sentences = Readonly<Record<string, string>>;
