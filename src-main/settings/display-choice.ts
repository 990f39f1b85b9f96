import { commandsOn } from '../dispatch/dispatch.ts';
import type { Displays } from '../ports.ts';
import { failed } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import type { SettingsStore } from './stored-settings.ts';

export const chosenDisplay = ({ display }: Settings): string | null =>
  display.customerDisplayId === null
    ? null
    : (display.customerDisplayLooks?.label ?? String(display.customerDisplayId));

const none = failed('notConfigured', 'Windows cannot be placed on displays on this system.');

export const displayCommands = commandsOn<{
  readonly displays: Displays | null;
  readonly settings: Pick<SettingsStore, 'update'>;
}>()('windows', {
  'display.choose'({ displays, settings }, { id }) {
    if (displays === null) return none;
    const found = displays.list().find((display) => display.id === id);
    if (id !== null && found === undefined) return failed('notFound', `There is no display ${id}.`);
    // Customers must never see the cashier's screen, not even briefly.
    if (found?.use === 'cashier') return failed('wrongState', 'The cashier window is on this display.');
    const looks = found && { label: found.label, x: found.x, y: found.y, width: found.width, height: found.height };
    settings.update({ display: { customerDisplayId: id, customerDisplayLooks: looks ?? null } });
  },
  'display.identify': ({ displays }) => (displays === null ? none : displays.identify()),
});
