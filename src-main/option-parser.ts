import { parseArgs } from 'node:util';

type OptionTable = Readonly<Record<string, Option>>;
type Option =
  | { readonly type: 'boolean' }
  /** `once`: a second value would be a second task, which must not be left undone silently. */
  | { readonly type: 'string'; readonly once?: true }
  | { readonly type: 'string'; readonly multiple: true };

export interface CommandLine<Table extends OptionTable> {
  readonly values: { readonly [Name in keyof Table]?: ValueOf<Table[Name]> };
  readonly words: readonly string[];
  /** The names of switches that are not in the table, without their values, because a value may name a person. */
  readonly foreign: readonly string[];
}

type ValueOf<One extends Option> = One extends { readonly multiple: true }
  ? readonly string[]
  : One extends { readonly type: 'string' }
    ? string
    : true;

export class OptionError extends Error {}

/** Chromium's switches in Electron's argv become `foreign`. After `--` all are words, even a file name like `-a`. */
export function readCommandLine<Table extends OptionTable>(argv: readonly string[], table: Table): CommandLine<Table> {
  const { tokens } = parseArgs({ args: [...argv], options: table, strict: false, tokens: true });
  const values: Record<string, string | true | readonly string[]> = {};
  const words: string[] = [];
  const foreign: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName } = token;
    const option = rawName.startsWith('--') && Object.hasOwn(table, name) ? table[name] : undefined;
    if (option !== undefined) values[name] = givenTo(option, token, values[name]);
    else if (foreign.at(-1) !== rawName) foreign.push(rawName);
  }
  return { values: values as CommandLine<Table>['values'], words, foreign };
}

interface Given {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function givenTo(option: Option, { rawName, value, inlineValue }: Given, before: unknown): string | true | string[] {
  if (option.type === 'boolean') {
    if (value !== undefined) throw new OptionError(`${rawName}: found the value "${value}", expected none.`);
    return true;
  }
  if ('once' in option && before !== undefined) throw new OptionError(`${rawName}: found it twice, expected it once.`);
  const given = valueBehind(rawName, value, inlineValue === true);
  return 'multiple' in option ? [...(Array.isArray(before) ? before : []), given] : given;
}

function valueBehind(rawName: string, value: string | undefined, inline: boolean): string {
  if (value === undefined || value === '') {
    throw new OptionError(`${rawName}: found nothing after it, expected a value.`);
  }
  if (!inline && value.startsWith('-') && value !== '-') {
    throw new OptionError(
      `${rawName}: found the option ${value} after it, expected a value. Write a value that begins with - as ${rawName}=VALUE.`,
    );
  }
  return value;
}

export function refuseForeign({ foreign, words }: CommandLine<OptionTable>): void {
  const [unknown] = foreign;
  if (unknown !== undefined) throw new OptionError(`${unknown} is no option of this program.`);
  const [word] = words;
  if (word !== undefined) throw new OptionError(`Found ${JSON.stringify(word)} alone, expected an option.`);
}
