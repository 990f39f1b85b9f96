import { commandsOn } from '../commands/action.ts';
import { done, failed, messageOf, type Result, SettingLocked } from '../lib/result.ts';
import { withoutPrefix } from '../lib/settings.ts';
import type { PartnerVault } from '../settings/credentials.ts';
import type { SettingsStore } from '../settings/settings.ts';

export interface PartnerAccess {
  readonly settings: SettingsStore;
  readonly keychain: 'ok' | 'missing';
  readonly keyAt: (partnerUrl: string) => PartnerVault;
  readonly reconnect: () => Promise<void>;
}

/** Where the environment of the host gives the key, the keychain refuses another. */
const keep = (vault: PartnerVault, key: string): Promise<Result<unknown>> =>
  (key === '' ? vault.remove().then(done) : vault.set(key)).catch((error: unknown) =>
    failed('notAllowed', messageOf(error)),
  );

/** Where the shop's partner interface is, and its key: what the window does about it. */
export const accessCommands = commandsOn<{ readonly partnerAccess: PartnerAccess }>()('program', {
  async 'partner.getAccess'({ partnerAccess: { settings, keychain, keyAt } }) {
    const { service, partner } = settings.current();
    const key = keychain === 'ok' ? await keyAt(service.partnerUrl).get() : null;
    return done({
      partnerUrl: service.partnerUrl,
      authentication: partner.authentication,
      keyStored: key !== null,
    });
  },
  /** The key belongs to its address; a connection that is open is opened anew with both. */
  async 'partner.saveAccess'({ partnerAccess: { settings, keychain, keyAt, reconnect } }, { partnerUrl, key }) {
    if (keychain === 'missing') {
      return failed('keychainMissing', 'no keychain answers: a key cannot be kept, only training is possible');
    }
    const locked = settings.contradicts({ service: { partnerUrl } });
    if (locked.length > 0) throw new SettingLocked(locked);
    const kept = key === null ? done(null) : await keep(keyAt(partnerUrl), key);
    if (!kept.ok) return kept;
    settings.update({ service: { partnerUrl } });
    await reconnect();
  },
  /** What the service was found to take. */
  async 'partner.takeSettings'({ partnerAccess: { settings, reconnect } }, found) {
    settings.update({ partner: withoutPrefix(found) });
    await reconnect();
  },
});
