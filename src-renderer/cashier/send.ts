import type { CashierBridge } from '../../src-main/shared/bridge.ts';
import { failed, type Result } from '../../src-main/shared/result.ts';
import type { CommandInput, CommandOf, CommandOutput, ReadOnlyCommand } from '../../src-main/shared/window-commands.ts';
import type { Notice, SessionStore } from './session-store.ts';

export type CashierCommand = CommandOf<'cashier'>;

type Answers<Names extends CashierCommand> = <Name extends Names>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<Result<CommandOutput<Name>>>;

/** Sends the commands of taps. While a command runs, it is not sent again, so that a double tap makes one sale. */
export type Send = Answers<Exclude<CashierCommand, ReadOnlyCommand>>;
/** Sends commands that only read or set a value, even if the same command is still running. */
export type Ask = Answers<ReadOnlyCommand>;

const isBehindPin = (result: Result<unknown>): boolean => !result.ok && result.error.code === 'pinNeeded';

/** Asks for the PIN once, even if called twice. Resolves to whether the window is unlocked. */
const askPin = (session: SessionStore): Promise<boolean> =>
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
  'partner.addReceipt': () => ({ kind: 'done', words: 'customerAdded' }),
  'partner.deleteUser': () => ({ kind: 'done', words: 'customerDeleted' }),
  'partner.savePdf': ({ path, opened }) => ({ kind: opened ? 'exported' : 'pdfNotOpened', path }),
  'sale.identify': ({ as }, { saleId }) => (as === 'other' ? null : { kind: 'identified', saleId, as }),
  'support.write': savedAs,
};

async function command<Name extends CashierCommand>(
  bridge: CashierBridge,
  session: SessionStore,
  { name, input, asksPin }: { readonly name: Name; readonly input: CommandInput<Name>; readonly asksPin: boolean },
): Promise<Result<CommandOutput<Name>>> {
  session.setState(({ busy }) => ({ busy: new Set(busy).add(name) }));
  const send = () => bridge.command(name, input).catch(() => failed('internal', `${name} was not answered`));
  let result = await send();
  if (isBehindPin(result) && asksPin && (await askPin(session))) result = await send();
  session.setState(({ busy, notice }) => ({
    busy: new Set([...busy].filter((other) => other !== name)),
    notice: result.ok
      ? (successNotices[name]?.(result.value, input) ?? notice)
      : isBehindPin(result)
        ? notice
        : { kind: 'error', code: result.error.code, ...(result.error.verbatim && { verbatim: result.error.verbatim }) },
  }));
  return result;
}

export function createSend(bridge: CashierBridge, session: SessionStore): Send {
  return async (name, input) => {
    if (session.getState().busy.has(name)) return failed('wrongState', `${name} is already under way`);
    session.setState({ notice: null });
    return command(bridge, session, { name, input, asksPin: true });
  };
}

/** Keeps the last notice, because pages ask without a tap. Only changing a setting asks for the PIN. */
export const createAsk =
  (bridge: CashierBridge, session: SessionStore): Ask =>
  (name, input) =>
    command(bridge, session, { name, input, asksPin: name === 'setting.set' });
