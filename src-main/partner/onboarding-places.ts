import type { SecretStore, SystemPorts } from '../ports.ts';
import type { SessionContext } from '../sales/session-context.ts';
import type { PartnerClient } from '../service/partner-calls.ts';
import { type Credentials, type LiveAccount, onboardedAccount, partnerKey } from '../settings/credentials.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import { done, type Result } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import { embeddedPartner, type OnboardingRecord } from './onboarding-record.ts';
import { connectPartner, partnerPlace } from './partner-client.ts';
import type { PartnerContext } from './partner-controller.ts';

export type OnboardingPlace = ReturnType<typeof placeOf>;

/** `name` identifies the partner interface: an onboarding continues only at the interface where it began. */
const placeOf = (
  secrets: SecretStore,
  name: string,
  place: {
    readonly client: PartnerClient;
    readonly settings: () => Settings;
    /** Stores the credentials as the account of the open connection. False if it already has an account. */
    readonly use: (credentials: Credentials) => Promise<boolean>;
  },
) => ({ ...place, name, isTraining: name === embeddedPartner, vault: onboardedAccount(secrets, name) });

type OpenSession = PartnerContext & Pick<SessionContext, 'mode' | 'sendNow'>;

interface OnboardingPlaceParts extends Pick<SystemPorts, 'fetch' | 'clock' | 'log' | 'secrets'> {
  readonly settings: SettingsStore;
  readonly account: LiveAccount;
  readonly session: () => Result<OpenSession>;
}

/** Chooses the partner interface: that of the open connection (in training the embedded one), or the shop's own. */
export function onboardingPlaces(parts: OnboardingPlaceParts) {
  const { secrets, settings, account } = parts;
  const abandoning = new AbortController();

  /** Connects again on each call, so that a token of one partner address is never sent to another address. */
  function shop(): OnboardingPlace {
    const { service } = settings.current();
    const { client } = connectPartner({
      ...parts,
      abandoned: abandoning.signal,
      settings: settings.current,
      partnerKey: partnerKey(secrets, service.partnerUrl).get,
      credentials: account.at(service),
    });
    return placeOf(secrets, partnerPlace(service.partnerUrl), {
      client,
      settings: settings.current,
      use: async () => false,
    });
  }

  function open({ mode, settings: now, partner, sendNow }: OpenSession): OnboardingPlace {
    return placeOf(secrets, partner.place(), {
      client: partner.client,
      settings: now,
      async use(credentials) {
        // An existing account stays in use until a test with the new one succeeds.
        if (mode === 'training' || (await account.exists())) return false;
        const saved = await account.at(now().service).set(credentials);
        if (saved.ok) sendNow();
        return saved.ok;
      },
    });
  }

  return {
    place(at: OnboardingRecord['at']): Result<OnboardingPlace> {
      if (at === 'shop') return done(shop());
      const session = parts.session();
      return session.ok ? done(open(session.value)) : session;
    },
    /** Removes the account of any partner interface, because there is only one onboarding at a time. */
    discardAccount: onboardedAccount(secrets, '').remove,
    abandon: () => abandoning.abort(),
  };
}
