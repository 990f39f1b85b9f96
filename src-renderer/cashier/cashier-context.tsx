import { createContext, useContext } from 'react';
import { useStore } from 'zustand/react';
import type { Language } from '../../src-main/shared/languages.ts';
import type { WindowSettingKey, WindowSettings } from '../../src-main/shared/settings.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import type { CommandInput, CommandOutput, ReadOnlyCommand } from '../../src-main/shared/window-commands.ts';
import type { CashierText } from '../text/i18n.ts';
import { Button, type ButtonProps } from '../ui/controls.tsx';
import type { Ask, CashierCommand, Send } from './send.ts';
import type { CashierSession, SessionStore } from './session-store.ts';

export interface Cashier {
  readonly view: CashierView;
  readonly language: Language;
  readonly t: CashierText;
  readonly send: Send;
  readonly ask: Ask;
  readonly session: SessionStore;
}

export const CashierContext = createContext<Cashier | null>(null);

export function useCashier(): Cashier {
  const cashier = useContext(CashierContext);
  if (cashier === null) throw new Error('useCashier outside of the cashier window');
  return cashier;
}

export function useSession<Part>(select: (session: CashierSession) => Part): Part {
  return useStore(useCashier().session, select);
}

export const useBusy = (name: CashierCommand): boolean => useSession((session) => session.busy.has(name));

/** Returns whether the policy locks a key: `section.key`, `mode`, `account`, `pin`. */
export function useIsFixed(): (key: string) => boolean {
  const { view } = useCashier();
  return (key) => view.policy?.locked.includes(key) ?? false;
}

export function useSetting<Key extends WindowSettingKey>(key: Key) {
  const { view, ask } = useCashier();
  const isFixed = useIsFixed();
  return {
    value: view.settings[key].value as WindowSettings[Key],
    /** Whether an administrator has locked the setting: it is shown, but cannot be changed here. */
    isLocked: isFixed(key),
    /** Resolves to true if the value was saved. `value` changes with the next view. */
    set: async (next: WindowSettings[Key]): Promise<boolean> => (await ask('setting.set', { key, value: next })).ok,
  };
}

type Tapped = Exclude<CashierCommand, ReadOnlyCommand>;

interface CommandButtonProps<Name extends Tapped> extends Omit<ButtonProps, 'onPress'> {
  readonly command: Name;
  readonly input: CommandInput<Name>;
  readonly onDone?: (value: CommandOutput<Name>) => void;
}

export function CommandButton<Name extends Tapped>({ command, input, onDone, ...rest }: CommandButtonProps<Name>) {
  const { send } = useCashier();
  const busy = useBusy(command);
  const press = async (): Promise<void> => {
    const answer = await send(command, input);
    if (answer.ok) onDone?.(answer.value);
  };
  return <Button data-busy={busy} onPress={() => void press()} {...rest} />;
}
