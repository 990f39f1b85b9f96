import { shopCountry } from '../lib/country.ts';
import type { Settings, WindowSettingsView } from '../lib/settings.ts';
import type { CashierView } from '../lib/views.ts';
import type { Displays } from '../ports.ts';
import { chosenDisplay, displayViews } from '../settings/display-choice.ts';
import { brandOf } from '../settings/look.ts';
import type { Pictures } from '../settings/pictures.ts';

/** Who is asked for it. */
export interface ProgramParts {
  readonly keychain: 'ok' | 'missing';
  readonly settings: () => WindowSettingsView;
  readonly pictures: Pick<Pictures, 'whole'>;
  readonly displays: Displays | null;
  readonly pairing: () => CashierView['pairing'];
  readonly pin: () => CashierView['pin'];
  readonly setupOffered: () => boolean;
  readonly policy: () => CashierView['policy'];
  readonly desk: () => Omit<CashierView['partner'], 'merchantWaits'>;
  readonly merchantWaits: () => boolean;
}

/** What the cashier sees that no sale changes: PIN, pairing, policy, displays, settings. */
export const programView = (window: ProgramParts, settings: Settings) =>
  ({
    language: settings.cashier.language,
    country: shopCountry(settings.cashier.country, settings.cashier.currency),
    form: settings.cashier.form,
    keychain: window.keychain,
    till: { currency: settings.cashier.currency, vatPercents: settings.cashier.vatPercents },
    partner: { ...window.desk(), merchantWaits: window.merchantWaits() },
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
