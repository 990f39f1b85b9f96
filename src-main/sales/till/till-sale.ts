import { z } from 'zod';
import { defineAction, tillOf } from '../../dispatch/dispatch.ts';
import { done, failed } from '../../shared/result.ts';
import { acceptSent, type RepeatContext } from '../bill/accept-receipt.ts';
import { type OpenSaleContext, openSale } from '../opening/open-sale.ts';
import { customerNamedBy, twoCustomers } from '../sale/named-parties.ts';
import { saleResource, toResource } from '../sale/sale.ts';
import { type ActionContext, cancelSale, changeSale, printSale, showSale } from '../sale-actions.ts';
import {
  basketSchema,
  billRequestSchema,
  changeSaleSchema,
  defineSaleAction,
  type OwnSaleContext,
  onSale,
  onSaleWith,
  openSaleSchema,
  originOf,
  reachOfTill,
  type SaleActionContext,
  saleOutput,
  salesQuerySchema,
} from './till-input.ts';

const usualPage = 50;

type OwnActionContext = ActionContext & SaleActionContext;

export const tillSaleCommands = {
  'till.openSale': defineAction({
    who: ['sale', 'folder'],
    needs: 'session',
    input: openSaleSchema,
    unknownMembers: 'refused',
    output: z.object({ known: z.boolean(), sale: saleOutput }),
    async run(context: OpenSaleContext, { billId, userIdentification, ...request }, { by, transportWarnings }) {
      const two = twoCustomers(request.customer, userIdentification);
      if (two !== null) return failed('invalid', 'The sale is invalid.', [two]);
      const { maxOpen } = context.settings().delivery;
      const { customer = customerNamedBy(userIdentification) } = request;
      const requested = { ...request, ...originOf(by), customer, transportWarnings, ownBillId: billId, maxOpen };
      const opened = await context.saleRepository.grouped(() => openSale(context, requested, requested.onScreen));
      return opened.ok ? done({ known: opened.value.known, sale: saleResource(opened.value.sale) }) : opened;
    },
  }),
  'till.getSale': defineSaleAction({
    input: onSale,
    output: saleOutput,
    run: ({ saleRepository }: SaleActionContext, { saleId }) => done(saleResource(saleRepository.mustFind(saleId))),
  }),
  /** With a `reference` only the till's own sales are listed. After the sale of `cursor` was deleted, the page is empty. */
  'till.listSales': defineAction({
    who: ['sale'],
    needs: 'session',
    input: salesQuerySchema,
    output: z.object({
      items: z.array(saleOutput),
      next: z.string().nullable().describe('The `cursor` for the next page; null on the last page'),
    }),
    run(context: OwnSaleContext, { reference, state, from, to, limit = usualPage, cursor }, { by }) {
      const till = tillOf(by);
      const reach = reachOfTill(context, till);
      // The cursor is an id, because a number would reveal how many sales the other tills had meanwhile.
      const before = cursor === undefined ? undefined : context.saleRepository.cursorOf(cursor, reach);
      if (before === null) return done({ items: [], next: null });
      const page = context.saleRepository.list({
        reference,
        state,
        from: from === undefined ? undefined : Date.parse(from),
        to: to === undefined ? undefined : Date.parse(to),
        limit,
        // A reference has a meaning only for its till.
        tills: reference === undefined ? (reach ?? undefined) : [till],
        before,
      });
      return done({ items: page.items.map(saleResource), next: page.nextId });
    },
  }),
  'till.changeSale': defineSaleAction({
    input: onSaleWith(changeSaleSchema),
    unknownMembers: 'refused',
    output: saleOutput,
    isStep: true,
    run: (context: OwnActionContext, { saleId, sent }) => toResource(changeSale(context, saleId, sent)),
  }),
  'till.setBasket': defineSaleAction({
    input: onSaleWith(basketSchema),
    unknownMembers: 'refused',
    output: z.null(),
    isStep: true,
    run(context: OwnActionContext, { saleId, sent: { lines, total, currency } }) {
      const changed = changeSale(context, saleId, { amount: total, currency });
      if (!changed.ok) return changed;
      context.display.basket(
        saleId,
        lines.map(({ text, quantity, amount }) => ({ text, quantity: quantity ?? null, amount })),
      );
      return done(null);
    },
  }),
  'till.showSale': defineSaleAction({
    input: onSale,
    unknownMembers: 'refused',
    output: z.null(),
    run: (context: OwnActionContext, { saleId }) => showSale(context, saleId),
  }),
  /** `invalid` lists the fields. Paths into the bill start with /bill. */
  'till.putBill': defineSaleAction({
    input: onSaleWith(billRequestSchema),
    unknownMembers: 'leftOut',
    output: saleOutput,
    isGrouped: true,
    run(context: RepeatContext, { saleId, sent }, { by, transportWarnings }) {
      const { file, writtenAt } = originOf(by);
      return toResource(acceptSent(context, saleId, { ...sent, transportWarnings, file, writtenAt }));
    },
  }),
  'till.markPrinted': defineSaleAction({
    input: onSale,
    unknownMembers: 'leftOut',
    output: saleOutput,
    isStep: true,
    run: (context: OwnActionContext, { saleId }) => toResource(printSale(context, saleId)),
  }),
  'till.cancelSale': defineSaleAction({
    input: onSale,
    unknownMembers: 'leftOut',
    output: saleOutput,
    isStep: true,
    run: (context: OwnActionContext, { saleId }) => toResource(cancelSale(context, saleId)),
  }),
};
