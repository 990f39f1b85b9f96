import type { SettingsPatch } from '../lib/settings.ts';
import type { PolicyState } from './policy.ts';

/** What a start was told that the policy of this computer fixes otherwise. */
interface GivenAtStart {
  readonly overrides: SettingsPatch;
  readonly hasAccount: boolean;
  readonly resetPin: boolean;
}

/** The options and names of the environment that say otherwise than the policy; none where they say the same. */
export function overruled(
  { policy }: Pick<PolicyState, 'policy'>,
  /** Of the settings: the keys that are fixed to other values. */
  contradicts: (patch: SettingsPatch) => readonly string[],
  given: GivenAtStart,
  /** How a setting is said on the command line. */
  optionOf: (setting: string) => string,
): readonly string[] {
  const options = contradicts(given.overrides).map(optionOf);
  if (given.hasAccount && policy?.account !== undefined) options.push('RECEIPT_COMPANION_USERNAME');
  if (given.resetPin && policy?.pin !== undefined) options.push('--reset-pin');
  return options;
}
