import { done, type Result } from '../lib/result.ts';
import type { SystemPorts } from '../ports.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { inMemory } from '../service/tokens.ts';
import { type LiveAccount, onboardedAccount, partnerKey } from '../settings/credentials.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { embeddedPartner as embedded, type OnboardingPlace } from './onboarding.ts';
import type { OnboardingRecord } from './onboarding-record.ts';
import { connectPartner, type PartnerConnection } from './partner-client.ts';
import type { PartnerContext } from './partner-controller.ts';

interface OnboardingPlaceParts extends Pick<SystemPorts, 'fetch' | 'clock' | 'log' | 'secrets'> {
  readonly settings: SettingsStore;
  readonly account: LiveAccount;
  readonly session: () => Result<PartnerContext & Pick<SessionContext, 'mode' | 'sendNow'>>;
}

/** The partner interface of the open connection (in training the embedded one), or while it trains the shop's own. */
export function onboardingPlaces(parts: OnboardingPlaceParts) {
  const { secrets, settings, account } = parts;
  let reached: PartnerConnection | null = null;

  /** Made anew each time: no token of one address is ever sent to another. */
  function shop(): OnboardingPlace {
    const { service } = settings.current();
    reached = connectPartner({
      ...parts,
      settings: settings.current,
      partnerKey: partnerKey(secrets, service.partnerUrl).get,
      credentials: account.at(service),
      refreshTokenStore: inMemory(),
    });
    return {
      client: reached.client,
      name: service.partnerUrl,
      settings: settings.current,
      vault: onboardedAccount(secrets, service.partnerUrl),
      use: async () => false,
    };
  }

  function open(session: PartnerContext & Pick<SessionContext, 'mode' | 'sendNow'>): OnboardingPlace {
    const isPractice = session.mode === 'training';
    const { partnerUrl } = session.settings().service;
    return {
      client: session.partner.client,
      name: isPractice ? embedded : partnerUrl,
      settings: session.settings,
      vault: onboardedAccount(secrets, isPractice ? embedded : partnerUrl),
      async use(credentials) {
        // Whoever has an account keeps it until a test with the new one went well.
        if (isPractice || (await account.exists())) return false;
        const kept = await account.at(session.settings().service).set(credentials);
        if (kept.ok) session.sendNow();
        return kept.ok;
      },
    };
  }

  return {
    place(at: OnboardingRecord['at']): Result<OnboardingPlace> {
      if (at === 'shop') return done(shop());
      const session = parts.session();
      return session.ok ? done(open(session.value)) : session;
    },
    /** Ends the requests to the shop's own that are under way. */
    abandon: () => reached?.abandon(),
  };
}
