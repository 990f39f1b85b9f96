import type { MaybePromise } from '../dispatch/dispatch.ts';
import type { PrintReason } from '../shared/print-reasons.ts';
import { done, type Result } from '../shared/result.ts';
import type { SaleResource } from '../shared/till-view.ts';
import { createTurns } from '../shared/waiting.ts';
import type { PrinterPorts, ReadPrint, Verdict } from './print.ts';
import { printBill } from './print-bill.ts';

type Receipt = ReturnType<typeof printBill>;

/** The commands of a till, which the app sends as the till `printer`. */
export interface PrinterTill {
  readonly find: (reference: string) => MaybePromise<Result<SaleResource | null>>;
  readonly get: (saleId: string) => MaybePromise<Result<SaleResource>>;
  readonly accept: (receipt: Receipt) => MaybePromise<Result<SaleResource>>;
  readonly open: (reference: string) => MaybePromise<Result<SaleResource>>;
  /** The sale keeps its own reference. That of the receipt finds it, too. */
  readonly bill: (saleId: string, receipt: Receipt) => MaybePromise<Result<SaleResource>>;
  readonly cancel: (saleId: string) => MaybePromise<Result<SaleResource>>;
  /** Sales without a bill. */
  readonly openSales: () => MaybePromise<Result<readonly SaleResource[]>>;
}

export interface Outcome {
  readonly reason: PrintReason;
  readonly saleId: string | null;
}

const secondCopyMs = 20_000;
const mostRemembered = 1_000;

interface PrintSalesParts extends PrinterPorts {
  readonly till: PrinterTill;
  readonly codeShown: () => number;
}

/** The sale of "Show code", which waits for its print. */
function createShownCode(
  { clock, random, settings, till, codeShown, changed }: PrintSalesParts,
  inTurn: ReturnType<typeof createTurns>['run'],
) {
  let next: { readonly saleId: string; readonly until: number } | null = null;
  /** The last shown code. The cashier may undo the cancellation of its sale. */
  let last = { saleId: '', until: 0 };
  /** Its number. A print that began earlier belongs to an earlier customer. */
  let shownCode = 0;
  let cancelTimer: () => void = () => undefined;

  /**
   * The sale whose code was already shown when this print began. The time is compared again because a timer is late
   * after the computer slept.
   */
  async function waitingSale(codesShown: number): Promise<string | null> {
    if (next === null || codesShown !== shownCode) return null;
    if (clock.now() >= next.until) {
      await cancel();
      return null;
    }
    const { saleId } = next;
    // A cashier may have cancelled the sale or entered its bill.
    const sale = await till.get(saleId);
    if (sale.ok && sale.value.state === 'open') return saleId;
    forget();
    return null;
  }

  function awaitPrint(): void {
    next = last;
    cancelTimer = clock.setTimer(last.until - clock.now(), () => void inTurn(cancel));
    changed();
  }

  function forget(): void {
    cancelTimer();
    if (next === null) return;
    next = null;
    changed();
  }

  async function cancel(): Promise<void> {
    const waiting = next;
    forget();
    // A customer who scans the code of an unused sale would find no receipt.
    if (waiting !== null) await till.cancel(waiting.saleId);
  }

  return {
    next: () => next,
    waitingSale,
    forget,
    cancel,
    /** Ends the code that is shown, if there is one. Otherwise it opens a sale and shows its code. */
    async show(): Promise<Result<{ readonly saleId: string | null }>> {
      if (next !== null) {
        await cancel();
        return done({ saleId: null });
      }
      const opened = await till.open(`print-code-${Buffer.from(random.bytes(8)).toString('hex')}`);
      if (!opened.ok) return opened;
      const ms = settings.current().printer.showCodeSeconds * 1_000;
      shownCode = codeShown();
      last = { saleId: opened.value.id, until: clock.now() + ms };
      awaitPrint();
      return done({ saleId: last.saleId });
    },
    saleChanged({ id, state }: Pick<SaleResource, 'id' | 'state'>): void {
      if (id === next?.saleId && state !== 'open') forget();
      else if (id === last.saleId && state === 'open' && next === null) awaitPrint();
    },
  };
}

export function createPrintSales(parts: PrintSalesParts) {
  const { clock, till } = parts;
  const turns = createTurns();
  const code = createShownCode(parts, turns.run);
  /** Earlier prints by hash, because a text without a number has no reference of its own. */
  let earlier = new Map<string, { readonly at: number; readonly saleId: string }>();

  function remember(hash: string, saleId: string): void {
    earlier.delete(hash);
    earlier.set(hash, { at: clock.monotonic(), saleId });
    if (earlier.size > mostRemembered) earlier.delete(earlier.keys().next().value ?? '');
  }

  async function outcomeOf(
    read: ReadPrint,
    { reason, reference, facts }: Verdict,
    codesShown: number,
  ): Promise<Outcome> {
    if (reference === null) return { reason, saleId: null };
    if (facts?.number === null) return acceptText(read.hash, reason, printBill(read, { reference, facts }), codesShown);
    const found = await till.find(reference);
    const saleId = found.ok && found.value !== null ? (found.value.acceptedAs ?? found.value.id) : null;
    if (facts === null) return { reason, saleId };
    if (!found.ok) return refusalOf(found);
    if (saleId !== null) return { reason: 'reprint', saleId };
    return accept(reason, printBill(read, { reference, facts }), codesShown);
  }

  /** For a text without a receipt number, only the time distinguishes a new receipt from a second copy. */
  async function acceptText(hash: string, reason: PrintReason, receipt: Receipt, codesShown: number): Promise<Outcome> {
    const before = earlier.get(hash);
    if (before !== undefined && clock.monotonic() - before.at < secondCopyMs)
      return { reason: 'second-copy', saleId: before.saleId };
    const outcome = await accept(before === undefined ? reason : 'again', receipt, codesShown);
    if (outcome.saleId !== null) remember(hash, outcome.saleId);
    return outcome;
  }

  async function accept(reason: PrintReason, receipt: Receipt, codesShown: number): Promise<Outcome> {
    const shown = await code.waitingSale(codesShown);
    const taken = shown === null ? await till.accept(receipt) : await till.bill(shown, receipt);
    if (!taken.ok) {
      // Ends "Show code", because the next print belongs to another customer.
      if (shown !== null) await code.cancel();
      return refusalOf(taken);
    }
    if (shown !== null) code.forget();
    const { id, acceptedAs } = taken.value;
    return acceptedAs === null ? { reason, saleId: id } : { reason: 'reprint', saleId: acceptedAs };
  }

  return {
    next: code.next,
    /** `codesShown` is the number of codes that were shown when the print began. */
    take: (read: ReadPrint, verdict: Verdict, codesShown: number): Promise<Outcome> =>
      turns.run(() => outcomeOf(read, verdict, codesShown)),
    showCode: (): Promise<Result<{ readonly saleId: string | null }>> => turns.run(code.show),
    endCode: (): Promise<void> => turns.run(code.cancel),
    saleChanged: code.saleChanged,
    /** Called at a restart. Forgets earlier prints, and cancels open sales, because their codes get no receipt. */
    restarted(): void {
      void turns.run(async () => {
        earlier = new Map();
        code.forget();
        const open = await till.openSales();
        for (const { id } of open.ok ? open.value : []) await till.cancel(id);
      });
    },
  };
}

const notReady: readonly string[] = ['restarting', 'notConfigured'];

const refusalOf = ({ error }: Extract<Result<unknown>, { readonly ok: false }>): Outcome => ({
  reason: notReady.includes(error.code) ? 'not-ready' : 'refused',
  saleId: null,
});
