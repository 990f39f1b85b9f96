import { commandsOn } from '../dispatch/dispatch.ts';
import { fromCents } from '../receipts/fields.ts';
import { lineKind } from '../receipts/line.ts';
import { withNeutralKey } from '../receipts/to-wire.ts';
import { saleActions, saleRow, undoOf } from '../sales/sale/cashier-view.ts';
import { refundLeft } from '../sales/sale-actions.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { field, listOf } from '../shared/json.ts';
import { businessDay, dayBounds, minuteBounds } from '../shared/local-time.ts';
import { readTypedAmount } from '../shared/money.ts';
import type { ReceiptLineView, ReceiptView } from '../shared/record-views.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { addressFault } from '../shared/service-address.ts';
import { type Desktop, noDesktop, type SavedFiles } from '../storage/export-files.ts';
import { dayExport, dayView } from './day.ts';

const pageSize = 50;

type RecordContext = Pick<SessionContext, 'saleRepository' | 'clock' | 'settings' | 'shopTills' | 'sendNow'> &
  Pick<SavedFiles, 'saveExport' | 'showSaved'> & {
    readonly desktop: Desktop | null;
  };

export const recordCommands = commandsOn<RecordContext>()('session', {
  'receipts.list'({ saleRepository, settings, shopTills, clock }, { search, state, place, day, cursor }) {
    const tills = shopTills();
    const text = search.trim();
    const startsAt = settings().delivery.dayStartsAtHour;
    // A search for a time such as 20:24 finds the sales of that minute, on the chosen day or today.
    const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
    const times =
      hour === undefined
        ? day !== null && dayBounds(day, startsAt)
        : minuteBounds(day ?? businessDay(clock.now(), startsAt), startsAt, Number(hour), Number(minute));
    const page = saleRepository.list({
      limit: pageSize,
      state: state ?? undefined,
      place: place ?? undefined,
      before: cursor ?? undefined,
      search: text === '' || hour !== undefined ? undefined : { text, amountCents: readTypedAmount(text) },
      ...times,
    });
    return done({ rows: page.items.map((sale) => saleRow(sale, tills)), next: page.next });
  },
  'receipts.get': (context, { saleId }) => receiptView(context, saleId),
  'receipts.openPage': (context, { saleId }) => openReceiptPage(context, saleId),
  'exports.show': ({ showSaved }, { path }) => showSaved(path),
  'outbox.sendNow': ({ sendNow }) => sendNow(),
  'day.get': (context, { day }) => done(dayView(context, day)),
  'day.export': (context, { day, format }) =>
    context.saveExport(`receipts-${day}.${format}`, dayExport(context, day, format)),
});

/** The window names a sale, never an address. An address that is not a web page could start a program. */
export async function openReceiptPage(
  {
    saleRepository,
    desktop,
  }: { saleRepository: Pick<SessionContext['saleRepository'], 'find'>; desktop: Desktop | null },
  saleId: string,
): Promise<Result<{ readonly opened: boolean }>> {
  if (desktop === null) return noDesktop;
  const url = saleRepository.find(saleId)?.url ?? null;
  if (url === null) return failed('notFound', 'This receipt has no page.');
  if (addressFault(url) !== null) return failed('notAllowed', 'The address of this receipt is not a web page.');
  return done({ opened: await desktop.openPage(new URL(url).href) });
}

function receiptView(context: RecordContext, saleId: string): Result<ReceiptView> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  const billText = sale.billHash === null ? null : context.saleRepository.findBill(saleId);
  const { extensionKey } = context.settings().service;
  const bill: unknown = billText === null ? null : withNeutralKey(JSON.parse(billText), extensionKey);
  const { show, print, cancel } = saleActions(sale, false);
  return done({
    ...saleRow(sale, context.shopTills()),
    url: sale.url,
    cancelled: sale.cancelled,
    can: { show, print, cancel },
    undo: undoOf(sale, context.clock.now()),
    refundLeft: fromCents(refundLeft(context, sale)),
    isPaid: sale.billHash !== null,
    issuedAt: text(field(bill, 'head', 'date')),
    acceptedAt: sale.billedAt,
    deliveredAt: sale.deliveredAt,
    issuanceLog: sale.issuanceLog,
    bill: bill === null ? null : contentOf(bill),
  });
}

function contentOf(bill: unknown): NonNullable<ReceiptView['bill']> {
  const data = field(bill, 'data');
  return {
    lines: listOf(field(data, 'lines')).flatMap(lineOf),
    vat: listOf(field(data, 'vatAmounts')).flatMap((entry) => {
      const [percent, net, vat, gross] = ['percentage', 'exclVat', 'vat', 'inclVat'].map((key) =>
        number(field(entry, key)),
      );
      return percent == null || net == null || vat == null || gross == null ? [] : [{ percent, net, vat, gross }];
    }),
    payments: listOf(field(data, 'paymentTypes')).flatMap((entry) => {
      const [name, amount] = [text(field(entry, 'name')), number(field(entry, 'amount'))];
      return amount === null ? [] : [{ name: name ?? '', amount }];
    }),
  };
}

const lineKinds = { Default: 'article', Discount: 'discount', Text: 'text' } as const;

function lineOf(line: unknown): ReceiptLineView[] {
  const name = lineKind(line) ?? 'Default';
  const kind = Object.hasOwn(lineKinds, name) ? lineKinds[name as keyof typeof lineKinds] : 'article';
  const words = text(field(line, 'text'));
  if (words === null) return [];
  return [
    {
      kind,
      text: words,
      quantity: number(field(line, 'item', 'quantity')),
      amount: number(field(line, 'fullAmountInclVat')),
    },
  ];
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
