import type { SettingsPatch } from '../settings/schema.ts';
import type { PolicyState } from './policy.ts';

/** What a start was told that the policy of this computer fixes otherwise. */
export interface GivenAtStart {
  readonly overrides: SettingsPatch;
  readonly hasAccount: boolean;
  readonly resetPin: boolean;
}

/** How each is said on the command line; what cannot be said there is not in the list. */
const optionOf: Readonly<Record<string, string>> = {
  mode: '--training or --service-url',
  'service.baseUrl': '--service-url',
  'service.authUrl': '--auth-url',
  'service.partnerUrl': '--partner-url',
  'service.clientId': '--client-id',
  'service.scopeBase': '--scope-base',
  'service.storeId': '--store-id',
  'service.extensionKey': '--extension-key',
  'service.selfGeneratedIds': '--self-generated-ids',
  'posApi.port': '--pos-port',
  'posApi.allowedOrigins': '--allowed-origin',
  'pool.target': '--pool-size',
  'metrics.url': '--metrics-url',
};

/** The options and names of the environment that say otherwise than the policy; none where they say the same. */
export function overruled(
  { policy }: Pick<PolicyState, 'policy'>,
  /** Of the settings: the keys that are fixed to other values. */
  contradicts: (patch: SettingsPatch) => readonly string[],
  given: GivenAtStart,
): readonly string[] {
  const options = contradicts(given.overrides).map((key) => optionOf[key] ?? key);
  if (given.hasAccount && policy?.account !== undefined) options.push('RECEIPT_COMPANION_USERNAME');
  if (given.resetPin && policy?.pin !== undefined) options.push('--reset-pin');
  return options;
}
