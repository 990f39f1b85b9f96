import { done, failed, type Result } from '../kernel/result.ts';
import type { PosPort } from '../pos-api/pos-port.ts';
import type { SaleResource, StatusResource } from '../pos-api/resources.ts';
import { toCents } from '../receipt/amounts.ts';
import type { Sale } from '../sale/sale.ts';
import { tillNames } from '../sale/till.ts';
import { acceptBill } from './accept-bill.ts';
import { acceptReceipt, judgeReceipt } from './accept-receipt.ts';
import { cancelLoyalty, startLoyalty } from './loyalty.ts';
import { cancelSale, printSale, showSale } from './marks.ts';
import { openSale } from './open-sale.ts';
import type { Rooms } from './rooms.ts';
import { loyaltyResource, saleResource } from './sale-resource.ts';

/** The POS API's side of the flows: shapes in, resources out. */
export function createPosPort(rooms: Rooms, status: () => StatusResource): Omit<PosPort, 'onChange'> {
  return {
    async openSale({ billId, ...request }, till = tillNames.program) {
      const { maxOpen } = rooms.settings().delivery;
      const opened = await openSale(rooms, { ...request, ownBillId: billId, till, origin: 'till', maxOpen });
      return map(opened, ({ known, sale }) => ({ known, sale: saleResource(sale) }));
    },
    findSale(id) {
      const sale = rooms.book.find(id);
      return sale === null ? null : saleResource(sale);
    },
    listSales({ cursor, ...filter }, till) {
      // A reference means something to its till only.
      const mine = filter.reference === undefined ? undefined : till;
      const before = cursor === undefined ? undefined : Number(cursor);
      const page = rooms.book.list({ ...filter, till: mine, before });
      return { items: page.items.map(saleResource), next: page.next === null ? null : String(page.next) };
    },
    setBasket(id, { lines, total, currency }) {
      const sale = rooms.book.find(id);
      if (sale === null) return failed('notFound', `there is no sale ${id}`);
      if (sale.state !== 'open') return failed('wrongState', `the sale is ${sale.state}: the basket is closed`);
      rooms.stage.basket(id, {
        lines: lines.map(({ text, quantity, amount }) => ({ text, quantity: quantity ?? null, amount })),
        totalCents: toCents(total) ?? 0,
        currency,
      });
      return done(null);
    },
    showSale: (id) => showSale(rooms, id),
    acceptBill: async (id, request) => toResource(acceptBill(rooms, id, request)),
    markPrinted: (id) => toResource(printSale(rooms, id)),
    cancelSale: (id) => toResource(cancelSale(rooms, id)),
    startLoyalty: async (id, externalUserId) =>
      map(await startLoyalty(rooms, id, externalUserId), (sale) =>
        sale.loyalty === null ? neverNull() : loyaltyResource(sale.loyalty),
      ),
    cancelLoyalty: (id) => cancelLoyalty(rooms, id),
    acceptReceipt: async (request, till = tillNames.program) =>
      toResource(await acceptReceipt(rooms, request, { till, origin: 'till' })),
    checkBill: (request) => judgeReceipt(rooms, request),
    status,
    closed: () => null,
  };
}

/** A sale of a flow as a till sees it. */
export const toResource = (result: Result<Sale>): Result<SaleResource> => map(result, saleResource);

function map<A, B>(result: Result<A>, change: (value: A) => B): Result<B> {
  return result.ok ? done(change(result.value)) : result;
}

function neverNull(): never {
  throw new Error('a started loyalty transaction has no record');
}
