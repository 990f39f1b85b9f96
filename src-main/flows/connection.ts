import type { CommandInput, CommandOutput, Connection } from '../contract/commands.ts';
import { done, failed } from '../contract/errors.ts';
import type { CommandHandlers } from '../contract/handlers.ts';
import type { Clock, Fetch } from '../ports.ts';
import { testConnection } from '../service/connection-test.ts';
import type { CredentialVault } from '../settings/credentials.ts';
import type { SettingsRoom } from '../settings/settings.ts';

export interface ConnectionParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly settings: SettingsRoom;
  /** The live service account. */
  readonly vault: CredentialVault;
  readonly keychain: 'ok' | 'missing';
  readonly retryKeychain: () => void;
  /** Closes the connection of now and opens the one of the settings. */
  readonly reconnect: () => Promise<void>;
}

type Verdict = CommandOutput<'connection.test'>;

/** Settings of the connection to the service. Nothing goes live before a test that went well. */
export function connectionCommands(
  parts: ConnectionParts,
): Pick<CommandHandlers, Extract<keyof CommandHandlers, `connection.${string}` | `keychain.${string}`>> {
  const { settings, vault } = parts;

  async function test({ connection, credentials }: CommandInput<'connection.test'>): Promise<Verdict> {
    if (connection.mode === 'training') return { ok: true, steps: [] };
    const { connectTimeoutMs, totalTimeoutMs } = settings.current().service;
    const { ok, steps } = await testConnection({
      fetch: parts.fetch,
      clock: parts.clock,
      connection,
      credentials: credentials ?? (await vault.get()),
      timeouts: { connectTimeoutMs, totalTimeoutMs },
    });
    return { ok, steps: [...steps] };
  }

  return {
    async 'connection.get'() {
      const { mode, service } = settings.current();
      const { baseUrl, authUrl, partnerUrl, clientId, scopeBase, storeId, extensionKey, selfGeneratedIds } = service;
      const named = { baseUrl, authUrl, partnerUrl, clientId, scopeBase, storeId, extensionKey, selfGeneratedIds };
      const connection: Connection = { mode, ...named };
      return done({ connection, credentialsStored: parts.keychain === 'ok' && (await vault.stored()) });
    },
    'connection.test': async (input) => done(await test(input)),
    async 'connection.save'(input) {
      if (parts.keychain === 'missing') {
        return failed('keychainMissing', 'no keychain answers: credentials cannot be kept, only training is possible');
      }
      const verdict = await test(input);
      if (!verdict.ok) return done(verdict);
      if (input.credentials !== null) {
        const kept = await vault.set(input.credentials);
        if (!kept.ok) return kept;
      }
      const { mode, ...service } = input.connection;
      settings.update({ mode, service });
      await parts.reconnect();
      return done(verdict);
    },
    async 'keychain.retry'() {
      if (parts.keychain === 'missing') parts.retryKeychain();
      return done(null);
    },
  };
}
