import { createInterface } from 'node:readline';
import { keychainSecrets } from '../../src-main/settings/secret-stores.ts';

/** Serves the keychain of its environment over stdin and stdout, one JSON object per line. */

interface Request {
  readonly verb: 'get' | 'set' | 'remove';
  readonly account: string;
  readonly secret: string;
}

const secrets = keychainSecrets(process.argv[2]);
const say = (message: object): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

for await (const line of createInterface({ input: process.stdin })) {
  const { verb, account, secret }: Request = JSON.parse(line);
  try {
    say({ value: (await (verb === 'set' ? secrets.set(account, secret) : secrets[verb](account))) ?? null });
  } catch (error) {
    say({ error: error instanceof Error ? error.message : String(error) });
  }
}
