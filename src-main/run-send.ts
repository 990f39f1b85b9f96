import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { tokenFileName } from './host.ts';
import { visibleJson } from './kernel/foreign-text.ts';
import { readSendOptions, type SendOptions, sendHelp } from './send/options.ts';
import { exitCodes, type Outcome, problemOf } from './send/outcome.ts';
import { isToken, notPaired, sendReceipt } from './send/send-receipt.ts';
import { readSettings } from './settings/read-settings.ts';
import { settingsFileName } from './settings/settings-file.ts';
import { systemClock } from './system-ports.ts';

/** Who sends: the script, or the installed program, which opens no window for it. */
interface SendHost {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the app keeps its settings unless it is told. */
  dataDir(): string;
  /** Whether there is a standard input. */
  readonly hasInput: boolean;
}

/** `receipt-companion send FILE`: hands one receipt to the running app. What is printed, and the exit code. */
export async function runSend(
  host: SendHost,
): Promise<{ readonly code: number; readonly out?: string; readonly error?: string }> {
  const read = readSendOptions(host.argv, host.env);
  if (read.kind === 'help') return { code: 0, out: sendHelp };
  if (read.kind === 'wrong') return { code: exitCodes.usage, error: `${read.message}\n\n${sendHelp}` };
  const { ending, body, sale } = await send(read.options, host);
  // What the app has accepted is a Sale, also when it needs a person.
  return { code: exitCodes[ending], [sale === null ? 'error' : 'out']: `${visibleJson(body)}\n` };
}

async function send(options: SendOptions, { dataDir, hasInput }: SendHost): Promise<Outcome> {
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
    return notPaired(`found no token, expected ${where}`);
  }
  if (!isToken(token)) return notPaired('found a token with characters that no token has');
  if (options.file === '-' && !hasInput) return usage('this program has no standard input: expected a FILE');
  const content = await readContent(options.file);
  if (content === null) return usage(`found no file ${JSON.stringify(options.file)} that can be read`);
  return sendReceipt({ port, token, content, wait: options.wait }, { fetch, clock: systemClock });
}

const usage = (detail: string): Outcome => problemOf('usage', 'This cannot be sent', detail);

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
