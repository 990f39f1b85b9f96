import type { Random, SecretStore } from '../ports.ts';

/** The keychain's account of this installation's identity. */
export const installationAccount = 'installation';

/**
 * Who this installation is: an id that lives in the keychain alone, so that a copy of the data folder on another
 * computer is not taken for this one. Made once. Rejects when no keychain answers.
 */
export const loadInstallation = async (secrets: SecretStore, random: Random): Promise<string> => {
  const kept = await secrets.get(installationAccount);
  if (kept !== null) return kept;
  const made = random.uuid();
  await secrets.set(installationAccount, made);
  return made;
};
