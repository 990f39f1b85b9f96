import type { Language } from '../../kernel/languages.ts';
import { done, failed, type Result } from '../../kernel/result.ts';
import type { Clock } from '../../ports.ts';
import { offersTouch } from '../../sale/customer-view.ts';
import type { FlowContext } from '../flow-context.ts';
import { recordConsent } from '../sale/marks.ts';
import { createRate, type Rate } from './rate.ts';
import type { Windows } from './windows.ts';

/**
 * What the customer does with a finger. It counts for what the finger saw: the window names the snapshot it showed, and
 * where that is not on the screen any more nothing happens. Nobody at that window can ask for more than a person would.
 */
export interface TouchLimits {
  readonly gotIt: Rate;
  readonly paper: Rate;
  readonly language: Rate;
}

export const createTouchLimits = (clock: Pick<Clock, 'monotonic'>): TouchLimits => ({
  gotIt: createRate(clock, 4, 10_000),
  paper: createRate(clock, 4, 10_000),
  language: createRate(clock, 12, 10_000),
});

export interface TouchContext extends Pick<FlowContext, 'book' | 'settings' | 'stage'> {
  readonly windows: Pick<Windows, 'seen' | 'noteAsking'>;
  readonly touchLimits: TouchLimits;
  readonly hasTouch: () => boolean;
}

const gone = failed('wrongState', 'that is not on the screen any more: nothing was done');

/** Who may: there is touch, and it does not come faster than fingers do. */
function refused({ hasTouch, touchLimits }: TouchContext, rate: keyof TouchLimits): Result<never> | null {
  if (!hasTouch()) return failed('notAllowed', 'the customer display has no touch');
  return touchLimits[rate].take() ? null : failed('notAllowed', 'that came too often');
}

/** The sale whose screen offered this when it was touched, and offers it still; null else. */
function touchedSale({ windows }: TouchContext, rev: number, what: 'gotIt' | 'paper'): string | null {
  const seen = windows.seen(rev);
  return seen !== null && seen.saleId !== null && offersTouch(seen.screen)[what] ? seen.saleId : null;
}

/** "Got it": the customer's yes, where the shop counts it, and the end of this screen. */
export function gotIt(context: TouchContext, rev: number): Result<null> {
  const no = refused(context, 'gotIt');
  if (no !== null) return no;
  const saleId = touchedSale(context, rev, 'gotIt');
  const sale = saleId === null ? null : context.book.find(saleId);
  if (saleId === null || sale === null) return gone;
  if (context.settings().consent.counts.includes('touch')) {
    const written = recordConsent(context, saleId, 'touch');
    if (!written.ok) return written;
  }
  context.stage.accepted(saleId, { isPaid: sale.billHash !== null });
  return done(null);
}

/** "Paper, please" asks the cashier. Whether paper is handed out, and marked, is the cashier's to say. */
export function wantsPaper(context: TouchContext, rev: number): Result<null> {
  const no = refused(context, 'paper');
  if (no !== null) return no;
  const saleId = touchedSale(context, rev, 'paper');
  if (saleId === null) return gone;
  const asked = context.book.change(saleId, { type: 'paperAsked' });
  if (!asked.ok) return asked;
  context.windows.noteAsking(saleId);
  context.stage.paper(saleId);
  return done(null);
}

/** For the customer who stands there; it ends with the sale. */
export function chooseLanguage(context: TouchContext, rev: number, language: Language): Result<null> {
  const no = refused(context, 'language');
  if (no !== null) return no;
  if (context.windows.seen(rev) === null) return gone;
  context.stage.setLanguage(language);
  return done(null);
}
