import type { WindowContext } from './actions/contexts.ts';
import type { AppConfig, AppPorts } from './app-parts.ts';
import { createDisplayChoice } from './flows/windows/choose-display.ts';
import type { DisplayTouch } from './flows/windows/display-touch.ts';
import { createShopPictures } from './flows/windows/shop-pictures.ts';
import type { Windows } from './flows/windows/windows.ts';
import type { SessionParts } from './session-parts.ts';
import { noPictures } from './settings/pictures.ts';
import { createChangeableSettings } from './settings/window-settings.ts';

/** What the windows have whatever connection is open, and also while nobody has chosen one. */

export interface WindowSources {
  readonly ports: AppPorts;
  readonly config: Pick<AppConfig, 'keychain'>;
  /** It outlives every connection, like the customer's window. */
  readonly touch: DisplayTouch;
  readonly window: Pick<
    SessionParts['window'],
    'posApi' | 'tillNames' | 'pairing' | 'pin' | 'setupOffered' | 'policy' | 'onboarding' | 'firstRev'
  >;
}

/** What both windows show that is no session's. `elsewhere`: what waits for other connections. */
export const windowParts = (
  { ports, config, touch, window }: WindowSources,
  elsewhere: SessionParts['window']['elsewhere'],
): SessionParts['window'] => ({
  ...window,
  hasTouch: touch.hasTouch,
  keychain: config.keychain,
  settings: createChangeableSettings(ports.settings).view,
  pictures: ports.pictures ?? noPictures,
  displays: ports.displays ?? null,
  elsewhere,
});

/** What actions on the windows work on. */
export const windowContext = (
  { ports, touch }: WindowSources,
  { notePainted, refresh }: Pick<Windows, 'notePainted' | 'refresh'>,
): WindowContext => ({
  notePainted,
  noteTouch(found) {
    if (touch.note(found)) refresh();
  },
  settings: createChangeableSettings(ports.settings),
  displays: createDisplayChoice(ports.displays ?? null, ports.settings),
  pictures: createShopPictures(ports.pictures ?? noPictures, ports.settings),
});
