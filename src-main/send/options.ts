import { type CommandLine, OptionError, readCommandLine } from '../command-line.ts';

export interface SendOptions {
  /** `-` is the standard input. */
  readonly file: string;
  /** Null: as the settings say. */
  readonly port: number | null;
  /** Null: where headless keeps its files. */
  readonly dataDir: string | null;
  /** Null when `tokenFile` has it, or when there is none. */
  readonly token: string | null;
  readonly tokenFile: string | null;
  /** Stays until the receipt is delivered or needs a person. */
  readonly wait: boolean;
}

type ReadOptions =
  | { readonly kind: 'send'; readonly options: SendOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const sendHelp = `Hands one receipt to the running app: receipt-companion send [options] FILE
FILE holds {"reference", "storeId"?, "customer"?, "userIdentification"?, "bill", "displayTarget"?} as JSON; - reads the
standard input.
Options:
  --wait             stay until the receipt is delivered, or needs a person
  --pos-port N       port of the POS API; default: as the settings say
  --data-dir DIR     where the app keeps its settings; default: .receipt-companion in the home directory
  --token-file FILE  file with the pairing token; default: the environment's RECEIPT_COMPANION_POS_TOKEN,
                     else the one that headless made in DIR
  --help             print this
The Sale goes to the standard output, a problem to standard error, both as JSON.
Exit codes: 0 accepted (--wait: delivered), 2 usage, 3 refused, 4 the app does not answer or cannot now, 5 storage full,
  6 not paired, 7 the receipt needs a person (--wait), 1 anything else. The same file may be sent again after 1, 4 and 5.
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const table = { 'pos-port': text, 'data-dir': text, 'token-file': text, wait: flag, help: flag } as const;

/** Reads what stands behind `send`. What is wrong names the option, what was found and what is expected. */
export function readSendOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ReadOptions {
  const parsed = parse(argv);
  if (typeof parsed === 'string') return { kind: 'wrong', message: parsed };
  const { values, words } = parsed;
  if (values.help === true) return { kind: 'help' };
  const [file, ...more] = words;
  if (file === undefined || file === '' || more.length > 0) {
    return {
      kind: 'wrong',
      message: `found ${words.length} files, expected one FILE, or - for the standard input`,
    };
  }
  const port = values['pos-port'];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) {
    return { kind: 'wrong', message: `--pos-port: found ${JSON.stringify(port)}, expected a number from 1 to 65535` };
  }
  const tokenFile = values['token-file'] ?? null;
  const token = env.RECEIPT_COMPANION_POS_TOKEN ?? '';
  return {
    kind: 'send',
    options: {
      file,
      port: port === undefined ? null : Number(port),
      dataDir: values['data-dir'] ?? null,
      token: tokenFile !== null || token === '' ? null : token,
      tokenFile,
      wait: values.wait === true,
    },
  };
}

function parse(argv: readonly string[]): CommandLine<typeof table> | string {
  try {
    const read = readCommandLine(argv, table);
    const [unknown] = read.foreign;
    // A script's author types these: what is misspelt must not be left out without a word.
    return unknown === undefined ? read : `${unknown} is no option of this command`;
  } catch (error) {
    if (error instanceof OptionError) return error.message;
    throw error;
  }
}
