import { type ActionName, actions, type Dispatch } from '../../src-main/action-table.ts';
import type { TillEvents } from '../../src-main/api/event-hub.ts';
import {
  type Action,
  createDispatch,
  type MaybePromise,
  type RequestInfo,
  tillOf,
} from '../../src-main/dispatch/dispatch.ts';
import type { Clock, Log, Random } from '../../src-main/ports.ts';
import { done, failed, type Result } from '../../src-main/shared/result.ts';
import type { SaleResource, StatusResource, TillChange } from '../../src-main/shared/till-view.ts';

export interface FakePosPort extends TillEvents {
  readonly dispatch: Dispatch;
  sales(): readonly SaleResource[];
  /** The last input for this sale, such as its bill or basket. */
  sentFor(id: string): unknown;
  /** Makes the next call of this action return this result. */
  failNext(name: ActionName, result: Result<never> | Error): void;
  /** Delays every `till.openSale` until `release`. `reached` resolves when the first has arrived. */
  hold(): { readonly reached: Promise<void>; readonly release: () => void };
  announce(change: { readonly sale: SaleResource } | { readonly status: StatusResource }): void;
  listeners(): number;
}

interface OnSale {
  readonly saleId: string;
  readonly sent?: unknown;
}

/**
 * Imitates the app behind the POS API. The real dispatch and rows check callers and input, and the functions only store
 * sales. Specs of the app test the rest.
 */
export function createFakePosPort(parts: {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}): FakePosPort {
  const { clock, random, log } = parts;
  const sales = new Map<string, SaleResource>();
  const owners = new Map<string, string>();
  const sent = new Map<string, unknown>();
  const listeners = new Set<(change: TillChange) => void>();
  const failures = new Map<string, Result<never> | Error>();
  let held: { readonly reach: () => void; readonly released: Promise<void> } | null = null;

  const iso = () => new Date(clock.now()).toISOString();
  const announce: FakePosPort['announce'] = (change) => {
    const event =
      'sale' in change
        ? { sale: () => change.sale, till: owners.get(change.sale.id) ?? '' }
        : { status: () => change.status };
    for (const listener of listeners) listener(event);
  };
  function keep(sale: SaleResource): Result<SaleResource> {
    sales.set(sale.id, sale);
    announce({ sale });
    return done(sale);
  }

  async function open(request: { readonly reference: string } & Partial<SaleResource>, till: string) {
    held?.reach();
    await held?.released;
    const known = [...sales.values()].find(({ reference }) => reference === request.reference);
    if (known !== undefined) return done({ known: true, sale: known });
    const { reference, storeId = 'store-1', amount = null, currency = null } = request;
    const [id, billId] = [random.uuid(), random.uuid()];
    owners.set(id, till);
    const sale: SaleResource = {
      ...{ id, reference, storeId, state: 'open', acceptedAs: null, billId, amount, currency, warnings: [] },
      ...{ url: `https://receipts.example/r/${billId}`, assigned: false, qrReplaced: false, printed: null },
      ...{ cancelled: null, loyalty: null, attention: null, createdAt: iso(), updatedAt: iso() },
    };
    keep(sale);
    return done({ known: false, sale });
  }

  const status = (): StatusResource => ({
    ...{ mode: 'training', service: 'online', pool: { available: 5, target: 5, lastsMinutes: 60 } },
    outbox: {
      ...{ queued: 0, attention: 0, oldestSeconds: 0, nextTryAt: null, pacedUntil: null, secondsLeft: null },
    },
    display: { connected: true, showing: null, saleId: null },
    ...{ keyStorage: 'keychain', deviations: [], notices: [], version: '0.0.0-test' },
  });

  type Run = (input: never, till: string) => MaybePromise<Result<unknown>>;
  const onSale =
    (answer: (sale: SaleResource) => Result<unknown>): Run =>
    (input: OnSale) => {
      const sale = sales.get(input.saleId);
      if (sale === undefined) return failed('notFound', 'There is nothing with this id.');
      if (input.sent !== undefined) sent.set(sale.id, input.sent);
      return answer(sale);
    };
  const loyalty = {
    ...{ state: 'active', transactionId: 'T-1', customerId: null, providerType: null },
    ...{ points: null, activatedRewards: [], providerData: null },
  };
  const changed = (change: Partial<SaleResource>) => onSale((sale) => keep({ ...sale, ...change, updatedAt: iso() }));
  const nothing = onSale(() => done(null));

  const runs: Readonly<Partial<Record<ActionName, Run>>> = {
    'till.openSale': open,
    'till.getSale': onSale(done),
    'till.listSales': () => done({ items: [...sales.values()], next: null }),
    'till.changeSale': changed({}),
    'till.setBasket': nothing,
    'till.showSale': nothing,
    'till.putBill': changed({ state: 'queued' }),
    'till.markPrinted': changed({ printed: 'queued' }),
    'till.cancelSale': changed({ state: 'cancelled', cancelled: 'queued' }),
    'till.startLoyalty': onSale(() => done(loyalty)),
    'till.cancelLoyalty': onSale(() => failed('wrongState', 'No loyalty transaction was started.')),
    'till.acceptReceipt': async (request: { readonly reference: string }, till) => {
      const opened = await open(request, till);
      return opened.ok ? keep({ ...opened.value.sale, state: 'queued' }) : opened;
    },
    'till.checkReceipt': () => done({ errors: [], warnings: [] }),
    'till.getStatus': () => done(status()),
    'till.createUser': () => done({ id: random.uuid() }),
    'till.addUserReceipt': ({ sent: added }: { readonly sent: unknown }) => done(added),
    'till.startOnboarding': () =>
      done({ registrationLink: null, vendorCustomerId: null, credentialsStored: false, answerPaths: [] }),
  };
  const row = (name: ActionName, run: Run): Action => {
    const planned = (_context: unknown, input: never, { by }: RequestInfo) => {
      const failure = failures.get(name);
      failures.delete(name);
      if (failure instanceof Error) throw failure;
      return failure ?? run(input, tillOf(by));
    };
    return { ...actions[name], run: planned } as Action;
  };
  const there = () => done({ whileOpen: <T>(work: Promise<T>) => work });
  return {
    dispatch: createDispatch({
      ...{ clock, log, lock: { isLocked: () => false, stay: () => undefined } },
      contexts: { session: there, windows: there, program: there },
      actions: Object.fromEntries(
        Object.entries(runs).map(([name, run]) => [name, row(name as ActionName, run as Run)]),
      ),
    }),
    sales: () => [...sales.values()],
    sentFor: (id) => sent.get(id),
    status,
    onRestart: () => () => undefined,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    failNext: (name, result) => failures.set(name, result),
    hold() {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      held = { reach: reached.resolve, released: released.promise };
      const release = (): void => {
        held = null;
        released.resolve();
      };
      return { reached: reached.promise, release };
    },
    announce,
    mayReceive: (till, owner) => till === owner,
    seenBy: (_till, whole) => whole,
    listeners: () => listeners.size,
  };
}
