import type { Clock, Log, Metrics } from '../ports.ts';
import { businessDay, dayBounds } from '../shared/local-time.ts';
import type { PaperDetails, PaperOutcome, PaperView } from '../shared/print-view.ts';
import { done, failed, type Result } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import type { SaleResource } from '../shared/till-view.ts';
import { keepsAtTimeout, type PaperStatus, paperDecision } from './deferral.ts';
import type { PaperMessage, PaperRequest } from './papers.ts';
import type { PrintEnd } from './print.ts';
import type { Outcome } from './print-sales.ts';
import type { createPrinterNotices } from './printer-port.ts';

/** The operations on sales that are needed to decide about papers. */
export interface PaperSales {
  /** Null if there is no such sale, or while the app restarts. */
  readonly status: (saleId: string) => PaperStatus | null;
  /** Marks the sale as printed. `isTap`: a person asked for the paper, and may undo the mark. */
  readonly markPrinted: (saleId: string, isTap: boolean) => Promise<Result<unknown>>;
  /** Records that the cashier saw the customer agree, if the settings ask for it. */
  readonly agree: (saleId: string) => Promise<Result<unknown>>;
}

interface PaperParts {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly log: Pick<Log, 'info'>;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly settings: { current(): Settings };
  readonly mode: () => 'training' | 'live';
  readonly notices: ReturnType<typeof createPrinterNotices>;
  readonly sales: PaperSales;
  readonly send: (request: PaperRequest) => void;
  readonly changed: () => void;
}

const keptMs = 24 * 3_600_000;
const noLonger = failed('wrongState', 'This paper does not wait any more.');

/** Decides about the papers that the relay keeps back. */
export function createPaperDecisions(parts: PaperParts) {
  const { clock, log, metrics, settings, mode, sales, send } = parts;
  const list = createPaperList(parts);
  const marks = createMarks(sales);
  /** A print that was judged while the customer cannot see its code yet. The relay prints it after two seconds. */
  let judged: { readonly id: string; readonly about: PaperDetails & { readonly saleId: string } } | null = null;

  const decide = (id: string | null, outcome: PaperOutcome, isPaper = true): void =>
    send({ type: 'decide', id, outcome, isPaper });

  function checkJudged(): void {
    if (judged === null) return;
    const { id, about } = judged;
    const decision = paperDecision(sales.status(about.saleId));
    if (decision === 'wait') return;
    judged = null;
    const now = settings.current();
    const keeps = keepsAtTimeout(now, clock.now());
    if (decision === 'defer') send({ type: 'defer', id, about, ms: now.printer.paperSeconds * 1_000, keeps });
    else decide(id, decision);
  }

  function check(): void {
    checkJudged();
    const question = list.asking();
    if (question?.saleId == null) return;
    const decision = paperDecision(sales.status(question.saleId));
    if (decision !== 'defer') decide(question.id, decision === 'wait' ? 'doubt' : decision);
  }

  async function decline({ id, state, saleId }: PaperView): Promise<Result<null>> {
    if (state !== 'asking' || saleId === null) return noLonger;
    const agreed = await sales.agree(saleId);
    if (!agreed.ok) return agreed;
    decide(id, 'cashier-digital', false);
    return done(null);
  }

  return {
    view: list.view,
    receive(message: PaperMessage): void {
      const { phase, outcome, about } = message;
      if (phase === 'asking') log.info('print-deferred', {});
      else if (outcome !== null && (phase === 'printing' || phase === 'digital')) {
        log.info('print-released', { reason: outcome });
        // Only metrics of a session get its mode automatically, so the mode is added here.
        const attributes = { mode: mode(), outcome };
        metrics.count('receipt_companion.printer.deferred', attributes);
      }
      if (phase === 'gone') void marks.mark(about.saleId, outcome === 'customer-paper' || outcome === 'cashier-paper');
      list.receive(message);
      check();
    },
    /** Called after every change of a sale, of the service or of a display. */
    check,
    /** Receives the verdict of a print. `id` is null if its paper does not wait. */
    judged(id: string | null, end: PrintEnd | null, { reason, saleId }: Outcome, at: number): void {
      if (id === null) return;
      const { paperOnRequest, printEverything } = settings.current().printer;
      const isOn = paperOnRequest && !printEverything && reason === 'code' && end !== 'silence';
      const status = saleId === null || !isOn ? null : sales.status(saleId);
      if (status === null || saleId === null) {
        decide(id, 'doubt');
        return;
      }
      judged = { id, about: { saleId, total: status.total, at } };
      check();
    },
    saleChanged({ id: saleId, state, printed }: Pick<SaleResource, 'id' | 'state' | 'printed'>): void {
      const id = list.declinedOf(saleId);
      if (id !== null && printed !== null) send({ type: 'print', id });
      if (id !== null && state === 'attention') list.refuse(saleId);
      check();
    },
    /** A person decided on the customer display. Returns false if no paper of this sale waits. */
    customer(saleId: string, outcome: 'customer-paper' | 'customer-digital'): boolean {
      const question = list.asking();
      if (question?.saleId !== saleId) return false;
      decide(question.id, outcome, outcome === 'customer-paper');
      return true;
    },
    /** `print`: print it now or again. `close`: the cashier has the paper, or has read about it. */
    async answer(id: string, answer: 'print' | 'digital' | 'close'): Promise<Result<null>> {
      const paper = list.find(id);
      if (paper === null) return noLonger;
      if (answer === 'digital') return decline(paper);
      if (paper.state === 'asking') decide(id, 'cashier-paper');
      else if (answer === 'print') send({ type: 'print', id });
      else {
        if (paper.state === 'unsure') void marks.mark(paper.saleId, false);
        list.close(id);
      }
      return done(null);
    },
    printDeclined(saleId: string): Result<null> {
      const id = list.declinedOf(saleId);
      if (id === null) return failed('notFound', 'The paper of this sale is not kept any more.');
      send({ type: 'print', id });
      return done(null);
    },
    /** Prints the paper that waits. */
    release(outcome: 'app-stop' | 'print-everything'): void {
      judged = null;
      decide(null, outcome);
    },
    relayEnded(): void {
      judged = null;
      list.relayEnded();
    },
    /** Called after a restart of the app. Marks the sales that could not be marked meanwhile. */
    restarted: marks.again,
  };
}

const rows: readonly PaperView['state'][] = ['asking', 'unsure', 'lost'];

/** The papers that the cashier window shows, and the declined ones. */
function createPaperList({ clock, settings, notices, send, changed }: PaperParts) {
  let papers: readonly PaperView[] = [];
  /** Papers that were declined and can still be printed. */
  let declined: readonly { readonly saleId: string; readonly id: string; readonly isRefused: boolean }[] = [];

  function put(id: string, view: PaperView | null): void {
    papers = [...papers.filter((paper) => paper.id !== id), ...(view === null ? [] : [view])];
    note();
    changed();
  }

  function note(): void {
    const has = (state: PaperView['state']): boolean => papers.some((paper) => paper.state === state);
    if (has('late')) notices.raise('paperLate', 'A paper that was kept back was printed after a restart.');
    else notices.settle('paperLate');
    if (has('unsure') || has('lost') || declined.some(({ isRefused }) => isRefused))
      notices.raise('paperNotPrinted', 'A paper that was kept back was not printed, or only in part.');
    else notices.settle('paperNotPrinted');
    if (has('asking')) notices.settle('paperNotStored');
  }

  function close(id: string): void {
    declined = declined.filter((paper) => paper.id !== id);
    send({ type: 'close', id });
    put(id, null);
  }

  /** Keeps a declined paper until the end of the business day, at most 24 hours. */
  function decline(saleId: string, { id, about: { at } }: PaperMessage): void {
    declined = [...declined, { saleId, id, isRefused: false }];
    const hour = settings.current().delivery.dayStartsAtHour;
    const { to } = dayBounds(businessDay(at, hour), hour);
    // If it was printed after all, it is no longer declined, and the cashier may still need its row.
    const isOver = (): void => void (declined.some((paper) => paper.id === id) && close(id));
    clock.setTimer(Math.max(0, Math.min(to, at + keptMs) - clock.now()), isOver);
  }

  return {
    close,
    view: () => ({ papers, declined: declined.map(({ saleId }) => saleId) }),
    find: (id: string): PaperView | null => papers.find((paper) => paper.id === id) ?? null,
    asking: (): PaperView | null => papers.find(({ state }) => state === 'asking') ?? null,
    declinedOf: (saleId: string): string | null => declined.find((paper) => paper.saleId === saleId)?.id ?? null,
    receive(message: PaperMessage): void {
      const { id, about, phase, outcome, remainingMs } = message;
      declined = declined.filter((paper) => paper.id !== id);
      if (phase === 'digital' && about.saleId !== null) decline(about.saleId, message);
      const state = phase === 'gone' && outcome === 'late' ? 'late' : rows.find((row) => row === phase);
      put(id, state === undefined ? null : { id, ...about, state, until: clock.now() + remainingMs });
    },
    /** The service refused the receipt of this sale. */
    refuse(saleId: string): void {
      declined = declined.map((paper) => (paper.saleId === saleId ? { ...paper, isRefused: true } : paper));
      note();
    },
    /** Called when the relay thread ended. The next one reports the papers in its files again. */
    relayEnded(): void {
      papers = papers.filter(({ state }) => state === 'late');
      declined = [];
    },
  };
}

/** Marks sales as printed. Marks that fail during a restart of the app are repeated by `again`. */
function createMarks({ markPrinted }: Pick<PaperSales, 'markPrinted'>) {
  let waiting: readonly string[] = [];
  async function mark(saleId: string | null, isTap: boolean): Promise<void> {
    if (saleId === null) return;
    const marked = await markPrinted(saleId, isTap);
    if (!marked.ok && marked.error.code === 'restarting') waiting = [...waiting, saleId];
  }
  return {
    mark,
    again(): void {
      const again = waiting;
      waiting = [];
      for (const saleId of again) void mark(saleId, false);
    },
  };
}
