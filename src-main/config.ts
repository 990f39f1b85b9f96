import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import type { SettingsPatch } from './settings/schema.ts';

/** The only reader of the command line and the environment. */
export interface Config {
  readonly version: string;
  /** Null: the default of whoever starts (Electron's userData, or a folder in the home directory). */
  readonly dataDir: string | null;
  /** What the command line says of settings: lies over the settings file and is never written to it. */
  readonly overrides: SettingsPatch;
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly partnerKey: string | null;
  readonly posToken: string | null;
  /** Base64 of 32 bytes, unchecked. */
  readonly dataKey: string | null;
  readonly help: boolean;
}

/** Something on the command line or in the environment does not fit; the message names it. */
export class ConfigError extends Error {}

export const configHelp = `Options:
  --data-dir DIR         where receipts, settings and logs are kept
  --pos-port N           port of the POS API on this computer; 0 takes a free one
  --training             use the embedded receipt service
  --service-url URL      {base_url} of the receipt service, without /api
  --auth-url URL         the token endpoint {auth_url}, without the query
  --partner-url URL      {partner_url}
  --client-id ID         client id of the POS manufacturer
  --scope-base S         <SCOPE_BASE> of the token request
  --store-id ID          the store of this till, 1 to 36 characters
  --extension-key KEY    name of the service's extension fields
  --self-generated-ids   the merchant has the self-generated-id feature
  --pool-size N          receipt ids kept registered in advance
  --help                 print this
Environment: RECEIPT_COMPANION_USERNAME, RECEIPT_COMPANION_PASSWORD, RECEIPT_COMPANION_PARTNER_KEY,
  RECEIPT_COMPANION_POS_TOKEN (32 characters or more), RECEIPT_COMPANION_DATA_KEY (32 bytes, base64)
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  'data-dir': text,
  'pos-port': text,
  training: flag,
  'service-url': text,
  'auth-url': text,
  'partner-url': text,
  'client-id': text,
  'scope-base': text,
  'store-id': text,
  'extension-key': text,
  'self-generated-ids': flag,
  'pool-size': text,
  help: flag,
} as const;

const url = z.url({ protocol: /^https?$/ }).max(2048);
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** Throws ConfigError, naming the option, what was found and what is expected. Secrets are never repeated. */
export function readConfig(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Config {
  const values = parse(argv);
  if (values.training === true && values['service-url'] !== undefined) {
    throw new ConfigError('--training and --service-url were both given; expected one of them');
  }
  const service = {
    baseUrl: check('--service-url', values['service-url'], url, 'an http or https address'),
    authUrl: check('--auth-url', values['auth-url'], url, 'an http or https address'),
    partnerUrl: check('--partner-url', values['partner-url'], url, 'an http or https address'),
    clientId: check('--client-id', values['client-id'], z.string().min(1).max(200), '1 to 200 characters'),
    scopeBase: check('--scope-base', values['scope-base'], z.string().min(1).max(500), '1 to 500 characters'),
    storeId: check('--store-id', values['store-id'], z.string().min(1).max(36), '1 to 36 characters'),
    extensionKey: check('--extension-key', values['extension-key'], z.string().min(1).max(100), '1 to 100 characters'),
    selfGeneratedIds: values['self-generated-ids'],
  };
  const port = check('--pos-port', values['pos-port'], whole(0, 65_535), 'a whole number from 0 to 65535');
  const target = check('--pool-size', values['pool-size'], whole(0, 100), 'a whole number from 0 to 100');
  const mode = values.training === true ? 'training' : values['service-url'] === undefined ? undefined : 'live';
  return {
    version: packageJson.version,
    dataDir: values['data-dir'] ?? null,
    overrides: {
      ...(mode === undefined ? {} : { mode }),
      service: given(service),
      posApi: given({ port }),
      pool: given({ target }),
    },
    ...readSecrets(env),
    help: values.help === true,
  };
}

/** The packed program is its own first word; otherwise Node or Electron comes first and what it runs second. */
const isPacked = process.versions.electron !== undefined && process.defaultApp !== true;

/** What this process was started with: the command line from the first option on, and the environment. */
export const processInput = () => ({ argv: process.argv.slice(isPacked ? 1 : 2), env: process.env });

/** The config of this process. */
export function processConfig(): Config {
  const { argv, env } = processInput();
  return readConfig(argv, env);
}

/** Where headless keeps its files unless it is told. */
export const defaultDataDir = (): string => join(homedir(), '.receipt-companion');

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, strict: true }).values;
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\n\n${configHelp}`);
  }
}

function check<T>(name: string, value: string | undefined, schema: z.ZodType<T>, expected: string): T | undefined {
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ConfigError(`${name}: found ${JSON.stringify(value)}, expected ${expected}`);
  return parsed.data;
}

/** Only what was given: an option that is absent must not hide the setting below it. */
function given<T extends object>(values: T): { readonly [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

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
      'RECEIPT_COMPANION_USERNAME and RECEIPT_COMPANION_PASSWORD: one was given; expected both or none',
    );
  }
  if (posToken !== null && posToken.length < 32) {
    throw new ConfigError(`RECEIPT_COMPANION_POS_TOKEN has ${posToken.length} characters; expected 32 or more`);
  }
  return {
    credentials: username === null || password === null ? null : { username, password },
    partnerKey: read('PARTNER_KEY'),
    posToken,
    dataKey: read('DATA_KEY'),
  };
}
