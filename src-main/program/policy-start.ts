import { readFileSync } from 'node:fs';
import { type Config, ConfigError, configHelp, firstLineOf, optionOf, type ProgramKind } from '../config.ts';
import type { Log, Random } from '../ports.ts';
import { hashPin } from '../settings/pin-file.ts';
import { faultSentence, readPolicy } from '../settings/policy-format.ts';
import type { PolicyStore } from '../settings/policy-store.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import { errorCodeOf } from '../shared/result.ts';

/** Headless refuses options that contradict the policy. The windowed app ignores them, because a shop must sell. */
export function applyPolicy(
  config: Config,
  parts: { policy: PolicyStore; settings: Pick<SettingsStore, 'contradicts'>; kind: ProgramKind; log: Log },
): Config {
  const { policy, path } = parts.policy.current();
  const { overrides, credentials, resetPin } = config;
  const against = parts.settings.contradicts(overrides).map(optionOf);
  if (credentials !== null && policy?.account !== undefined) against.push('RECEIPT_COMPANION_USERNAME');
  if (resetPin && policy?.pin !== undefined) against.push('--reset-pin');
  if (against.length === 0) return config;
  if (parts.kind === 'headless') {
    throw new ConfigError(
      `${against.join(', ')}: the policy ${path} of this computer sets another value. Leave the option out.`,
    );
  }
  for (const option of against) parts.log.warn('option-overruled-by-policy', { option });
  return { ...config, credentials: policy?.account === undefined ? credentials : null };
}

const pinForm = /^\d{4,12}$/;

/** The text that is printed instead of a start; null for a start. Throws ConfigError. */
export async function runInsteadOfStart(
  { help, checkPolicy, hashPin: pinFile }: Pick<Config, 'help' | 'checkPolicy' | 'hashPin'>,
  random: Pick<Random, 'bytes'>,
): Promise<string | null> {
  if (help) return configHelp;
  if (checkPolicy !== null) return checked(checkPolicy);
  if (pinFile === null) return null;
  const pin = await firstLineOf(pinFile, '--hash-pin');
  // Never repeat the text: it may be the PIN with a typing error.
  if (!pinForm.test(pin)) throw new ConfigError('--hash-pin: expected 4 to 12 digits on the first line of FILE.');
  return `${JSON.stringify(await hashPin(pin, random))}\n`;
}

function checked(path: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new ConfigError(`--check-policy: ${path} cannot be read (${errorCodeOf(error)}). Check the path.`);
  }
  const read = readPolicy(bytes);
  if (read.ok) return `${path}: every field fits\n`;
  throw new ConfigError(read.faults.map((fault) => `${path}: ${faultSentence(fault)}`).join('\n'));
}
