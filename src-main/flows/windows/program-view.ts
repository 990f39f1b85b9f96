import type { CashierView } from '../../contract/views.ts';
import { shopCountry } from '../../kernel/country.ts';
import type { Settings } from '../../kernel/settings.ts';
import { brandOf } from '../../settings/look.ts';
import { chosenDisplay, displayViews } from './choose-display.ts';
import type { WindowParts } from './windows.ts';

type Asked = Pick<
  WindowParts,
  | 'keychain'
  | 'settings'
  | 'pictures'
  | 'displays'
  | 'pairing'
  | 'pin'
  | 'setupOffered'
  | 'policy'
  | 'onboarding'
  | 'desk'
>;

/** What the cashier sees that no sale changes: PIN, pairing, policy, displays, settings. */
export const programView = (window: Asked, settings: Settings) =>
  ({
    language: settings.cashier.language,
    country: shopCountry(settings.cashier.country, settings.cashier.currency),
    form: settings.cashier.form,
    keychain: window.keychain,
    till: { currency: settings.cashier.currency, vatPercents: settings.cashier.vatPercents },
    partner: { ...window.desk(), onboarding: window.onboarding() },
    pairing: window.pairing(),
    pin: window.pin(),
    displays: displayViews(window.displays),
    chosenDisplay: chosenDisplay(settings),
    brand: brandOf(settings.screen, window.pictures),
    setupOffered: window.setupOffered(),
    policy: window.policy(),
    settings: window.settings(),
  }) satisfies Partial<CashierView>;

export type ProgramView = ReturnType<typeof programView>;
