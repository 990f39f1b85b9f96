import { isDeepStrictEqual } from 'node:util';
import { type ActionName, actions, type Dispatch } from '../../src-main/action-table.ts';
import type { TillEvents } from '../../src-main/api/event-hub.ts';
import type { Action, Asked, MaybePromise } from '../../src-main/dispatch/action.ts';
import { tillOf } from '../../src-main/dispatch/actor.ts';
import type { OutputOf } from '../../src-main/dispatch/dispatch.ts';
import { createDispatch } from '../../src-main/dispatch/dispatch.ts';
import type { Clock, Log, Random } from '../../src-main/ports.ts';
import { done, failed, type Result } from '../../src-main/shared/result.ts';
import type { Change, LoyaltyResource, SaleResource, StatusResource } from '../../src-main/shared/till-view.ts';
import type { AskingTill } from '../app/asking.ts';

type Announced = { readonly sale: SaleResource } | { readonly status: StatusResource };

interface KeptSale {
  readonly till: string;
  readonly sale: SaleResource;
  readonly content: unknown;
  readonly bill: unknown;
}

type OpenSaleRequest = Parameters<AskingTill['openSale']>[0];

export interface FakePosPort extends TillEvents {
  readonly dispatch: Dispatch;
  readonly fake: Omit<AskingTill, 'status'>;
  /** The next call of this name answers so instead of doing its work. */
  failNext(name: 'openSale' | 'acceptBill' | 'startLoyalty' | 'markPrinted', result: Result<never> | Error): void;
  /** Holds every openSale from now on until `release`; `reached` settles when the first one has come in. */
  hold(): { readonly reached: Promise<void>; readonly release: () => void };
  /** A sale is that of the till that opened it. */
  announce(change: Announced): void;
  /** With the shop's leave every till reads the sales of all. */
  share(): void;
  listeners(): number;
  /** The basket that the customer screen would show. */
  basketOf(id: string): unknown;
}

/**
 * The app in memory, behind the real dispatch and the real rows with other functions. It keeps the promises of the app
 * (idempotency by reference and by bill, states, later changes) and knows one loyalty customer, "loyalty-0001". A bill
 * is an object with `data.fullAmountInclVat`.
 */
export function createFakePosPort(parts: {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}): FakePosPort {
  const { clock, random } = parts;
  const sales = new Map<string, KeptSale>();
  const baskets = new Map<string, unknown>();
  const listeners = new Set<(change: Change) => void>();
  const failures = new Map<string, Result<never> | Error>();
  let held: { readonly reach: () => void; readonly released: Promise<void> } | null = null;
  let showing: string | null = null;
  let shown: string | null = null;

  const iso = () => new Date(clock.now()).toISOString();
  const announce = (change: Announced) => {
    const told =
      'sale' in change
        ? { sale: () => change.sale, till: sales.get(change.sale.id)?.till ?? '' }
        : { status: () => change.status };
    for (const listener of listeners) listener(told);
  };
  let isShared = false;
  const mayHear = (till: string, owner: string): boolean => isShared || till === owner;

  function failure(name: string): Result<never> | null {
    const planned = failures.get(name);
    failures.delete(name);
    if (planned instanceof Error) throw planned;
    return planned ?? null;
  }

  function keep(kept: KeptSale, change: Partial<SaleResource>, bill: unknown = kept.bill): SaleResource {
    const sale = { ...kept.sale, ...change, updatedAt: iso() };
    sales.set(sale.id, { ...kept, sale, bill });
    announce({ sale });
    return sale;
  }

  function onSale<T>(id: string, work: (kept: KeptSale) => Result<T>): Result<T> {
    const kept = sales.get(id);
    return kept === undefined ? failed('notFound', 'There is no such sale.') : work(kept);
  }

  function open(
    request: OpenSaleRequest,
    content: unknown,
    till = 'program',
  ): Result<{ known: boolean; sale: SaleResource }> {
    const known = [...sales.values()].find((kept) => kept.till === till && kept.sale.reference === request.reference);
    if (known !== undefined) {
      return isDeepStrictEqual(known.content, content)
        ? done({ known: true, sale: known.sale })
        : failed('conflict', 'This reference was used with other content.');
    }
    const billId = random.uuid();
    const sale: SaleResource = {
      id: random.uuid(),
      reference: request.reference,
      storeId: request.storeId ?? 'store-1',
      state: 'open',
      acceptedAs: null,
      billId,
      url: `https://receipts.example/r/${billId}`,
      assigned: false,
      qrReplaced: false,
      amount: request.amount ?? null,
      currency: request.currency ?? null,
      printed: null,
      cancelled: null,
      loyalty: null,
      attention: null,
      warnings: [],
      createdAt: iso(),
      updatedAt: iso(),
    };
    sales.set(sale.id, { till, sale, content, bill: undefined });
    if (request.show !== false) {
      showing = 'qr';
      shown = sale.id;
    }
    announce({ sale });
    return done({ known: false, sale });
  }

  function putBill(id: string, bill: unknown): Result<SaleResource> {
    return onSale(id, (kept) => {
      const errors = check(bill);
      if (errors.length > 0) return failed('invalid', 'The bill does not fit.', errors);
      if (kept.sale.state === 'cancelled') return failed('wrongState', 'The sale is cancelled.');
      if (kept.bill !== undefined && kept.sale.state !== 'attention') {
        return isDeepStrictEqual(kept.bill, bill) ? done(kept.sale) : failed('conflict', 'The sale has another bill.');
      }
      return done(keep(kept, { state: 'queued', attention: null }, bill));
    });
  }

  const status = (): StatusResource => ({
    mode: 'training',
    service: 'online',
    pool: { available: 5, target: 5, lastsMinutes: 60 },
    outbox: {
      queued: [...sales.values()].filter(({ sale }) => sale.state === 'queued').length,
      attention: 0,
      oldestSeconds: 0,
      nextTryAt: null,
      pacedUntil: null,
      secondsLeft: null,
    },
    display: { connected: true, showing, saleId: shown },
    keyStorage: 'keychain',
    deviations: [],
    notices: [],
    version: '0.0.0-test',
  });

  const fake: FakePosPort['fake'] = {
    async openSale(request, till) {
      held?.reach();
      await held?.released;
      return failure('openSale') ?? open(request, { ...request, show: undefined }, till);
    },
    findSale: (id) => sales.get(id)?.sale ?? null,
    listSales(query, till) {
      const start = query.cursor === undefined ? 0 : Number(query.cursor);
      const all = [...sales.values()]
        .filter((kept) => query.reference === undefined || till === undefined || kept.till === till)
        .map(({ sale }) => sale)
        .reverse()
        .filter(
          (sale) =>
            (query.reference === undefined || sale.reference === query.reference) &&
            (query.state === undefined || sale.state === query.state) &&
            Date.parse(sale.createdAt) >= (query.from ?? 0) &&
            Date.parse(sale.createdAt) < (query.to ?? Number.POSITIVE_INFINITY),
        );
      const items = Number.isInteger(start) && start >= 0 ? all.slice(start, start + query.limit) : [];
      const next = start + items.length;
      return { items, next: items.length > 0 && next < all.length ? String(next) : null };
    },
    setBasket: (id, basket) =>
      onSale(id, ({ sale }) => {
        if (sale.state !== 'open') return failed('wrongState', 'The sale is not open.');
        baskets.set(id, basket);
        return done(null);
      }),
    showSale: (id) =>
      onSale(id, () => {
        showing = 'qr';
        shown = id;
        announce({ status: status() });
        return done(null);
      }),
    async acceptBill(id, { bill }) {
      return failure('acceptBill') ?? putBill(id, bill);
    },
    markPrinted: (id) => failure('markPrinted') ?? onSale(id, (kept) => done(keep(kept, { printed: 'queued' }))),
    cancelSale: (id) => onSale(id, (kept) => done(keep(kept, { state: 'cancelled', cancelled: 'queued' }))),
    async startLoyalty(id, externalUserId) {
      return (
        failure('startLoyalty') ??
        onSale(id, (kept) => {
          if (kept.sale.loyalty?.state === 'active') return failed('wrongState', 'Loyalty is already started.');
          if (externalUserId !== 'loyalty-0001')
            return failed('loyaltyUserUnknown', 'The provider does not know them.');
          const loyalty: LoyaltyResource = {
            state: 'active',
            transactionId: random.uuid(),
            customerId: 'customer-17',
            providerType: 'Example',
            points: 120,
            activatedRewards: [],
            providerData: null,
          };
          keep(kept, { loyalty });
          return done(loyalty);
        })
      );
    },
    async cancelLoyalty(id) {
      return onSale(id, (kept) => {
        const { loyalty } = kept.sale;
        if (loyalty?.transactionId == null) return failed('wrongState', 'No loyalty transaction was started.');
        keep(kept, { loyalty: { ...loyalty, state: 'cancelled' } });
        return done({ transactionId: loyalty.transactionId, status: 'CANCELED' });
      });
    },
    async acceptReceipt(request, till) {
      const errors = check(request.bill);
      if (errors.length > 0) return failed('invalid', 'The bill does not fit.', errors);
      const { bill, displayTarget: _target, userIdentification: _customer, ...sale } = request;
      const opened = open({ ...sale, show: false }, { ...sale, show: undefined }, till);
      return opened.ok ? putBill(opened.value.sale.id, bill) : opened;
    },
    checkBill: ({ bill }) => ({ errors: check(bill), warnings: [] }),
  };

  /** The row with another `run`. Its callers and its input schema stay as they are. */
  const doing = <Name extends ActionName>(
    name: Name,
    run: (input: never, till: string) => MaybePromise<Result<OutputOf<(typeof actions)[Name]>>>,
  ): Record<string, Action> => ({
    [name]: {
      ...actions[name],
      run: (_context: never, input: never, { by }: Asked) => run(input, tillOf(by)),
    } as Action,
  });
  const onlySale = { saleId: '' };
  type OnSale = typeof onlySale;
  type Sent<Name extends keyof typeof fake> = {
    readonly saleId: string;
    readonly sent: Parameters<(typeof fake)[Name]>[1];
  };
  const there = () => done({ whileOpen: <T>(work: Promise<T>) => work });
  const dispatch = createDispatch({
    clock,
    log: parts.log,
    lock: { isLocked: () => false, stay: () => undefined },
    contexts: { session: there, windows: there, program: there },
    actions: {
      ...doing('till.openSale', (request: OpenSaleRequest, till) => fake.openSale(request, till)),
      ...doing('till.getSale', ({ saleId }: OnSale) => {
        const sale = fake.findSale(saleId);
        return sale === null ? failed('notFound', 'There is nothing with this id.') : done(sale);
      }),
      ...doing('till.listSales', (asked: Record<'from' | 'to', string | undefined>, till) => {
        const at = (time: string | undefined) => (time === undefined ? {} : { at: Date.parse(time) });
        const { at: from } = at(asked.from);
        const { at: to } = at(asked.to);
        const { items, next } = fake.listSales({ limit: 50, ...asked, from, to } as never, till);
        return done({ items: [...items], next });
      }),
      ...doing('till.changeSale', ({ saleId }: OnSale) => onSale(saleId, (kept) => done(keep(kept, {})))),
      ...doing('till.setBasket', ({ saleId, sent }: Sent<'setBasket'>) => fake.setBasket(saleId, sent)),
      ...doing('till.showSale', ({ saleId }: OnSale) => fake.showSale(saleId)),
      ...doing('till.putBill', ({ saleId, sent }: Sent<'acceptBill'>) => fake.acceptBill(saleId, sent)),
      ...doing('till.markPrinted', ({ saleId }: OnSale) => fake.markPrinted(saleId)),
      ...doing('till.cancelSale', ({ saleId }: OnSale) => fake.cancelSale(saleId)),
      ...doing('till.startLoyalty', ({ saleId, sent }: { saleId: string; sent: { externalUserId: string } }) =>
        fake.startLoyalty(saleId, sent.externalUserId),
      ),
      ...doing('till.cancelLoyalty', ({ saleId }: OnSale) => fake.cancelLoyalty(saleId)),
      ...doing('till.acceptReceipt', (request: Parameters<AskingTill['acceptReceipt']>[0], till) =>
        fake.acceptReceipt(request, till),
      ),
      ...doing('till.checkReceipt', (request: Parameters<AskingTill['checkBill']>[0]) => done(fake.checkBill(request))),
      ...doing('till.getStatus', () => done(status())),
      ...doing('till.createUser', () => done({ id: random.uuid() })),
      ...doing('till.addUserReceipt', ({ sent }: { sent: { receiptId: string } }) => done(sent)),
      ...doing('till.startOnboarding', () =>
        done({ registrationLink: null, vendorCustomerId: null, credentialsStored: false, answerPaths: [] }),
      ),
    },
  });

  return {
    fake,
    dispatch,
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
      return {
        reached: reached.promise,
        release() {
          held = null;
          released.resolve();
        },
      };
    },
    announce,
    mayHear,
    seenBy(till, { display, ...rest }) {
      const owner = sales.get(display.saleId ?? '')?.till ?? '';
      return { ...rest, display: mayHear(till, owner) ? display : { ...display, saleId: null } };
    },
    share() {
      isShared = true;
    },
    listeners: () => listeners.size,
    basketOf: (id) => baskets.get(id),
  };
}

function check(bill: unknown): ReturnType<AskingTill['checkBill']>['errors'] {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const data: unknown = isObject(bill) ? Reflect.get(bill, 'data') : undefined;
  const amount: unknown = isObject(data) ? Reflect.get(data, 'fullAmountInclVat') : undefined;
  if (typeof amount === 'number') return [];
  return [{ path: '/bill/data/fullAmountInclVat', code: 'required', message: 'found nothing, expected an amount' }];
}
