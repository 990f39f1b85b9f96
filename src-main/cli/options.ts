import { OptionError, readCommandLine } from '../option-parser.ts';

export const appCommands = ['send', 'onboard', 'support'] as const;
export type AppCommand = (typeof appCommands)[number];

export type CommandOptions = NonNullable<ReturnType<typeof readOptions>>;

const shared = `  --pos-port N       port of the POS API; default: the port of the app that runs in DIR, else of its settings
  --data-dir DIR     folder of the app's settings; default: .receipt-companion in the home directory
  --token-file FILE  file with the pairing token; default: RECEIPT_COMPANION_POS_TOKEN of the environment,
                     else the token that the app without windows made in DIR
  --help             print this help
`;

export const commandHelp: Readonly<Record<AppCommand, string>> = {
  send: `Sends one receipt to the running app.
Usage: receipt-companion send [options] FILE
FILE contains {"reference", "storeId"?, "customer"?, "userIdentification"?, "bill", "displayTarget"?} as JSON; - reads the
standard input. With "do" it is one step, as in the watched folder: "open" prints the Sale, whose "id" the other steps need
(basket, change, bill, printed, cancel, loyalty).
Options:
  --wait             wait until the receipt is delivered or needs a person; default: until it is on disk
${shared}The Sale goes to standard output and a problem to standard error, both as JSON.
Examples:
  receipt-companion send receipt.json
  receipt-companion send --wait - < receipt.json
Exit codes: 0 accepted (--wait: delivered), 2 usage, 3 refused, 4 the app does not answer or cannot now, 5 storage full,
  6 not paired, 7 the receipt needs a person (--wait), 1 any other error. You may send the same file again after 1, 4 and 5.
`,
  onboard: `Registers a merchant through the running app.
Usage: receipt-companion onboard [options] [FILE]
FILE contains {"vendorCustomer", "stores"?, "invoicingDetails"} as JSON, with the operator's fields; - reads the standard
input. The app sends it once. Without FILE the command prints the state of the registration and asks the service for it.
Options:
  --end              discard the registration and its account, which the service gives only once
${shared}The token needs the scope of customer service. In training the request goes to the partner interface of the settings. If
there is none, it is a training registration.
Examples:
  receipt-companion onboard merchant.json
  receipt-companion onboard
Exit codes: 0 registered, 2 usage, 3 refused, or there is none, 4 the app does not answer or cannot now, 5 storage full,
  6 not paired, 7 needs a person, 1 any other error. You may use the same file again after any of them.
`,
  support: `Writes the support file support-TIME.zip into the current folder. It contains no customer, receipt, secret or address.
Usage: receipt-companion support [options] [LOG]
LOG is the log of an app without windows; - reads the standard input. Without LOG it is logs/app.log in DIR.
The state comes from the running app. If the app does not run or refuses the token, health.json is null and about.json says why.
Options:
${shared}Examples:
  receipt-companion support
  journalctl -u receipt-companion -o cat | receipt-companion support --data-dir /var/lib/receipt-companion -
Exit codes: 0 written, 2 usage, 1 any other error.
`,
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const table = { 'pos-port': text, 'data-dir': text, 'token-file': text, wait: flag, end: flag, help: flag } as const;
const others = { send: ['end'], onboard: ['wait'], support: ['wait', 'end'] } as const;

/** The arguments after the name of the command. Null: help. Throws OptionError. */
export function readOptions(
  command: AppCommand,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) {
  const { values, words, foreign } = readCommandLine(argv, table);
  const other = others[command].find((name) => values[name] === true);
  const [unknown] = other === undefined ? foreign : [`--${other}`];
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
    /** `-` is the standard input. Null: `onboard` looks at what was registered before, `support` at the app's own log. */
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
