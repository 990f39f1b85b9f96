import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { visibleJson } from '../lib/foreign-text.ts';
import { readSettings } from '../settings/settings.ts';
import { settingsFileName } from '../settings/settings-file.ts';
import { systemClock } from '../system-ports.ts';
import { tokenFileName } from './host.ts';
import { merchantInWords, onboard } from './onboard.ts';
import { type AppCommand, type CommandOptions, commandHelp, readOptions } from './options.ts';
import { exitCodes, type Outcome, problemIn } from './outcome.ts';
import { type AppAddress, isToken, sendReceipt, withoutToken } from './send-receipt.ts';

/** Who asks: the script, or the installed program, which opens no window for it. */
interface CommandHost {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the app keeps its settings unless it is told. */
  dataDir(): string;
  /** Whether there is a standard input. */
  readonly hasInput: boolean;
}

interface Printed {
  readonly code: number;
  readonly out?: string;
  readonly error?: string;
}

/** `receipt-companion send FILE` and `onboard FILE`: asks the running app. What is printed, and the exit code. */
export async function runCommand(command: AppCommand, host: CommandHost): Promise<Printed> {
  const read = readOptions(command, host.argv, host.env);
  if (read.kind === 'help') return { code: 0, out: commandHelp[command] };
  if (read.kind === 'wrong') return { code: exitCodes.usage, error: `${read.message}\n\n${commandHelp[command]}` };
  const { options } = read;
  const found = await doorOf(options, host);
  const parts = { fetch, clock: systemClock };
  if (command === 'onboard') {
    const asked = 'ending' in found ? found : await onboard({ ...options, ...found }, parts);
    return printed(asked, await merchantInWords(asked));
  }
  const sent = 'ending' in found ? found : await sendReceipt({ ...options, ...found }, parts);
  return printed(sent, visibleJson(sent.body));
}

/** What the app has accepted is an answer, also when it needs a person. */
const printed = ({ ending, value }: Outcome, text: string): Printed => ({
  code: exitCodes[ending],
  [value === null ? 'error' : 'out']: `${text}\n`,
});

/** Where the app listens, the token and the file; else why one of them is missing. */
async function doorOf(
  options: CommandOptions,
  { dataDir, hasInput }: CommandHost,
): Promise<(AppAddress & { readonly content: Uint8Array | null }) | Outcome<never>> {
  const folder = options.dataDir ?? dataDir();
  const port = options.port ?? (await portOfSettings(folder));
  if (port === 0) return usage('the settings let the app choose its port: expected --pos-port');
  // What headless made where nobody could pair a till is good for its own scripts, too.
  const token =
    options.tokenFile === null
      ? (options.token ?? (await readToken(join(folder, tokenFileName))))
      : await readToken(options.tokenFile);
  if (token === null) {
    const where = 'RECEIPT_COMPANION_POS_TOKEN, or --token-file with a file that can be read';
    return withoutToken(`found no token, expected ${where}`);
  }
  if (!isToken(token)) return withoutToken('found a token with characters that no token has');
  if (options.file === '-' && !hasInput) return usage('this program has no standard input: expected a FILE');
  if (options.file === null) return { port, token, content: null };
  const content = await readContent(options.file);
  if (content === null) return usage(`found no file ${JSON.stringify(options.file)} that can be read`);
  return { port, token, content };
}

const usage = (detail: string): Outcome<never> => problemIn('usage', 'This cannot be asked for', detail);

/** The port of the settings file, or the default where there is none. */
async function portOfSettings(dataDir: string): Promise<number> {
  const raw = await readFile(join(dataDir, `${settingsFileName}.json`), 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined);
  return readSettings(raw).settings.posApi.port;
}

async function readToken(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return null;
  }
}

const readContent = (file: string): Promise<Uint8Array | null> =>
  (file === '-' ? buffer(process.stdin) : readFile(file)).catch(() => null);
