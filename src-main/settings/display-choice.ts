import { commandsOn } from '../commands/action.ts';
import { done, failed, type Result } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { CashierView } from '../lib/views.ts';
import type { Displays } from '../ports.ts';
import type { SettingsStore } from './settings.ts';

export const displayViews = (displays: Displays | null): CashierView['displays'] =>
  (displays?.list() ?? []).map(({ id, label, width, height, use, isChosen }) => ({
    id,
    label,
    width,
    height,
    use,
    isChosen,
  }));

/** What a chosen display is called; one that was only named by its id in the file has no better name. */
export const chosenDisplay = ({ display }: Settings): string | null =>
  display.customerDisplayId === null
    ? null
    : (display.customerDisplayLooks?.label ?? String(display.customerDisplayId));

/** Which display is the customers'. */
export type DisplayChoice = ReturnType<typeof createDisplayChoice>;

export function createDisplayChoice(displays: Displays | null, settings: Pick<SettingsStore, 'update'>) {
  const none = failed('notConfigured', 'windows cannot be placed on displays here');
  return {
    /** Null: the first one that is not the cashier's. */
    choose(id: number | null): Result<null> {
      if (displays === null) return none;
      if (id === null) {
        settings.update({ display: { customerDisplayId: null, customerDisplayLooks: null } });
        return done(null);
      }
      const found = displays.list().find((display) => display.id === id);
      if (found === undefined) return failed('notFound', `there is no display ${id}`);
      // A customer never sees the cashier's screen, not even for the moment until it is moved.
      if (found.use === 'cashier') return failed('wrongState', 'the cashier works on this display');
      const { label, x, y, width, height } = found;
      settings.update({ display: { customerDisplayId: id, customerDisplayLooks: { label, x, y, width, height } } });
      return done(null);
    },
    identify(): Result<null> {
      if (displays === null) return none;
      displays.identify();
      return done(null);
    },
  };
}

export const displayCommands = commandsOn<{ readonly displays: DisplayChoice }>()('windows', {
  'display.choose': ({ displays }, { id }) => displays.choose(id),
  'display.identify': ({ displays }) => displays.identify(),
});
