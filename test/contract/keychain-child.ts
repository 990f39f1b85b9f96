import { keychainSecrets } from '../../src-main/settings/secret-stores.ts';
import type { KeychainRequest } from './keychain-process.ts';

/** Serves the keychain of its environment over the channel of `child_process`. */
const secrets = keychainSecrets(process.argv[2]);

process.on('message', async ({ operation, account, secret }: KeychainRequest) => {
  const answer = operation === 'set' ? secrets.set(account, secret) : secrets[operation](account);
  process.send?.(
    await Promise.resolve(answer).then(
      (value) => ({ value: value ?? null }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    ),
  );
});
process.on('disconnect', () => process.exit());
