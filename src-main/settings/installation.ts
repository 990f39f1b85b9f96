import type { Clock, Log, Random, SecretStore } from '../ports.ts';

/** The keychain's account of this installation's identity. */
const installationAccount = 'installation';

/**
 * Who this installation is: an id that lives in the keychain alone, so that a copy of the data folder on another
 * computer is not taken for this one. Made once. Rejects when no keychain answers.
 */
const loadInstallation = async (secrets: SecretStore, random: Random): Promise<string> => {
  const kept = await secrets.get(installationAccount);
  if (kept !== null) return kept;
  const made = random.uuid();
  await secrets.set(installationAccount, made);
  return made;
};

const askAgainMs = 2_000;
/** Five minutes: a keychain that a person has to open first. */
const mostAsked = 150;

/**
 * The same at a start, which asks again for five minutes while no keychain answers: a lock must not keep the till from
 * starting. Rejects after that, or as soon as `isOver`.
 */
export async function awaitInstallation(
  secrets: SecretStore,
  { random, clock, log, isOver }: { random: Random; clock: Clock; log: Log; isOver: () => boolean },
): Promise<string> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await loadInstallation(secrets, random);
    } catch (error) {
      if (asked === 1) log.warn('keychain-waited-for', { error: String(error) });
      if (asked === mostAsked || isOver()) throw error;
    }
    await new Promise<void>((resolve) => clock.setTimer(askAgainMs, resolve));
  }
}
