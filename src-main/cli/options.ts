import { OptionError, readCommandLine } from '../option-parser.ts';

export const appCommands = ['send', 'onboard'] as const;
export type AppCommand = (typeof appCommands)[number];

export type CommandOptions = NonNullable<ReturnType<typeof readOptions>>;

const shared = `  --pos-port N       port of the POS API; default: of the app that runs in DIR, else as the settings say
  --data-dir DIR     where the app keeps its settings; default: .receipt-companion in the home directory
  --token-file FILE  file with the pairing token; default: the environment's RECEIPT_COMPANION_POS_TOKEN,
                     else the one that headless made in DIR
  --help             print this
`;

export const commandHelp: Readonly<Record<AppCommand, string>> = {
  send: `Hands one receipt to the running app: receipt-companion send [options] FILE
FILE holds {"reference", "storeId"?, "customer"?, "userIdentification"?, "bill", "displayTarget"?} as JSON; - reads the
standard input. With "do" it is one step, as in the watched folder: "open" prints the Sale, whose "id" the others take
(basket, change, bill, printed, cancel, loyalty).
Options:
  --wait             stay until the receipt is delivered, or needs a person
${shared}The Sale goes to the standard output, a problem to standard error, both as JSON.
Exit codes: 0 accepted (--wait: delivered), 2 usage, 3 refused, 4 the app does not answer or cannot now, 5 storage full,
  6 not paired, 7 the receipt needs a person (--wait), 1 anything else. The same file may be sent again after 1, 4 and 5.
`,
  onboard: `Has the running app register a merchant: receipt-companion onboard [options] [FILE]
FILE holds {"vendorCustomer", "stores"?, "invoicingDetails"} as JSON, with the fields that the operator names; - reads the
standard input. It is sent once. Without FILE: where the registration stands, which also asks whether it is activated.
Options:
  --end              give up what is kept of a registration; its account is given once
${shared}The token is one that may use the customer desk. In training it goes to the partner interface of the settings, and is
training only where they name none.
Exit codes: 0 registered, 2 usage, 3 refused, or none is under way, 4 the app does not answer or cannot now, 5 storage full,
  6 not paired, 7 it needs a person, 1 anything else. The same file may be given again after any of them.
`,
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const table = { 'pos-port': text, 'data-dir': text, 'token-file': text, wait: flag, end: flag, help: flag } as const;
const others: Readonly<Record<AppCommand, 'wait' | 'end'>> = { send: 'end', onboard: 'wait' };

/** The arguments after the name of the command. Null: help. Throws OptionError. */
export function readOptions(
  command: AppCommand,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) {
  const { values, words, foreign } = readCommandLine(argv, table);
  const other = others[command];
  const [unknown] = values[other] === true ? [`--${other}`] : foreign;
  // The author of a script types these, so a misspelt option must not be ignored silently.
  if (unknown !== undefined) throw new OptionError(`${unknown} is no option of this command`);
  if (values.help === true) return null;
  const end = values.end === true;
  judgeFiles(command, words, end);
  const port = values['pos-port'];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    throw new OptionError(`--pos-port: found ${JSON.stringify(port)}, expected a number from 1 to 65535`);
  const tokenFile = values['token-file'] ?? null;
  const token = env.RECEIPT_COMPANION_POS_TOKEN ?? '';
  return {
    /** `-` is the standard input. Null: `onboard` looks at what was registered before. */
    file: words[0] ?? null,
    /** Null: the value of the settings. */
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
  throw new OptionError(`found ${files.length} files, expected ${expected}`);
}
