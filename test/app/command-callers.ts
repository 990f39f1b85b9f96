import type { z } from 'zod';
import type { Actor } from '../../src-main/dispatch/dispatch.ts';
import type { ScreenRole } from '../../src-main/ports.ts';
import type { Program } from '../../src-main/program/program.ts';
import type {
  basketSchema,
  billRequestSchema,
  checkRequestSchema,
  openSaleSchema,
  receiptRequestSchema,
} from '../../src-main/sales/till/till-input.ts';
import type { Result } from '../../src-main/shared/result.ts';
import { tillNames, tillScopes } from '../../src-main/shared/till-names.ts';
import type { SaleResource } from '../../src-main/shared/till-view.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../src-main/shared/window-commands.ts';

type CalledApp = Pick<Program, 'dispatch' | 'status'>;

export type TillCommands = ReturnType<typeof asTill>;

/** The tills under whose names this file has made requests. */
const knownTills = new Set(['program', 'environment', tillNames.folder, tillNames.hand]);

/** Paired tills come last, because most sales belong to the till `program`. */
function* tillsOf(app: CalledApp): Generator<string> {
  yield* knownTills;
  const paired = app.dispatch({ kind: 'window', role: 'cashier' }, 'pairing.list', null);
  const ids = paired instanceof Promise || !paired.ok ? [] : paired.value.map(({ id }) => id);
  yield* ids.filter((id) => !knownTills.has(id));
}

/** Calls the app as a paired till, without HTTP. Results that need no waiting are returned synchronously. */
export function asTill(app: CalledApp) {
  const by = (till = 'program'): Actor => {
    knownTills.add(till);
    return { kind: 'till', till, scopes: tillScopes };
  };
  const read = (till: string, saleId: string): SaleResource | null => {
    const found = atOnce(app.dispatch(by(till), 'till.getSale', { saleId }));
    return found.ok ? found.value : null;
  };
  /** A till reads only its own sales. This function finds the till of a sale, so that a test can use every sale. */
  const ownerOf = (saleId: string): string => {
    for (const till of tillsOf(app)) if (read(till, saleId) !== null) return till;
    return 'program';
  };
  return {
    openSale: async (request: z.input<typeof openSaleSchema>, till?: string) =>
      app.dispatch(by(till), 'till.openSale', request),
    findSale(saleId: string): SaleResource | null {
      for (const till of tillsOf(app)) {
        const found = read(till, saleId);
        if (found !== null) return found;
      }
      return null;
    },
    listSales(query: ListQuery, till?: string) {
      const pages = (till === undefined ? [...tillsOf(app)] : [till]).map((one) => {
        const listed = atOnce(app.dispatch(by(one), 'till.listSales', query));
        if (!listed.ok) throw new Error(listed.error.message);
        return listed.value;
      });
      const items = new Map(pages.flatMap((page) => page.items.map((sale) => [sale.id, sale])));
      const newest = [...items.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
      return { items: newest.slice(0, query.limit), next: pages.find(({ next }) => next !== null)?.next ?? null };
    },
    setBasket: (saleId: string, sent: z.input<typeof basketSchema>) =>
      atOnce(app.dispatch(by(ownerOf(saleId)), 'till.setBasket', { saleId, sent })),
    showSale: (saleId: string) => atOnce(app.dispatch(by(ownerOf(saleId)), 'till.showSale', { saleId })),
    acceptBill: async (saleId: string, sent: z.input<typeof billRequestSchema>) =>
      app.dispatch(by(ownerOf(saleId)), 'till.putBill', { saleId, sent }),
    markPrinted: (saleId: string) => atOnce(app.dispatch(by(ownerOf(saleId)), 'till.markPrinted', { saleId })),
    cancelSale: (saleId: string) => atOnce(app.dispatch(by(ownerOf(saleId)), 'till.cancelSale', { saleId })),
    startLoyalty: async (saleId: string, externalUserId: string) =>
      app.dispatch(by(ownerOf(saleId)), 'till.startLoyalty', { saleId, sent: { externalUserId } }),
    cancelLoyalty: async (saleId: string) => app.dispatch(by(ownerOf(saleId)), 'till.cancelLoyalty', { saleId }),
    acceptReceipt: async (request: z.input<typeof receiptRequestSchema>, till?: string) =>
      app.dispatch(by(till), 'till.acceptReceipt', request),
    checkBill(request: z.input<typeof checkRequestSchema>) {
      const checked = atOnce(app.dispatch(by(), 'till.checkReceipt', request));
      if (!checked.ok) throw new Error(checked.error.message);
      return checked.value;
    },
    status: app.status,
  };
}

export interface ListQuery {
  readonly reference?: string;
  readonly state?: SaleResource['state'];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export type WindowCommands = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
    from?: ScreenRole,
  ) => Promise<Result<CommandOutput<Name>>>;
};

/** Calls the app as a window, without the check of the frame that sends a command. */
export function asWindow(app: CalledApp, window?: ScreenRole): WindowCommands {
  return new Proxy({} as WindowCommands, {
    get:
      (_target, name) =>
      async (input: unknown, from: ScreenRole = window ?? 'cashier') =>
        app.dispatch({ kind: 'window', role: from }, String(name), input),
  });
}

function atOnce<T>(result: T | Promise<T>): T {
  if (result instanceof Promise) throw new Error('this has to be waited for');
  return result;
}
