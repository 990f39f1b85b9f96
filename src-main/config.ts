import { readFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join, resolve, win32 } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { type CommandLine, OptionError, readCommandLine, refuseForeign } from './option-parser.ts';
import help from './program-help.json' with { type: 'json' };
import { machinePolicies } from './settings/policy-store.ts';
import { decodeText } from './settings/settings-file.ts';
import { expectedOf } from './settings/stored-settings.ts';
import { errorCodeOf } from './shared/result.ts';
import { type SettingsPatch, settingRows } from './shared/settings.ts';
import { isToken } from './shared/till-names.ts';

/** Headless refuses unknown arguments, so that a misspelt --training does not start another mode. */
export type ProgramKind = 'windowed' | 'headless';

/** A task that runs once while the app is stopped, named by its option. `file` is empty for `new-data-key`. */
export interface OneShot {
  readonly kind: keyof typeof stoppedOptions;
  readonly file: string;
}

export class ConfigError extends Error {}

/** `setting` is the setting that the option overrides. */
const text = (setting?: string) => ({ type: 'string', setting }) as const;
const flag = (setting?: string) => ({ type: 'boolean', setting }) as const;
const task = { ...text(), once: true } as const;

/** `program-help.json` describes each option. */
const startOptions = {
  'data-dir': text(),
  'pos-port': text('posApi.port'),
  training: flag(),
  control: flag(),
  'service-url': text('service.baseUrl'),
  'auth-url': text('service.authUrl'),
  'partner-url': text('service.partnerUrl'),
  'client-id': text('service.clientId'),
  'scope-base': text('service.scopeBase'),
  'store-id': text('service.storeId'),
  'extension-key': text('service.extensionKey'),
  'self-generated-ids': flag('service.selfGeneratedIds'),
  'pool-size': text('pool.target'),
  'allowed-origin': { ...text('posApi.allowedOrigins'), multiple: true },
  'printer-listen': text('printer.listen'),
  printer: text('printer.target'),
  pair: text(),
  again: flag(),
  'metrics-url': text('metrics.url'),
  'reset-pin': flag(),
  'hash-pin': text(),
  'check-policy': text(),
  help: flag(),
} as const;

/** Tasks for a stopped program. They run under the program's account on its data folder (docs/privacy.md). */
const stoppedOptions = {
  'customer-show': task,
  'customer-delete': task,
  'export-key': task,
  'import-key': task,
  'new-data-key': flag(),
} as const;

export const ownOptions = { ...startOptions, ...stoppedOptions } as const;

export function optionOf(setting: string): string {
  if (setting === 'mode') return '--training or --service-url';
  const [name] = Object.entries(ownOptions).find(([, option]) => option.setting === setting) ?? [];
  return name === undefined ? setting : `--${name}`;
}

export const configHelp = `${help.join('\n')}\n`;

export type Config = ReturnType<typeof readConfig>;

/** The only reader of command line and environment. Throws ConfigError, which never repeats a secret. */
export function readConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  kind: ProgramKind,
) {
  const { values, foreign } = parse(argv, kind);
  if (values.training === true && values['service-url'] !== undefined) {
    throw new ConfigError('Found --training and --service-url. Expected one of them.');
  }
  if (values['printer-listen'] !== undefined && values.printer === undefined)
    throw new ConfigError('--printer-listen: found no --printer, expected --printer TARGET as well.');
  const mode = values.training === true ? 'training' : values['service-url'] === undefined ? undefined : 'live';
  const overrides: SettingsPatch = { ...(mode === undefined ? {} : { mode }), ...overridesOf(values) };
  return {
    version: packageJson.version,
    dataDir: pathIn(values['data-dir']),
    overrides,
    ...readSecrets(env),
    policyPlaces: {
      machine: machinePolicies(process.platform, env.ProgramData ?? env.PROGRAMDATA),
      given: pathIn(env.RECEIPT_COMPANION_POLICY),
    },
    control: controlOf(values, kind),
    pair: pairOf(values, kind),
    checkPolicy: pathIn(values['check-policy']),
    hashPin: inputIn('hash-pin', values, kind),
    oneShot: oneShotIn(values, kind),
    help: values.help === true,
    resetPin: values['reset-pin'] === true,
    /** The names of switches that are not ours: only in the windowed program, because headless refuses them. */
    foreign,
    /** Without certificate checks Node would accept any server as the receipt service. */
    certificatesUnchecked: env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    /** Linux: the session that the windowed program runs in. */
    desktop: {
      appImage: env.APPIMAGE === undefined || env.APPIMAGE === '' ? null : env.APPIMAGE,
      isWayland: env.XDG_SESSION_TYPE === 'wayland',
      /** Whether there is an X server, such as XWayland. */
      hasX: env.DISPLAY !== undefined && env.DISPLAY !== '',
    },
    /** Node's requests use the proxy of HTTP_PROXY and HTTPS_PROXY. */
    usesEnvProxy: env.NODE_USE_ENV_PROXY === '1',
    account: { user: accountName(), session: env.SESSIONNAME ?? env.XDG_SESSION_ID ?? null },
  };
}

/** A container may run the program under a user id that has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

type OwnValues = CommandLine<typeof ownOptions>['values'];

/** A path, or `-` in headless: Electron has no standard input on Windows. Throws ConfigError. */
function inputIn(
  name: 'hash-pin' | Exclude<OneShot['kind'], 'new-data-key'>,
  values: OwnValues,
  kind: ProgramKind,
): string | null {
  const value = values[name];
  if (value === '-' && kind === 'windowed')
    throw new ConfigError(`--${name}: found -, expected a FILE, because this program has no standard input.`);
  return value === undefined || value === '-' ? (value ?? null) : resolve(value);
}

function controlOf({ control, training }: OwnValues, kind: ProgramKind): boolean {
  if (control === true && kind === 'windowed') throw new ConfigError('--control is for a program without windows.');
  if (control === true && training !== true)
    throw new ConfigError('--control: found no --training, expected it as well.');
  return control === true;
}

function pairOf({ pair, again = false }: { pair?: string; again?: boolean }, kind: ProgramKind) {
  if (pair !== undefined && kind === 'windowed')
    throw new ConfigError('--pair is for a program without windows. Here Settings, Tills, shows the code.');
  if (pair === undefined && again) throw new ConfigError('--again: found no --pair, expected --pair NAME --again.');
  return pair === undefined ? null : { name: pair, again };
}

export async function firstLineOf(file: string, option: string): Promise<string> {
  try {
    if (file !== '-') return (decodeText(await readFile(file)).split('\n', 1)[0] ?? '').trim();
    for await (const line of createInterface({ input: process.stdin })) {
      process.stdin.destroy();
      return line.trim();
    }
    return '';
  } catch (error) {
    const code = errorCodeOf(error);
    // The message leaves out the path: if the secret itself was given instead of a file, it must not reach the log.
    throw new ConfigError(
      `${option}: found no readable file (${code}), expected a file with the value on its first line.`,
    );
  }
}

function oneShotIn(values: OwnValues, kind: ProgramKind): OneShot | null {
  const [task, ...others] = stoppedNames.filter((name) => values[name] !== undefined);
  if (task === undefined) return null;
  if (others.length > 0)
    throw new ConfigError(`Found ${[task, ...others].map((name) => `--${name}`).join(' and ')}, expected one of them.`);
  return { kind: task, file: (task === 'new-data-key' ? null : inputIn(task, values, kind)) ?? '' };
}

const stoppedNames = Object.keys(stoppedOptions) as readonly OneShot['kind'][];
const once = ['help', 'hash-pin', 'check-policy', ...stoppedNames];

/** Whether the command line requests a task instead of a start. Then no message box may wait for a person. */
export const isOnce = (): boolean =>
  process.argv.some((word) => once.some((name) => word === `--${name}` || word.startsWith(`--${name}=`)));

/** The command, if the app's first word is one of `names`. `ours` is 1 if Electron's folder argument precedes it. */
export function commandIn<Name extends string>(
  names: readonly Name[],
  ours: 0 | 1,
): { readonly name: Name; readonly argv: readonly string[] } | null {
  const argv = process.argv.slice(1);
  const nameIn = (word: string | undefined): Name | undefined => names.find((name) => name === word);
  const at = argv.findIndex((word) => nameIn(word) !== undefined);
  // Parse only up to the name: the options after it belong to another table.
  const { words } = parse(argv.slice(0, at + 1), 'windowed');
  const name = nameIn(words[ours]);
  return name === undefined ? null : { name, argv: argv.slice(at + 1) };
}

export const chosenPlatform = (argv: readonly string[] = process.argv): string | null =>
  argv.findLast((word) => word.startsWith('--ozone-platform='))?.split('=')[1] ?? null;

export const processInput = () => ({ argv: process.argv.slice(2), env: process.env });

export function processConfig(kind: ProgramKind): Config {
  // The position of the app's folder in Electron's argv differs between kinds of start.
  return readConfig(process.argv.slice(kind === 'windowed' ? 1 : 2), process.env, kind);
}

export const windowedDataDir = (): string | null => windowsDataDir(process.platform, process.env, homedir());

export const defaultDataDir = (): string => join(homedir(), '.receipt-companion');

/** Electron's own choice is in the roaming profile, which is copied over the network at every sign-in. */
export function windowsDataDir(
  platform: NodeJS.Platform,
  { LOCALAPPDATA = '' }: Readonly<Record<string, string | undefined>>,
  home: string,
): string | null {
  if (platform !== 'win32') return null;
  return win32.join(LOCALAPPDATA === '' ? win32.join(home, 'AppData', 'Local') : LOCALAPPDATA, 'Receipt Companion');
}

/** The arguments for restarting the app, without `--reset-pin`, which is meant for one start only. */
export const ownArguments = (): readonly string[] => process.argv.slice(1).filter((word) => word !== '--reset-pin');

/** The folder of this computer's record of its databases, outside every data folder, so that no copy contains it. */
export function defaultStateDir(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  const or = (given: string | undefined, ...path: readonly string[]): string =>
    given === undefined || given === '' ? join(homedir(), ...path) : given;
  if (process.platform === 'win32') return join(or(LOCALAPPDATA, 'AppData', 'Local'), 'Receipt Companion State');
  if (process.platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'Receipt Companion State');
  return join(or(XDG_STATE_HOME, '.local', 'state'), 'receipt-companion');
}

function parse(argv: readonly string[], kind: ProgramKind): CommandLine<typeof ownOptions> {
  try {
    const read = readCommandLine(argv, ownOptions);
    if (kind === 'headless') refuseForeign(read);
    return read;
  } catch (error) {
    throw error instanceof OptionError ? new ConfigError(`${error.message} See --help.`) : error;
  }
}

/** Returns only given options: an absent option must not hide the setting below it. Throws ConfigError. */
function overridesOf(values: CommandLine<typeof ownOptions>['values']): SettingsPatch {
  const patch: Record<string, Record<string, unknown>> = {};
  for (const [name, { setting }] of Object.entries(ownOptions)) {
    const value = values[name as keyof typeof ownOptions];
    if (setting === undefined || value === undefined) continue;
    const [section = '', key = ''] = setting.split('.');
    patch[section] = { ...patch[section], [key]: check(name, setting, value) };
  }
  return patch;
}

function check(name: string, setting: string, value: unknown): unknown {
  const { schema } = settingRows.get(setting) ?? { schema: z.never() };
  const isNumber = schema instanceof z.ZodNumber && /^\d{1,6}$/.test(String(value));
  const parsed = schema.safeParse(isNumber ? Number(value) : value);
  if (parsed.success) return parsed.data;
  const expected = parsed.error.issues.slice(0, 1).map(expectedOf);
  throw new ConfigError(`--${name}: found ${JSON.stringify(withoutUser(String(value)))}, expected ${expected}.`);
}

/** A service manager may log the error, so the password before the `@` of an address is removed. */
const withoutUser = (value: string): string => value.replace(/\/\/.*@/, '//***@');

const pathIn = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : resolve(value);

function readSecrets(env: Readonly<Record<string, string | undefined>>) {
  const read = (name: string): string | null => {
    const value = env[`RECEIPT_COMPANION_${name}`];
    return value === undefined || value === '' ? null : value;
  };
  const username = read('USERNAME');
  const password = read('PASSWORD');
  const posToken = read('POS_TOKEN');
  if ((username === null) !== (password === null)) {
    throw new ConfigError(
      'RECEIPT_COMPANION_USERNAME and RECEIPT_COMPANION_PASSWORD: found one of them, expected both or none.',
    );
  }
  if (posToken !== null && posToken.length < 32) {
    throw new ConfigError(`RECEIPT_COMPANION_POS_TOKEN: found ${posToken.length} characters, expected 32 or more.`);
  }
  if (posToken !== null && !isToken(posToken)) {
    throw new ConfigError(
      'RECEIPT_COMPANION_POS_TOKEN: found a character that no till can send. Expected 32 to 512 letters, digits or - . _ ~ + /.',
    );
  }
  return {
    credentials: username === null || password === null ? null : { username, password },
    partnerKey: read('PARTNER_KEY'),
    posToken,
    dataKey: read('DATA_KEY'),
    metricsAuthorization: read('METRICS_AUTHORIZATION'),
    keyPassphrase: read('KEY_PASSPHRASE'),
  };
}
