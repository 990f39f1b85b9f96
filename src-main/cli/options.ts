import { OptionError, readCommandLine } from '../option-parser.ts';
import help from './command-help.json' with { type: 'json' };

export const appCommands = ['send', 'onboard', 'support'] as const;
export type AppCommand = (typeof appCommands)[number];

export type CommandOptions = NonNullable<ReturnType<typeof readOptions>>;

/** The shared options replace the empty line of the help text. */
export const commandHelp = (command: AppCommand): string =>
  `${help[command].flatMap((line) => (line === '' ? help.shared : [line])).join('\n')}\n`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const table = { 'pos-port': text, 'data-dir': text, 'token-file': text, wait: flag, end: flag, help: flag } as const;
const others = { send: ['end'], onboard: ['wait'], support: ['wait', 'end'] } as const;

/** Reads the arguments after the name of the command. Null if help was requested. Throws OptionError. */
export function readOptions(
  command: AppCommand,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) {
  const { values, words, foreign } = readCommandLine(argv, table);
  const other = others[command].find((name) => values[name] === true);
  const [unknown] = other === undefined ? foreign : [`--${other}`];
  // The author of a script types these, so a misspelt option must not be ignored silently.
  if (unknown !== undefined) throw new OptionError(`${unknown} is no option of this command.`);
  if (values.help === true) return null;
  const end = values.end === true;
  judgeFiles(command, words, end);
  const port = values['pos-port'];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    throw new OptionError(`--pos-port: found ${JSON.stringify(port)}, expected a number from 1 to 65535.`);
  const tokenFile = values['token-file'] ?? null;
  const token = env.RECEIPT_COMPANION_POS_TOKEN ?? '';
  return {
    /** `-` is the standard input. Null: the earlier registration (`onboard`) or the app's own log (`support`). */
    file: words[0] ?? null,
    /** Null: the port in the settings. */
    port: port === undefined ? null : Number(port),
    /** Null: the default folder of headless. */
    dataDir: values['data-dir'] ?? null,
    token: tokenFile !== null || token === '' ? null : token,
    tokenFile,
    wait: values.wait === true,
    end,
  };
}

function judgeFiles(command: AppCommand, files: readonly string[], end: boolean): void {
  const [least, most] = [command === 'send' ? 1 : 0, end ? 0 : 1];
  if (files.length >= least && files.length <= most && !files.includes('')) return;
  const expected = end ? 'none with --end' : `${least === 1 ? 'one' : 'at most one'} FILE, or - for the standard input`;
  throw new OptionError(`Found ${files.length} files, expected ${expected}.`);
}
