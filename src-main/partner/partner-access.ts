import { commandsOn } from '../commands/action.ts';
import type { CommandInput, CommandOutput } from '../lib/commands.ts';
import { done, failed, type Result, SettingLocked } from '../lib/result.ts';
import { withoutPrefix } from '../lib/settings.ts';
import type { PartnerVault } from '../settings/credentials.ts';
import type { SettingsStore } from '../settings/settings.ts';

/** Where the shop's partner interface is, and its key: what the window does about it. */
export type PartnerAccess = ReturnType<typeof createPartnerAccess>;

export function createPartnerAccess(parts: {
  readonly settings: SettingsStore;
  readonly keychain: 'ok' | 'missing';
  readonly keyAt: (partnerUrl: string) => PartnerVault;
  readonly reconnect: () => Promise<void>;
}) {
  const { settings, keyAt } = parts;

  async function keep(partnerUrl: string, key: string): Promise<Result<null>> {
    const vault = keyAt(partnerUrl);
    try {
      if (key !== '') return await vault.set(key);
      await vault.remove();
      return done(null);
    } catch (error) {
      // Where the environment of the host gives the key, the keychain refuses another.
      return failed('notAllowed', error instanceof Error ? error.message : String(error));
    }
  }

  return {
    async get(): Promise<Result<CommandOutput<'partner.getAccess'>>> {
      const { service, partner } = settings.current();
      const key = parts.keychain === 'ok' ? await keyAt(service.partnerUrl).get() : null;
      return done({
        partnerUrl: service.partnerUrl,
        authentication: partner.authentication,
        keyStored: key !== null,
      });
    },
    /** What the service was found to take. */
    async take(found: CommandInput<'partner.takeSettings'>): Promise<Result<null>> {
      settings.update({ partner: withoutPrefix(found) });
      await parts.reconnect();
      return done(null);
    },
    /** The key belongs to its address; a connection that is open is opened anew with both. */
    async save({ partnerUrl, key }: CommandInput<'partner.saveAccess'>): Promise<Result<null>> {
      if (parts.keychain === 'missing') {
        return failed('keychainMissing', 'no keychain answers: a key cannot be kept, only training is possible');
      }
      const locked = settings.contradicts({ service: { partnerUrl } });
      if (locked.length > 0) throw new SettingLocked(locked);
      const kept = key === null ? done(null) : await keep(partnerUrl, key);
      if (!kept.ok) return kept;
      settings.update({ service: { partnerUrl } });
      await parts.reconnect();
      return done(null);
    },
  };
}

export const accessCommands = commandsOn<{ readonly partnerAccess: PartnerAccess }>()('program', {
  'partner.getAccess': ({ partnerAccess }) => partnerAccess.get(),
  'partner.saveAccess': ({ partnerAccess }, input) => partnerAccess.save(input),
  'partner.takeSettings': ({ partnerAccess }, input) => partnerAccess.take(input),
});
