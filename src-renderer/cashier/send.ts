import type { CashierBridge } from '../../src-main/contract/bridge.ts';
import type { CommandInput, CommandOf, CommandOutput } from '../../src-main/contract/commands.ts';
import { failed, type Result } from '../../src-main/kernel/result.ts';
import type { SessionStore } from './session-store.ts';

export type CashierCommand = CommandOf<'cashier'>;

export type Send = <Name extends CashierCommand>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<Result<CommandOutput<Name>>>;

/** These change nothing, or say how it is to be: a newer one does not wait for the answer to an older one. */
const neverHeld: ReadonlySet<CashierCommand> = new Set([
  'receipts.list',
  'day.get',
  'connection.get',
  'pairing.list',
  'setting.set',
  'partner.receipts',
  'partner.picture',
  'partner.getAccess',
  'onboarding.get',
]);

/**
 * Sends a command and keeps the session's account of it: the last failure becomes the notice, and a command that is
 * under way is not sent a second time (a double tap makes one sale).
 */
export function createSend(bridge: CashierBridge, session: SessionStore): Send {
  return async (name, input) => {
    const { busy } = session.getState();
    if (busy.has(name) && !neverHeld.has(name)) return failed('wrongState', `${name} is already under way`);
    // What the last tap led to stays while the page behind it loads anew.
    session.setState((now) => ({
      busy: new Set(busy).add(name),
      notice: neverHeld.has(name) ? now.notice : null,
    }));
    const result = await bridge.command(name, input).catch(() => failed('internal', `${name} was not answered`));
    session.setState((now) => ({
      busy: new Set([...now.busy].filter((other) => other !== name)),
      notice: result.ok ? now.notice : { kind: 'error', code: result.error.code },
    }));
    return result;
  };
}
