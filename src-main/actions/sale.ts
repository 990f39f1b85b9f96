import { acceptBill } from '../flows/accept-bill.ts';
import { isoWithOffset } from '../flows/local-time.ts';
import { agreeToSale, cancelSale, printSale, showSale, takeBack } from '../flows/marks.ts';
import { openSale } from '../flows/open-sale.ts';
import type { Rooms } from '../flows/rooms.ts';
import { done, failed } from '../kernel/result.ts';
import { toCents } from '../receipt/amounts.ts';
import { handBill } from '../receipt/hand-bill.ts';
import { tillNames } from '../sale/till.ts';
import { commandActions } from './action.ts';
import { nothing } from './results.ts';

const undoMs = (rooms: Rooms): number => rooms.settings().cashier.undoSeconds * 1_000;

/** What the cashier does with a sale. */
export const saleActions = commandActions('session', {
  async 'sale.new'({ rooms, windows }, { amount }) {
    const reference = handReference(rooms);
    const opened = await openSale(
      rooms,
      { reference, till: tillNames.hand, origin: 'hand', ...(amount === null ? {} : { amount }) },
      false,
    );
    if (!opened.ok) return opened;
    windows.select(opened.value.sale.id);
    return done({ saleId: opened.value.sale.id });
  },
  'sale.pay'({ rooms }, { saleId, amount, vatPercent, payment }) {
    const totalCents = toCents(amount);
    if (totalCents === null) return failed('invalid', `the amount is ${amount}; expected at most 2 decimals`);
    const sale = rooms.book.find(saleId);
    if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
    if (sale.state !== 'open') return failed('wrongState', `the sale is ${sale.state}: it cannot be paid`);
    const bill = handBill({
      totalCents,
      currency: sale.currency ?? rooms.settings().cashier.currency,
      vatPercent,
      payment,
      lineText: handLine[rooms.settings().screen.language],
      date: isoWithOffset(rooms.clock.now()),
      receiptNumber: sale.reference,
    });
    return nothing(acceptBill(rooms, saleId, { bill }));
  },
  'sale.select'({ rooms, windows }, { saleId }) {
    if (rooms.book.find(saleId) === null) return failed('notFound', `there is no sale ${saleId}`);
    windows.select(saleId);
    return done(null);
  },
  'sale.show': ({ rooms }, { saleId }) => showSale(rooms, saleId),
  'sale.agree': ({ rooms }, { saleId }) => nothing(agreeToSale(rooms, saleId)),
  'sale.print': ({ rooms }, { saleId }) => nothing(printSale(rooms, saleId, undoMs(rooms))),
  'sale.cancel': ({ rooms }, { saleId }) => nothing(cancelSale(rooms, saleId, undoMs(rooms))),
  'sale.undo': ({ rooms }, { saleId }) => nothing(takeBack(rooms, saleId)),
  'sale.close'({ rooms, windows }, { saleId }) {
    const sale = rooms.book.find(saleId);
    if (rooms.stage.current().saleId === saleId) {
      if (sale?.state === 'queued' || sale?.state === 'delivered') rooms.stage.thanks(saleId);
      else rooms.stage.clear();
    }
    windows.select(null);
    return done(null);
  },
});

/** What stands on the one line of a receipt that was typed by hand: the customer's words, not the cashier's. */
const handLine = { de: 'Einkauf', en: 'Purchase', fr: 'Achat', es: 'Compra', sv: 'Köp', pt: 'Compra' } as const;

/** What a person can read out, unique at this till without a counter that could be lost: time and chance. */
function handReference(rooms: Rooms): string {
  const [day = '', time = ''] = isoWithOffset(rooms.clock.now()).slice(0, 19).split('T');
  return `H-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}-${rooms.random.uuid().slice(0, 4)}`;
}
