import type { CommandInput, CommandOutput, ReadOnlyCommand } from '../../src-main/shared/window-commands.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { useBusy, useCashier } from './cashier-context.ts';
import type { CashierCommand } from './send.ts';

/** The commands of a tap. Commands that only read have no button. */
type Tapped = Exclude<CashierCommand, ReadOnlyCommand>;

interface CommandButtonProps<Name extends Tapped> extends Omit<ButtonProps, 'onPress'> {
  readonly command: Name;
  readonly input: CommandInput<Name>;
  readonly onDone?: (value: CommandOutput<Name>) => void;
}

/** Sends one command, and shows that it is under way. */
export function CommandButton<Name extends Tapped>({ command, input, onDone, ...rest }: CommandButtonProps<Name>) {
  const { send } = useCashier();
  const busy = useBusy(command);
  const press = async (): Promise<void> => {
    const answer = await send(command, input);
    if (answer.ok) onDone?.(answer.value);
  };
  return <Button data-busy={busy} onPress={() => void press()} {...rest} />;
}
