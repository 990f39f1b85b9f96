import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { defaultDataDir, processInput } from './config.ts';
import { tokenFileName } from './host.ts';
import { readSendOptions, type SendOptions, sendHelp } from './send/options.ts';
import { exitCodes, type Outcome, problemOf } from './send/outcome.ts';
import { isToken, notPaired, sendReceipt } from './send/send-receipt.ts';
import { readSettings } from './settings/schema.ts';
import { settingsFileName } from './settings/settings-file.ts';
import { systemClock } from './system-ports.ts';

/** `receipt-companion send FILE`: hands one receipt to the running app; see src-main/send. */
async function run(): Promise<number> {
  const { argv, env } = processInput();
  const read = readSendOptions(argv, env);
  if (read.kind === 'help') {
    process.stdout.write(sendHelp);
    return 0;
  }
  if (read.kind === 'wrong') {
    process.stderr.write(`${read.message}\n\n${sendHelp}`);
    return exitCodes.usage;
  }
  const { ending, body, sale } = await send(read.options);
  // What the app has accepted is a Sale, also when it needs a person.
  const out = sale === null ? process.stderr : process.stdout;
  out.write(`${body}\n`);
  return exitCodes[ending];
}

async function send(options: SendOptions): Promise<Outcome> {
  const port = options.port ?? (await portOfSettings(options.dataDir ?? defaultDataDir()));
  if (port === 0) return usage('the settings let the app choose its port: expected --pos-port');
  // What headless made where nobody could pair a till is good for its own scripts, too.
  const token =
    options.tokenFile === null
      ? (options.token ?? (await readToken(join(options.dataDir ?? defaultDataDir(), tokenFileName))))
      : await readToken(options.tokenFile);
  if (token === null) {
    const where = 'RECEIPT_COMPANION_POS_TOKEN, or --token-file with a file that can be read';
    return notPaired(`found no token, expected ${where}`);
  }
  if (!isToken(token)) return notPaired('found a token with characters that no token has');
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

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  },
);
