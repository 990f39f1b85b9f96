import { commandsOn } from '../../dispatch/dispatch.ts';
import { namesEmail } from '../../receipts/to-wire.ts';
import { failed, type Result } from '../../shared/result.ts';
import type { Sale } from '../sale/sale.ts';
import type { SessionContext } from '../session-context.ts';

type Context = Pick<SessionContext, 'saleRepository' | 'outbox' | 'settings'>;

/** The address can change only before the bill is sent, because a sent bill is never repeated with other content. */
function setEmail(context: Context, saleId: string, email: Sale['email']): Result<Sale> {
  // An address can be removed also after receipts by e-mail were switched off.
  if (email !== null && !context.settings().cashier.emailReceipts)
    return failed('notAllowed', 'Receipts by e-mail are off: see Settings.');
  if ((context.outbox.find(saleId, 'bill')?.sentAs ?? null) !== null)
    return failed('wrongState', 'The receipt has left already.');
  const billText = context.saleRepository.findBill(saleId);
  if (email !== null && billText !== null && namesEmail(JSON.parse(billText)))
    return failed('conflict', 'The till sends an address of its own.');
  return context.saleRepository.change(saleId, { type: 'emailSet', email });
}

export const emailCommands = commandsOn<Context>()('session', {
  'sale.email': (context, { saleId, address }) =>
    setEmail(context, saleId, address === null ? null : { address, isConfirmed: false }),
  'sale.confirmEmail'(context, { saleId }) {
    const email = context.saleRepository.find(saleId)?.email ?? null;
    if (email === null) return failed('wrongState', 'There is no address to confirm.');
    return setEmail(context, saleId, { ...email, isConfirmed: true });
  },
});
