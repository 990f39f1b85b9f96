import type { CommandHandlers } from '../contract/handlers.ts';
import { done, failed, type Result } from '../kernel/result.ts';
import { toCents } from '../receipt/amounts.ts';
import { handBill } from '../receipt/hand-bill.ts';
import { tillNames } from '../sale/till.ts';
import { acceptBill } from './accept-bill.ts';
import { isoWithOffset } from './local-time.ts';
import { cancelLoyalty, startLoyalty } from './loyalty.ts';
import { agreeToSale, cancelSale, printSale, showSale, takeBack } from './marks.ts';
import { openSale } from './open-sale.ts';
import type { Rooms } from './rooms.ts';
import type { Windows } from './windows.ts';

/** The commands of the windows that are about sales and screens; those about the connection are in `connection.ts`. */
export type SaleCommands = Pick<
  CommandHandlers,
  Extract<
    keyof CommandHandlers,
    `sale.${string}` | `loyalty.${string}` | 'language.set' | 'window.setForm' | 'screen.painted'
  >
>;

export function saleCommands(rooms: Rooms, windows: Windows, updateSettings: UpdateSettings): SaleCommands {
  const undoMs = (): number => rooms.settings().cashier.undoSeconds * 1_000;
  return {
    async 'sale.new'({ amount }) {
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
    async 'sale.pay'({ saleId, amount, vatPercent, payment }) {
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
    async 'sale.select'({ saleId }) {
      if (rooms.book.find(saleId) === null) return failed('notFound', `there is no sale ${saleId}`);
      windows.select(saleId);
      return done(null);
    },
    'sale.show': async ({ saleId }) => showSale(rooms, saleId),
    async 'sale.agree'({ saleId }) {
      return nothing(agreeToSale(rooms, saleId));
    },
    'sale.print': async ({ saleId }) => nothing(printSale(rooms, saleId, undoMs())),
    'sale.cancel': async ({ saleId }) => nothing(cancelSale(rooms, saleId, undoMs())),
    'sale.undo': async ({ saleId }) => nothing(takeBack(rooms, saleId)),
    async 'sale.close'({ saleId }) {
      const sale = rooms.book.find(saleId);
      if (rooms.stage.current().saleId === saleId) {
        if (sale?.state === 'queued' || sale?.state === 'delivered') rooms.stage.thanks(saleId);
        else rooms.stage.clear();
      }
      windows.select(null);
      return done(null);
    },
    'loyalty.start': async ({ saleId, externalUserId }) => nothing(await startLoyalty(rooms, saleId, externalUserId)),
    'loyalty.cancel': async ({ saleId }) => nothing(await cancelLoyalty(rooms, saleId)),
    async 'language.set'({ language }, from) {
      // The customer's choice ends with the sale; the cashier's is a setting.
      if (from === 'customer') rooms.stage.setLanguage(language);
      else updateSettings({ cashier: { language } });
      return done(null);
    },
    async 'window.setForm'({ form }) {
      updateSettings({ cashier: { form } });
      return done(null);
    },
    async 'screen.painted'({ rev }) {
      windows.notePainted(rev);
      return done(null);
    },
  };
}

export type UpdateSettings = (patch: {
  readonly cashier?: { readonly language?: 'de' | 'en' | 'fr' | 'es' | 'sv' | 'pt'; readonly form?: 'dock' | 'full' };
}) => void;

/** What stands on the one line of a receipt that was typed by hand: the customer's words, not the cashier's. */
const handLine = { de: 'Einkauf', en: 'Purchase', fr: 'Achat', es: 'Compra', sv: 'Köp', pt: 'Compra' } as const;

const nothing = (result: Result<unknown>): Result<null> => (result.ok ? done(null) : result);

/** What a person can read out, unique at this till without a counter that could be lost: time and chance. */
function handReference(rooms: Rooms): string {
  const [day = '', time = ''] = isoWithOffset(rooms.clock.now()).slice(0, 19).split('T');
  return `H-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}-${rooms.random.uuid().slice(0, 4)}`;
}
