import { needsAgreement, ruleOn, shopCountry } from '../shared/country.ts';
import { businessDay, dayBounds, isoWithOffset } from '../shared/local-time.ts';
import type { Money } from '../shared/money.ts';
import type { PaperDetails, PaperOutcome, PaperView } from '../shared/print-view.ts';
import { done, failed, type Result } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import type { SaleResource } from '../shared/till-view.ts';
import type { PaperMessage, PaperRequest } from './papers.ts';
import type { PrinterPorts } from './print.ts';
import type { Outcome } from './print-sales.ts';
import type { Notify } from './printer-port.ts';

/** `wait`: ask again after a change. Another outcome is a reason to print the paper. */
export type PaperDecision = { readonly total: Money | null } | 'wait' | PaperOutcome;

/** Returns true to print no paper when the countdown ends. Where customers must agree first, it returns false. */
function keepsAtTimeout({ cashier, printer }: Settings, now: number): boolean {
  const country = shopCountry(cashier.country, cashier.currency);
  if (needsAgreement(country)) return false;
  if (printer.paperAtTimeout !== 'byCountry') return printer.paperAtTimeout === 'keep';
  return country !== null && ruleOn(country, 'paperAtTimeout', isoWithOffset(now).slice(0, 10)) === 'keep';
}

export interface PaperSales {
  /** An amount if the paper may wait for a person: the customer can reach the receipt, and its bill is queued. */
  readonly decide: (saleId: string) => PaperDecision;
  /** Whether the service refused the receipt. */
  readonly isRefused: (saleId: string) => boolean;
  /** Marks the sale as printed. `isTap`: a person asked for the paper, and may undo the mark. */
  readonly markPrinted: (saleId: string, isTap: boolean) => Promise<Result<unknown>>;
  /** Records that the cashier saw the customer agree, if the settings ask for it. */
  readonly agree: (saleId: string) => Promise<Result<unknown>>;
}

interface PaperParts extends PrinterPorts {
  readonly notify: Notify;
  readonly sales: PaperSales;
  readonly send: (request: PaperRequest) => void;
}

/** A paper that a person may still need: it waits, was declined, is missing, or was printed late. */
interface DeferredEntry extends PaperDetails {
  readonly id: string;
  readonly state: PaperView['state'] | 'digital';
  readonly until: number;
  /** The paper was declined, and then the service refused its receipt. */
  readonly isRefused: boolean;
}

const retentionMs = 24 * 3_600_000;
const noLonger = failed('wrongState', 'This paper does not wait any more.');

export function createPaperDecisions(parts: PaperParts) {
  const { clock, log, metrics, settings, mode, sales, send } = parts;
  const list = createPaperList(parts);
  /** The sales that could not be marked as printed while the app restarted. */
  const unmarked = new Set<string>();
  /** A recognised receipt whose QR code the customer cannot see yet. Two seconds after its end, the relay prints it. */
  let judged: { readonly id: string; readonly saleId: string } | null = null;

  const asking = (): DeferredEntry | undefined => list.find(({ state }) => state === 'asking');
  const declinedOf = (saleId: string): DeferredEntry | undefined =>
    list.find((paper) => paper.state === 'digital' && paper.saleId === saleId);
  const decide = (id: string | null, outcome: PaperOutcome): void => send({ kind: 'decide', id, outcome });

  function checkJudged(): void {
    if (judged === null) return;
    const { id, saleId } = judged;
    const decision = sales.decide(saleId);
    if (decision === 'wait') return;
    judged = null;
    const now = settings.current();
    const [ms, keeps] = [now.printer.paperSeconds * 1_000, keepsAtTimeout(now, clock.now())];
    if (typeof decision === 'string') decide(id, decision);
    else send({ kind: 'defer', id, about: { saleId, ...decision }, ms, keeps });
  }

  function check(): void {
    checkJudged();
    const question = asking();
    if (question?.saleId == null) return;
    const decision = sales.decide(question.saleId);
    if (typeof decision === 'string') decide(question.id, decision === 'wait' ? 'doubt' : decision);
  }

  async function mark(saleId: string | null, isTap: boolean): Promise<void> {
    if (saleId === null) return;
    const marked = await sales.markPrinted(saleId, isTap);
    if (!marked.ok && marked.error.code === 'restarting') unmarked.add(saleId);
    else unmarked.delete(saleId);
  }

  async function decline({ id, state, saleId }: DeferredEntry): Promise<Result<null>> {
    if (state !== 'asking' || saleId === null) return noLonger;
    const agreed = await sales.agree(saleId);
    if (!agreed.ok) return agreed;
    decide(id, 'cashier-digital');
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
      if (phase === 'gone') void mark(about.saleId, outcome === 'customer-paper' || outcome === 'cashier-paper');
      list.receive(message);
      check();
    },
    /** Called after every change of a sale, of the service or of a display. */
    check,
    /** Receives the verdict of a print whose paper waits. */
    judged(id: string, { reason, saleId }: Outcome): void {
      const { paperOnRequest, printEverything } = settings.current().printer;
      const isOn = paperOnRequest && !printEverything && reason === 'code';
      judged = isOn && saleId !== null ? { id, saleId } : null;
      if (judged === null) decide(id, 'doubt');
      else check();
    },
    saleChanged({ id: saleId, printed }: Pick<SaleResource, 'id' | 'printed'>): void {
      const declined = declinedOf(saleId);
      if (declined !== undefined && printed !== null) send({ kind: 'print', id: declined.id });
      if (declined !== undefined) list.checkDeclined();
      check();
    },
    /** A person decided on the customer display. Returns false if no paper of this sale waits. */
    customer(saleId: string, outcome: 'customer-paper' | 'customer-digital'): boolean {
      const question = asking();
      if (question?.saleId !== saleId) return false;
      decide(question.id, outcome);
      return true;
    },
    /** `print`: print it now or again. `close`: the cashier has the paper, or has read what happened to it. */
    async answer(id: string, answer: 'print' | 'digital' | 'close'): Promise<Result<null>> {
      const paper = list.find((one) => one.id === id && one.state !== 'digital');
      if (paper === undefined) return noLonger;
      if (answer === 'digital') return decline(paper);
      if (paper.state === 'asking') decide(id, 'cashier-paper');
      else if (answer === 'print') send({ kind: 'print', id });
      else {
        if (paper.state === 'unsure') void mark(paper.saleId, false);
        list.close(id);
      }
      return done(null);
    },
    printDeclined(saleId: string): Result<null> {
      const declined = declinedOf(saleId);
      if (declined === undefined) return failed('notFound', 'The paper of this sale is not kept any more.');
      send({ kind: 'print', id: declined.id });
      return done(null);
    },
    release(outcome: 'app-stop' | 'print-everything'): void {
      judged = null;
      decide(null, outcome);
    },
    relayEnded(): void {
      judged = null;
      list.relayEnded();
    },
    /** Called after every start of the app. Marks the sales that could not be marked as printed meanwhile. */
    restarted(): void {
      list.checkDeclined();
      for (const saleId of [...unmarked]) void mark(saleId, false);
    },
  };
}

const states: readonly DeferredEntry['state'][] = ['asking', 'unsure', 'lost', 'digital'];

function createPaperList({ clock, settings, notify, sales, send, changed }: PaperParts) {
  let papers: readonly DeferredEntry[] = [];
  const isRefused = ({ state, saleId }: Pick<DeferredEntry, 'state' | 'saleId'>): boolean =>
    state === 'digital' && saleId !== null && sales.isRefused(saleId);

  function set(next: readonly DeferredEntry[]): void {
    papers = next;
    const has = (...some: readonly DeferredEntry['state'][]): boolean =>
      papers.some(({ state }) => some.includes(state));
    const isMissing = has('unsure', 'lost') || papers.some((paper) => paper.isRefused);
    notify('paperLate', has('late') ? 'A deferred paper was printed after a restart.' : null);
    notify('paperNotPrinted', isMissing ? 'A deferred paper was not printed, or only in part.' : null);
    if (has('asking')) notify('paperNotStored', null);
    changed();
  }

  function close(id: string): void {
    send({ kind: 'close', id });
    set(papers.filter((paper) => paper.id !== id));
  }

  /** Keeps a declined paper until the end of the business day, at most 24 hours. */
  function closeAtDayEnd(id: string, at: number): void {
    const hour = settings.current().delivery.dayStartsAtHour;
    const { to } = dayBounds(businessDay(at, hour), hour);
    // A paper that was printed after all is no longer declined, and the cashier may still need its row.
    const isOver = (): void => void (papers.some((paper) => paper.id === id && paper.state === 'digital') && close(id));
    clock.setTimer(Math.max(0, Math.min(to, at + retentionMs) - clock.now()), isOver);
  }

  return {
    close,
    find: (fits: (paper: DeferredEntry) => boolean): DeferredEntry | undefined => papers.find(fits),
    view: () => ({
      papers: papers.flatMap(({ state, isRefused: _, ...paper }) => (state === 'digital' ? [] : [{ ...paper, state }])),
      declined: papers.flatMap(({ state, saleId }) => (state === 'digital' && saleId !== null ? [saleId] : [])),
    }),
    receive({ id, about, phase, outcome }: PaperMessage): void {
      const state = phase === 'gone' && outcome === 'late' ? 'late' : states.find((state) => state === phase);
      const others = papers.filter((paper) => paper.id !== id);
      // A change of this setting prints the paper.
      const until = clock.now() + settings.current().printer.paperSeconds * 1_000;
      if (state === undefined) set(others);
      else set([...others, { id, ...about, state, until, isRefused: isRefused({ ...about, state }) }]);
      if (state === 'digital') closeAtDayEnd(id, about.at);
    },
    /** Called after a change of a declined sale, and when an app can answer. */
    checkDeclined(): void {
      // At a start there may be none yet, and a notice of the earlier run stays.
      if (papers.length > 0) set(papers.map((paper) => ({ ...paper, isRefused: isRefused(paper) })));
    },
    /** Called when the relay thread ended. The next one reports the papers in its files again. */
    relayEnded: (): void => set(papers.filter(({ state }) => state === 'late')),
  };
}
