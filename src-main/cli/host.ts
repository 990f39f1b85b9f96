import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import type { Random } from '../ports.ts';
import type { LiveAccount } from '../settings/credentials.ts';
import { ownerOnlyFile } from '../settings/owner-only-file.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import type { Result } from '../shared/result.ts';
import { isToken } from '../shared/till-names.ts';
import { newToken } from '../tills/token-store.ts';

export const tokenFileName = 'pos-token';

/** The text of the ready line and the log if training was not requested. */
export const trainingNote =
  'This is training: no service was given, so nothing leaves this computer. Connect with --service-url, or confirm training with --training.';

/** Refuses a live start without an account, which no window could report (receipt-service.md 5). */
export async function checkLive(config: Config, room: SettingsStore, account: LiveAccount): Promise<void> {
  const settings = room.current();
  if (settings.mode !== 'live') return;
  if (config.certificatesUnchecked) {
    throw new ConfigError(
      'Found NODE_TLS_REJECT_UNAUTHORIZED=0, with which the app accepts any server as the receipt service. Expected it to be unset. Name your own certificate in NODE_EXTRA_CA_CERTS.',
    );
  }
  // A policy's connection is tested later. If that fails, the app uses the last connection or accepts nothing.
  if (room.isModeOfPolicy()) return;
  const { baseUrl, authUrl, clientId, scopeBase } = settings.service;
  const needed = {
    '--service-url': baseUrl,
    '--auth-url': authUrl,
    '--client-id': clientId,
    '--scope-base': scopeBase,
  };
  const missing = Object.entries(needed).flatMap(([option, value]) => (value === '' ? [option] : []));
  if (missing.length > 0)
    throw new ConfigError(`Live mode cannot deliver without a sign-in. Expected ${missing.join(', ')}.`);
  // A keychain that does not answer counts as one without an account.
  const [stored, other] = await Promise.all([account.at(settings.service).stored(), account.exists()]).catch(
    () => [false, false] as const,
  );
  if (stored) return;
  if (config.credentials !== null) {
    throw new ConfigError(
      'RECEIPT_COMPANION_PASSWORD is not sent to addresses that only settings.json names and at which it has not signed in yet. Expected --service-url and --auth-url. To try the app without an account, use --training.',
    );
  }
  if (other) {
    throw new ConfigError(
      'The account in the keychain belongs to other addresses and is not sent to these. Expected the previous addresses, or RECEIPT_COMPANION_USERNAME and RECEIPT_COMPANION_PASSWORD for these. To try the app without an account, use --training.',
    );
  }
  // An onboarding creates an account (receipt-service.md 4.7). Until then nothing leaves this host.
  if (config.partnerKey !== null && settings.service.partnerUrl !== '') return;
  throw new ConfigError(
    'Found no account of the receipt service, neither in the environment nor in the keychain. Expected RECEIPT_COMPANION_USERNAME and RECEIPT_COMPANION_PASSWORD, or --partner-url and RECEIPT_COMPANION_PARTNER_KEY for an onboarding. To try the app without an account, use --training.',
  );
}

/** Creates a token in the data folder if there is none, because without windows no till can be paired. */
export function hostToken(dataDir: string, random: Random) {
  const path = join(dataDir, tokenFileName);
  const file = ownerOnlyFile(path);
  let there = false;
  let made = false;
  function textOf<Text extends string | null>(stored: Result<Text>): Text {
    if (!stored.ok) throw new ConfigError(stored.error.message);
    return stored.value;
  }
  return {
    /** Returns the token for `keptPosToken` of the app. Throws ConfigError if the file cannot be trusted. */
    take(pairedTills: number): string | null {
      let token = textOf(file.read());
      // After a power cut a file may have the right size and contain only zeros.
      if (token !== null && /^\0+$/.test(token)) {
        rmSync(path);
        token = null;
      }
      made = token === null && pairedTills === 0;
      if (made) token = textOf(file.make(newToken(random)));
      if (token !== null && (token.length < 32 || !isToken(token)))
        throw new ConfigError(`${path} contains no token. Expected 32 to 512 letters, digits or - . _ ~ + /.`);
      there = token !== null;
      return token;
    },
    file: (): string | null => (there ? path : null),
    /** Explains the use of a token that was created in this run; null for an older token. */
    howTo: (posApi: string): string | null =>
      made
        ? [
            `No till is paired yet, so a token was made for it: ${path} (its owner alone can read it).`,
            'A till sends the token with every request. It is valid until you remove the file:',
            `  curl -H "Authorization: Bearer $(cat '${path}')" ${posApi}/status`,
            'To use a token of your own instead, set RECEIPT_COMPANION_POS_TOKEN.',
            '',
          ].join('\n')
        : null,
  };
}
