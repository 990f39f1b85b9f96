import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { failed, type Result } from '../../src-main/shared/result.ts';
import type { WindowSettingKey, WindowSettings } from '../../src-main/shared/settings.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import type { CommandInput, CommandOf, CommandOutput, ReadOnlyCommand } from '../../src-main/shared/window-commands.ts';
import { cashierBridge } from '../main-bridge.ts';
import { Button, type ButtonProps } from '../ui/controls.tsx';
import { createViewStore } from '../view-store.ts';
import { atStart, type CashierSession, type Notice } from './session-store.ts';

/** The state of this window: the last view of main, its own session, and the commands to main. */

export const views = createViewStore<CashierView>();

/** The last view. Nothing that uses it is drawn before the first one. */
export const useView = (): CashierView => useStore(views, (now) => (now as NonNullable<typeof now>).view);

export const session = createStore<CashierSession>(atStart);

export const useSession = <Part,>(select: (now: CashierSession) => Part): Part => useStore(session, select);

/** Opens a refused receipt on the page Attention. */
export const openRefused = (saleId: string): void =>
  session.setState({ place: 'attention', attention: saleId, notice: null });

export type CashierCommand = CommandOf<'cashier'>;

const isBehindPin = (result: Result<unknown>): boolean => !result.ok && result.error.code === 'pinNeeded';

/** Asks for the PIN once, even if called twice. Resolves to whether the window is unlocked. */
const askPin = (): Promise<boolean> =>
  new Promise((resolve) => {
    const before = session.getState().pinPrompt;
    session.setState({
      pinPrompt: (isUnlocked) => {
        before?.(isUnlocked);
        resolve(isUnlocked);
      },
    });
  });

const savedAs = ({ path }: { readonly path: string }): Notice => ({ kind: 'exported', path });

/** The message after a successful command. Most results are shown by the page itself. */
const successNotices: {
  readonly [Name in CashierCommand]?: (value: CommandOutput<Name>, input: CommandInput<Name>) => Notice | null;
} = {
  'attention.export': savedAs,
  'attention.resendAll': ({ count }) => ({ kind: 'resent', count }),
  'day.export': savedAs,
  'key.export': savedAs,
  'partner.addReceipt': () => ({ kind: 'customerAdded' }),
  'partner.deleteUser': () => ({ kind: 'customerDeleted' }),
  'partner.savePdf': ({ path, opened }) => ({ kind: opened ? 'exported' : 'pdfNotOpened', path }),
  'sale.identify': ({ as }, { saleId }) => (as === 'other' ? null : { kind: 'identified', saleId, as }),
  'support.write': savedAs,
};

/** A refusal of these is about the customer of their sale, so it is not shown during the next one. */
const aboutCustomer: ReadonlySet<CashierCommand> = new Set(['loyalty.start', 'sale.identify']);

async function command<Name extends CashierCommand>(
  name: Name,
  input: CommandInput<Name>,
  asksPin: boolean,
): Promise<Result<CommandOutput<Name>>> {
  session.setState(({ busy }) => ({ busy: new Set(busy).add(name) }));
  const put = () =>
    cashierBridge()
      .command(name, input)
      .catch(() => failed('internal', `${name} was not answered`));
  let result = await put();
  if (isBehindPin(result) && asksPin && (await askPin())) result = await put();
  const saleId = aboutCustomer.has(name) ? (input as CommandInput<'loyalty.start'>).saleId : undefined;
  session.setState(({ busy, notice }) => ({
    busy: new Set([...busy].filter((other) => other !== name)),
    notice: result.ok
      ? (successNotices[name]?.(result.value, input) ?? notice)
      : isBehindPin(result)
        ? notice
        : { kind: 'error', code: result.error.code, verbatim: result.error.verbatim, saleId },
  }));
  return result;
}

type Tapped = Exclude<CashierCommand, ReadOnlyCommand>;

/** Sends the command of a tap. While a command runs, it is not sent again, so that a double tap makes one sale. */
export async function send<Name extends Tapped>(
  name: Name,
  input: CommandInput<Name>,
): Promise<Result<CommandOutput<Name>>> {
  if (session.getState().busy.has(name)) return failed('wrongState', `${name} is already under way`);
  session.setState({ notice: null });
  return command(name, input, true);
}

/**
 * Sends a command that only reads or sets a value, even if the same command is still running. Keeps the last notice,
 * because pages ask without a tap. Only changing a setting asks for the PIN.
 */
export const ask = <Name extends ReadOnlyCommand & CashierCommand>(
  name: Name,
  input: CommandInput<Name>,
): Promise<Result<CommandOutput<Name>>> => command(name, input, name === 'setting.set');

export const useBusy = (name: CashierCommand): boolean => useSession((now) => now.busy.has(name));

/** Returns whether the policy locks a key: `section.key`, `mode`, `account`, `pin`. */
export function useIsFixed(): (key: string) => boolean {
  const { policy } = useView();
  return (key) => policy?.locked.includes(key) ?? false;
}

export function useSetting<Key extends WindowSettingKey>(key: Key) {
  const { settings } = useView();
  const isFixed = useIsFixed();
  return {
    value: settings[key].value as WindowSettings[Key],
    /** Whether an administrator has locked the setting: it is shown, but cannot be changed here. */
    isLocked: isFixed(key),
    /** Resolves to true if the value was saved. `value` changes with the next view. */
    set: async (next: WindowSettings[Key]): Promise<boolean> => (await ask('setting.set', { key, value: next })).ok,
  };
}

interface CommandButtonProps<Name extends Tapped> extends Omit<ButtonProps, 'onPress'> {
  readonly command: Name;
  readonly input: CommandInput<Name>;
  readonly onDone?: (value: CommandOutput<Name>) => void;
}

export function CommandButton<Name extends Tapped>({
  command: name,
  input,
  onDone,
  ...rest
}: CommandButtonProps<Name>) {
  const press = async (): Promise<void> => {
    const answer = await send(name, input);
    if (answer.ok) onDone?.(answer.value);
  };
  return <Button data-busy={useBusy(name)} onPress={() => void press()} {...rest} />;
}
