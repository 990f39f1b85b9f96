import type { CashierBridge } from '../../src-main/lib/bridge.ts';
import type { CommandInput, CommandOf, CommandOutput } from '../../src-main/lib/commands.ts';
import { type AppError, failed, type Result } from '../../src-main/lib/result.ts';
import type { Notice, SessionStore } from './session-store.ts';

export type CashierCommand = CommandOf<'cashier'>;

export type Send = <Name extends CashierCommand>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<Result<CommandOutput<Name>>>;

/** These change nothing, or say how it is to be: a newer one does not wait for the answer to an older one. */
const neverHeld: ReadonlySet<CashierCommand> = new Set([
  'attention.get',
  'attention.keep',
  'attention.list',
  'receipts.get',
  'receipts.list',
  'day.get',
  'day.row',
  'connection.get',
  'pairing.list',
  'exports.show',
  'setting.set',
  'sounds.take',
  'partner.receipts',
  'partner.picture',
  'partner.getAccess',
  'pin.stay',
  'setup.get',
  'setup.keep',
  'diagnostics.get',
  'diagnostics.log',
  'support.contents',
]);

/** What is behind the PIN asks for it, and goes on with what was tapped; a page that only loads anew asks for nothing. */
const isAsked = (name: CashierCommand): boolean => !neverHeld.has(name) || name === 'setting.set';

const isBehindPin = (result: Result<unknown>): boolean => !result.ok && result.error.code === 'pinNeeded';

/** Whether the window is unlocked now. A second question while one stands is the same question. */
const askPin = (session: SessionStore): Promise<boolean> =>
  new Promise((resolve) => {
    const before = session.getState().pinAsked;
    session.setState({
      pinAsked: (isUnlocked) => {
        before?.(isUnlocked);
        resolve(isUnlocked);
      },
    });
  });

const pathAs =
  (kind: 'exported' | 'pdfSaved') =>
  ({ path }: { readonly path: string }): Notice => ({ kind, path });
const added = (): Notice => ({ kind: 'done', words: 'customerAdded' });

/** What is said of a command that went well; of most others the page itself tells. */
const goodNotices: { readonly [Name in CashierCommand]?: (value: CommandOutput<Name>) => Notice } = {
  'attention.export': pathAs('exported'),
  'attention.resendAll': ({ count }) => ({ kind: 'resent', count }),
  'connection.probe': pathAs('exported'),
  'day.export': pathAs('exported'),
  'partner.addReceipt': added,
  'partner.addSale': added,
  'partner.deleteUser': () => ({ kind: 'done', words: 'customerDeleted' }),
  'partner.savePdf': pathAs('pdfSaved'),
  'sale.identify': ({ as }) => ({ kind: 'identified', as }),
  'support.write': pathAs('exported'),
  'waiting.export': pathAs('exported'),
};

const errorNotice = ({ code, said }: AppError): Notice => ({
  kind: 'error',
  code,
  ...(said !== undefined && { said }),
});

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
    const ask = () => bridge.command(name, input).catch(() => failed('internal', `${name} was not answered`));
    let result = await ask();
    if (isBehindPin(result) && isAsked(name) && (await askPin(session))) result = await ask();
    session.setState((now) => ({
      busy: new Set([...now.busy].filter((other) => other !== name)),
      notice: result.ok
        ? (goodNotices[name]?.(result.value) ?? now.notice)
        : isBehindPin(result)
          ? now.notice
          : errorNotice(result.error),
    }));
    return result;
  };
}
