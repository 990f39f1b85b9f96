import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { tailOf } from '../diagnostics/rotating-file.ts';
import { supportZip } from '../diagnostics/support.ts';
import { nodeFetch } from '../node-fetch.ts';
import { OptionError } from '../option-parser.ts';
import { posApiFileName, settingsFileName } from '../settings/settings-file.ts';
import { readSettings } from '../settings/stored-settings.ts';
import { visibleJson } from '../shared/foreign-text.ts';
import { jsonOf } from '../shared/json.ts';
import { onboardingSchema } from '../shared/partner-view.ts';
import { errorCodeOf } from '../shared/result.ts';
import { isToken } from '../shared/till-names.ts';
import { statusSchema } from '../shared/till-view.ts';
import { textOfFile } from '../storage/file-modes.ts';
import { systemClock } from '../system-ports.ts';
import { tokenFileName } from './host.ts';
import { type AppCommand, type CommandOptions, commandHelp, readOptions } from './options.ts';
import {
  type AppInput,
  askApp,
  exitCodes,
  type SendOutcome,
  type SendParts,
  sendReceipt,
  usage,
  withoutToken,
} from './send-receipt.ts';

/** The caller: the script, or the installed program, which opens no window for a command. */
interface CommandHost {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  dataDir(): string;
  readonly hasInput: boolean;
}

interface Printed {
  readonly code: number;
  readonly out?: string;
  readonly error?: string;
}

const parts = { fetch: nodeFetch({ usesEnvProxy: false }), clock: systemClock };

export async function runCommand(command: AppCommand, host: CommandHost): Promise<Printed> {
  let options: CommandOptions | null;
  try {
    options = readOptions(command, host.argv, host.env);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return { code: exitCodes.usage, error: `${error.message} See --help.\n` };
  }
  if (options === null) return { code: 0, out: commandHelp(command) };
  if (options.file === '-' && !host.hasInput)
    return printed(usage('This program has no standard input. Expected a FILE.'));
  if (command === 'support') return support(options, host);
  const found = await findApp(options, host);
  if ('ending' in found) return printed(found);
  const run = command === 'onboard' ? onboard : sendReceipt;
  return printed(await run({ ...options, ...found }, parts));
}

/** An accepted request prints to the standard output, even if it needs a person. Others print to the standard error. */
const printed = ({ ending, value, body }: SendOutcome): Printed => ({
  code: exitCodes[ending],
  [value === null ? 'error' : 'out']: body === '' ? '' : `${visibleJson(body)}\n`,
});

/** The state comes from the running app, everything else from files: a stopped app has a support file, too. */
async function support(options: CommandOptions, host: CommandHost): Promise<Printed> {
  const folder = options.dataDir ?? host.dataDir();
  if (!existsSync(folder))
    return refusedSupport(`Found no folder ${folder}. Name the folder of the app with --data-dir.`);
  const app = await findApp({ ...options, file: null }, host);
  const request = { method: 'GET', path: '/v1/status' } as const;
  const { value, ending } =
    'ending' in app ? app : await askApp(parts, app, request, (body) => statusSchema.safeParse(body).data ?? null);
  const log = options.file === null ? tailOf(join(folder, 'logs', 'app.log')) : await readContent(options.file);
  if (log === null) return refusedSupport(`Found no log ${JSON.stringify(options.file)} that can be read.`);
  const settings = settingsOf(folder);
  const { name, bytes } = supportZip(
    { clock: systemClock, status: () => value, settings: () => settings, logTail: () => log.toString() },
    { version: packageJson.version, platform: process.platform, status: ending },
  );
  try {
    await writeFile(name, bytes, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    return refusedSupport(`${name} cannot be written here (${errorCodeOf(error)}). Change to a folder of your own.`);
  }
  const note =
    value === null
      ? `The file does not contain the state of the app, because the app did not report it (${ending}).\n`
      : '';
  return { code: 0, out: `${resolve(name)}\n${note}` };
}

const refusedSupport = (why: string): Printed => ({ code: exitCodes.failed, error: `${why}\n` });

async function findApp(options: CommandOptions, { dataDir }: CommandHost): Promise<AppInput | SendOutcome<never>> {
  const folder = options.dataDir ?? dataDir();
  const port = options.port ?? portOfApp(folder) ?? settingsOf(folder).posApi.port;
  if (port === 0) return usage('The settings let the app choose its port. Expected --pos-port.');
  // The token that headless made without a paired till is valid for its own scripts, too.
  const token = options.token ?? textOfFile(options.tokenFile ?? join(folder, tokenFileName))?.trim() ?? null;
  if (token === null) {
    const where = 'RECEIPT_COMPANION_POS_TOKEN, or --token-file with a file that can be read';
    return withoutToken(`Found no token. Expected ${where}.`);
  }
  if (!isToken(token))
    return withoutToken(
      'Found an empty text, or characters that no token has. Expected the token that the pairing gave.',
    );
  if (options.file === null) return { port, token, content: null };
  const content = await readContent(options.file);
  if (content === null)
    return usage(`Found no file ${JSON.stringify(options.file)} that can be read. Expected a FILE.`);
  return { port, token, content };
}

const posApiFile = z.object({ port: z.int().min(1).max(65_535), processId: z.int().positive() });

/** The port of the app that runs in this folder; null if none runs, also after a crash, which leaves the file. */
function portOfApp(dataDir: string): number | null {
  const found = posApiFile.safeParse(jsonOf(textOfFile(join(dataDir, posApiFileName)) ?? ''));
  return found.success && isRunning(found.data.processId) ? found.data.port : null;
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // The process exists and belongs to another user.
    return errorCodeOf(error) === 'EPERM';
  }
}

const settingsOf = (dataDir: string) =>
  readSettings(jsonOf(textOfFile(join(dataDir, `${settingsFileName}.json`)) ?? '')).settings;

const readContent = (file: string): Promise<Uint8Array | null> =>
  (file === '-' ? buffer(process.stdin) : readFile(file)).catch(() => null);

const path = '/v1/onboarding';

/**
 * The app sends the registration once and stores the result. A caller that was interrupted asks again without a file.
 */
async function onboard(merchant: AppInput & { readonly end: boolean }, parts: SendParts): Promise<SendOutcome> {
  const { content, end } = merchant;
  if (end) return askApp(parts, merchant, { method: 'DELETE', path }, () => 'ended');
  if (content !== null) {
    const started = await askApp(parts, merchant, { method: 'POST', path, content }, () => 'started');
    if (started.value === null) return started;
  }
  const request = { method: 'GET', path } as const;
  const found = await askApp(parts, merchant, request, (body) => onboardingSchema.safeParse(body).data ?? null);
  const { stage, credentials } = found.value ?? {};
  const needsPerson = stage === 'unknown' || (stage === 'started' && credentials === 'unread');
  return needsPerson ? { ...found, ending: 'needs-person' } : found;
}
