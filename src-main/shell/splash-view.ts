import type { ScreenRole } from '../ports.ts';
import { lookOf } from '../settings/look.ts';
import type { Pictures } from '../settings/shop-pictures.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import type { StartingView } from '../shared/bridge.ts';
import type { Snapshot, ViewOf } from '../shared/views.ts';
import { touchOff } from '../shared/views.ts';

/** The views before the app is open. A keychain may take half a minute or wait for a person. */
export const createSplashView = (settings: Pick<SettingsStore, 'current'>, pictures: Pick<Pictures, 'whole'>) => {
  let waitsFor: StartingView['waitsFor'] = 'keychain';
  const resting = (): Snapshot<ViewOf['customer']> => {
    const now = settings.current();
    // Touches have no effect yet.
    const view = { training: now.mode === 'training', ...lookOf(now, pictures), ...touchOff };
    // Every later snapshot has a larger revision than this one.
    return { rev: 0, view: { ...view, screen: { kind: 'idle' } } };
  };
  return {
    /** The start screen for customers. The cashier window calls `starting` instead. */
    snapshot: <Role extends ScreenRole>(role: Role) =>
      role === 'customer' ? (resting() as Snapshot<ViewOf[Role]>) : null,
    starting: (): StartingView => ({ language: settings.current().cashier.language, waitsFor }),
    unlocked: () => {
      waitsFor = 'files';
    },
  };
};
