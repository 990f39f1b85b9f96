import { commandsOn } from '../dispatch/dispatch.ts';
import { mainWords } from '../main-strings.ts';
import type { Bill } from '../receipts/bill.ts';
import { fromCents, toCents } from '../receipts/fields.ts';
import { type HandSale, handBill } from '../receipts/hand-bill.ts';
import { namesEmail } from '../receipts/to-wire.ts';
import { retryWhileBusy } from '../shared/busy.ts';
import { field, listOf } from '../shared/json.ts';
import { isoWithOffset } from '../shared/local-time.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { tillNames } from '../shared/till-names.ts';
import { type AcceptBillContext, acceptBill } from './bill/accept-bill.ts';
import { type OpenSaleContext, openSale } from './opening/open-sale.ts';
import type { Sale } from './sale/sale.ts';
import {
  type ActionContext,
  answerPaperRequest,
  cancelSale,
  changeSale,
  printSale,
  recordConsent,
  refundLeft,
  showSale,
  undoAction,
} from './sale-actions.ts';
import type { SessionContext } from './session-context.ts';

const undoMs = ({ settings }: Pick<SessionContext, 'settings'>): number => settings().cashier.undoSeconds * 1_000;

type SaleCommandContext = OpenSaleContext &
  AcceptBillContext &
  ActionContext & {
    readonly windows: { select(saleId: string | null): void };
  };

export const saleCommands = commandsOn<SaleCommandContext>()('session', {
  async 'sale.new'(context, { amount }) {
    // A sale without an amount is allowed, because it only tests the QR code after going live.
    if (amount !== null && !mayType(context)) return onlyAtTheTill;
    const reference = handReference(context);
    const opened = await openSale(
      context,
      { reference, till: tillNames.hand, origin: 'hand', ...(amount === null ? {} : { amount }) },
      false,
    );
    if (!opened.ok) return opened;
    context.windows.select(opened.value.sale.id);
    return done({ saleId: opened.value.sale.id });
  },
  'sale.change': (context, { saleId, amount }) => changeSale(context, saleId, { amount }),
  'sale.pay'(context, { saleId, vatPercent, payment }) {
    if (!mayType(context)) return onlyAtTheTill;
    const sale = context.saleRepository.find(saleId);
    if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
    if (sale.state !== 'open') return failed('wrongState', `The sale is ${sale.state} and cannot be paid.`);
    if (sale.amountCents === null) return failed('wrongState', 'The sale has no amount yet and cannot be paid.');
    const lineText = lineWords(context).purchase;
    const parts = [{ cents: sale.amountCents, vatPercent }];
    return acceptBill(context, sale, { bill: billByHand(context, sale, parts, payment, lineText) });
  },
  async 'sale.refund'(context, { of, amount, vatPercent, payment }) {
    if (!mayType(context)) return onlyAtTheTill;
    const original = of === null ? null : context.saleRepository.find(of);
    if (of !== null && original === null) return failed('notFound', `There is no sale ${of}.`);
    const cents = toCents(amount) ?? 0;
    const most = original === null ? cents : refundLeft(context, original);
    if (cents === 0 || cents > most) {
      const message = `Found ${amount}. Expected more than 0, and at most ${fromCents(most)}, which is left of the receipt.`;
      return failed('invalid', 'The refund is invalid.', [{ path: '/amount', code: 'range', message }]);
    }
    const parts = refundParts(context, original, { cents, vatPercent });
    // The remaining amount must be checked and stored without waiting in between, or two refunds could share it.
    const opened = await openSale(
      context,
      {
        reference: handReference(context),
        till: tillNames.hand,
        origin: 'hand',
        amount: -amount,
        show: false,
        currency: original?.currency ?? context.settings().cashier.currency,
        refundOf: original?.id,
      },
      false,
    );
    if (!opened.ok) return opened;
    const { sale } = opened.value;
    context.windows.select(sale.id);
    const words = lineWords(context).refund;
    const lineText = original === null ? words : `${words} (${original.receiptNumber ?? original.reference})`;
    const back = parts.map((part) => ({ ...part, cents: -part.cents }));
    const bill = billByHand(context, sale, back, payment, lineText);
    // The refund is stored already, so a locked database must not make the cashier begin another one.
    const accepted = await retryWhileBusy(context.clock, () => acceptBill(context, sale, { bill }));
    // Without a bill no money was given back, so the cancel restores the remaining amount of the receipt.
    if (!accepted.ok) cancelSale(context, sale.id);
    return accepted.ok ? done({ saleId: sale.id }) : accepted;
  },
  'sale.select'(context, { saleId }) {
    if (context.saleRepository.find(saleId) === null) return failed('notFound', `There is no sale ${saleId}.`);
    context.windows.select(saleId);
  },
  'sale.show'(context, { saleId }) {
    const shown = showSale(context, saleId);
    if (shown.ok) context.windows.select(saleId);
    return shown;
  },
  'sale.consent': (context, { saleId }) => recordConsent(context, saleId, 'cashier'),
  'sale.takeBackConsent': ({ saleRepository }, { saleId }) =>
    saleRepository.change(saleId, { type: 'consentTakenBack', how: 'cashier' }),
  'sale.language'({ display }, { saleId, language }) {
    if (display.current().saleId !== saleId)
      return failed('wrongState', 'The customer display does not show this sale.');
    display.setLanguage(saleId, language);
  },
  'sale.email': (context, { saleId, address }) =>
    setEmail(context, saleId, address === null ? null : { address, isConfirmed: false }),
  'sale.confirmEmail'(context, { saleId }) {
    const email = context.saleRepository.find(saleId)?.email ?? null;
    if (email === null) return failed('wrongState', 'There is no address to confirm.');
    return setEmail(context, saleId, { ...email, isConfirmed: true });
  },
  'sale.print': (context, { saleId }) => printSale(context, saleId, undoMs(context)),
  'sale.cancel': {
    locked: ({ saleRepository }, { saleId }) => (saleRepository.find(saleId)?.state ?? 'open') !== 'open',
    run: (context, { saleId }) => cancelSale(context, saleId, undoMs(context)),
  },
  'sale.undo': (context, { saleId }) => undoAction(context, saleId),
  'sale.close'(context, { saleId }) {
    const sale = context.saleRepository.find(saleId);
    if (sale !== null) answerPaperRequest(context, saleId);
    const { saleId: there, beneath } = context.display.current();
    // The receipt that was shown again is finished, so both screens return to the open sale.
    if (there === saleId && beneath !== null && context.display.back()) return;
    if (there === saleId) {
      if (sale?.state === 'queued' || sale?.state === 'delivered') context.display.thanks(saleId);
      else context.display.clear(sale?.state === 'cancelled' ? saleId : null);
    } else context.display.leave(saleId);
    context.windows.select(null);
  },
});

/** The address can change only before the bill is sent, because a sent bill is never repeated with other content. */
function setEmail(
  context: Pick<SessionContext, 'saleRepository' | 'outbox' | 'settings'>,
  saleId: string,
  email: Sale['email'],
): Result<Sale> {
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

/** The app is not a cash register: sales entered here have no fiscal data. In training they need none. */
const mayType = ({ mode, settings }: Pick<SessionContext, 'mode' | 'settings'>): boolean =>
  mode === 'training' || settings().cashier.typedSales;

const onlyAtTheTill = failed('typedOff', 'Sales are recorded at the till. A manager can switch typed sales on.');

/** Typed lines are in the customer's language, not the cashier's. */
const lineWords = ({ settings }: Pick<SessionContext, 'settings'>) => mainWords[settings().screen.language].typedSale;

const billByHand = (
  { settings, clock }: Pick<SessionContext, 'settings' | 'clock'>,
  { currency, reference }: Sale,
  parts: HandSale['parts'],
  payment: HandSale['payment'],
  lineText: string,
): Bill =>
  handBill({
    parts,
    payment,
    lineText,
    currency: currency ?? settings().cashier.currency,
    date: isoWithOffset(clock.now()),
    receiptNumber: reference,
  });

function refundParts(
  { saleRepository }: Pick<SessionContext, 'saleRepository'>,
  original: Sale | null,
  typed: HandSale['parts'][number],
): HandSale['parts'] {
  const whole = typed.cents === original?.amountCents ? vatParts(saleRepository.findBill(original.id)) : [];
  return whole.reduce((sum, part) => sum + part.cents, 0) === typed.cents ? whole : [typed];
}

const vatParts = (billText: string | null): HandSale['parts'] =>
  listOf(field(JSON.parse(billText ?? 'null'), 'data', 'vatAmounts')).flatMap((entry) => {
    const [vatPercent, gross] = [field(entry, 'percentage'), field(entry, 'inclVat')];
    return typeof vatPercent === 'number' && typeof gross === 'number'
      ? // The bill is stored as the till wrote it, and its amounts may have binary noise.
        [{ vatPercent, cents: Math.round(gross * 100) }]
      : [];
  });

/** Time and a random part make the reference unique at this till. A counter could be lost. */
function handReference({ clock, random }: Pick<SessionContext, 'clock' | 'random'>): string {
  const [day = '', time = ''] = isoWithOffset(clock.now()).slice(0, 19).split('T');
  return `H-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}-${random.uuid().slice(0, 4)}`;
}
