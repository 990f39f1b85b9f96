import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../ports.ts';
import { liveFolderName, peekStored } from '../storage/connection-folders.ts';
import type { Encryption } from '../storage/encryption.ts';
import { endpointHash, endpointMark, signInKey } from './credentials.ts';
import type { SettingsStore } from './stored-settings.ts';

/** Records, as encrypted hashes, the addresses to which the environment's secrets were last sent. */
export const givenToName = 'given-to';
const kinds = ['account', 'partnerKey', 'metrics'] as const;
const givenToSchema = z.partialRecord(z.enum(kinds), z.string());
type GivenTo = Readonly<z.infer<typeof givenToSchema>>;

const rows = {
  account: { name: 'PASSWORD', keys: ['service.baseUrl', 'service.authUrl'], expected: '--service-url and --auth-url' },
  partnerKey: { name: 'PARTNER_KEY', keys: ['service.partnerUrl'], expected: '--partner-url' },
  metrics: { name: 'METRICS_AUTHORIZATION', keys: ['metrics.url'], expected: '--metrics-url' },
} as const satisfies Record<(typeof kinds)[number], unknown>;

export interface HostSecrets {
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly partnerKey: string | null;
  readonly metricsAuthorization: string | null;
  readonly dataKey: string | null;
}

interface GivenParts {
  readonly config: HostSecrets;
  readonly settings: SettingsStore;
  readonly dataDir: string;
  readonly encryption: Encryption;
  /** The user name in the keychain, if the environment provides none. */
  readonly username: string | null;
  readonly log: Log;
}

export interface Secrets {
  /** Whether the account and the partner key belong to the addresses of this start. */
  readonly account: boolean;
  readonly partnerKey: boolean;
  /** The header for the collector at `url`. Null if it belongs to another collector. */
  readonly metricsAuthorization: (url: string) => string | null;
  /** The record for the data folder and the names of unused secrets. */
  readonly givenTo: { readonly marks: GivenTo; readonly withheld: readonly string[] };
}

/** Only this code binds the environment's secrets to addresses. An address changed only in the file gets no secret. */
export function bindEnvironmentSecrets({ config, settings, dataDir, encryption, username, log }: GivenParts): Secrets {
  const { service, metrics } = settings.current();
  const { credentials, partnerKey, metricsAuthorization } = config;
  const marks = {
    account: credentials === null ? null : endpointMark(service, credentials.username),
    partnerKey: partnerKey === null ? null : addressMark(service.partnerUrl),
    metrics: metricsAuthorization === null ? null : addressMark(metrics.url),
  };
  const text = peekStored(join(dataDir, 'tills.db'), encryption, givenToName);
  const before = text === null ? null : givenToSchema.parse(JSON.parse(text));
  const name = credentials?.username ?? username;
  const folder = join(dataDir, liveFolderName(service.baseUrl, name ?? ''), 'receipts.db');
  const hasSignedIn =
    peekStored(folder, encryption, 'refresh-token')?.startsWith(`${signInKey(service, name)} `) === true;
  const isGiven = (kind: (typeof kinds)[number]): boolean => {
    const mark = marks[kind];
    if (mark === null) return false;
    const { keys, expected } = rows[kind];
    const isOurs = hasSignedIn && (kind === 'account' || before === null);
    if (keys.every(settings.isOverridden) || before?.[kind] === mark || isOurs) return true;
    const name = `RECEIPT_COMPANION_${rows[kind].name}`;
    log.warn('secret-not-given', { name, setting: keys.join(', '), expected });
    withheld.push(name);
    return false;
  };
  const withheld: string[] = [];
  const given = kinds.filter(isGiven);
  const collector = given.includes('metrics') ? metrics.url : null;
  return {
    account: given.includes('account'),
    partnerKey: given.includes('partnerKey'),
    metricsAuthorization: (url) =>
      url === collector || settings.isOverridden('metrics.url') ? metricsAuthorization : null,
    givenTo: { marks: { ...before, ...Object.fromEntries(given.map((kind) => [kind, marks[kind]])) }, withheld },
  };
}

function addressMark(address: string): string | null {
  const url = URL.parse(address);
  return url === null ? null : endpointHash(`${url.origin}${url.pathname}`);
}
