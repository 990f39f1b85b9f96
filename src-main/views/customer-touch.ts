import { commandsOn } from '../dispatch/dispatch.ts';
import type { Clock, Screens } from '../ports.ts';
import { recordConsent } from '../sales/sale-actions.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { done, failed, type Result } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import type { CustomerView } from '../shared/views.ts';
import type { PaintedScreen } from './customer-screens.ts';
import type { WindowViews } from './window-views.ts';

const mostTouches = { agree: 4, scanned: 4, again: 4, paper: 4, language: 12 } as const;
const touchesMs = 10_000;

export type TouchLimits = ReturnType<typeof createTouchLimits>;

export function createTouchLimits(clock: Pick<Clock, 'monotonic'>) {
  const touched = new Map<string, readonly number[]>();
  return {
    take(what: keyof typeof mostTouches): boolean {
      const now = clock.monotonic();
      const lately = (touched.get(what) ?? []).filter((at) => now - at < touchesMs);
      const isFew = lately.length < mostTouches[what];
      touched.set(what, isFew ? [...lately, now] : lately);
      return isFew;
    },
  };
}

type TouchContext = Pick<SessionContext, 'saleRepository' | 'settings' | 'display'> & {
  readonly windows: Pick<WindowViews, 'seen' | 'noteAsking'>;
  readonly touchLimits: TouchLimits;
  readonly hasTouch: () => boolean;
  readonly decidePaper: (saleId: string, outcome: 'customer-paper' | 'customer-digital') => boolean;
};

const gone = failed('wrongState', 'The screen has changed. Nothing was done.');

function refused({ hasTouch, touchLimits }: TouchContext, what: keyof typeof mostTouches): Result<never> | null {
  if (!hasTouch()) return failed('notAllowed', 'The customer display is not a touch screen.');
  return touchLimits.take(what)
    ? null
    : failed('notAllowed', 'The display sent this too often. Try again in a moment.');
}

/** The sale whose screen offered this action when it was touched, and still does. */
function touchedSale(
  context: TouchContext,
  rev: number,
  what: keyof CustomerView['touch'],
): Result<{ readonly seen: PaintedScreen; readonly saleId: string }> {
  const no = refused(context, what);
  if (no !== null) return no;
  const seen = context.windows.seen(rev);
  return seen?.saleId != null && seen.touch[what] ? done({ seen, saleId: seen.saleId }) : gone;
}

function takesDigital(context: TouchContext, rev: number, what: 'agree' | 'scanned'): Result<unknown> {
  const touched = touchedSale(context, rev, what);
  if (!touched.ok) return touched;
  const { saleId } = touched.value;
  const { needed, counts } = context.settings().consent;
  const isCounted = counts.includes('touch');
  if (isCounted) {
    const written = recordConsent(context, saleId, 'touch');
    if (!written.ok) return written;
  }
  // If an agreement is needed and a touch does not count as one, the paper keeps waiting for a decision.
  if (isCounted || !needed) context.decidePaper(saleId, 'customer-digital');
  context.display.accepted(saleId);
  return touched;
}

export const touchCommands = commandsOn<TouchContext>()('session', {
  'language.set'(context, { rev, language }) {
    const no = refused(context, 'language');
    if (no !== null) return no;
    if (context.windows.seen(rev) === null) return gone;
    context.display.setLanguage(context.display.current().saleId, language);
  },
  'receipt.agree': (context, { rev }) => takesDigital(context, rev, 'agree'),
  'receipt.scanned': (context, { rev }) => takesDigital(context, rev, 'scanned'),
  /** Shows the code again after a touch by mistake. An open sale that it covers is still shown again afterwards. */
  'receipt.codeAgain'(context, { rev }) {
    const touched = touchedSale(context, rev, 'again');
    if (touched.ok) context.display.show(touched.value.saleId, { returns: false });
    return touched;
  },
  'receipt.paperPlease'(context, { rev }) {
    const touched = touchedSale(context, rev, 'paper');
    if (!touched.ok) return touched;
    const { seen, saleId } = touched.value;
    // The deferred paper is printed now, so the cashier need not be asked.
    if (context.decidePaper(saleId, 'customer-paper')) return;
    const changed = context.saleRepository.change(saleId, { type: 'paperRequested' });
    if (!changed.ok) return changed;
    context.windows.noteAsking(saleId);
    if (seen.screen.kind !== 'qr') context.display.paper(saleId);
  },
});

/** Whether the display has touch. The window sees any touch screen of the computer, so the system can overrule it. */
export function createDisplayTouch(settings: () => Settings, screens: Pick<Screens, 'customerDisplayCanBeTouched'>) {
  let found = false;
  return {
    hasTouch(): boolean {
      const { touch } = settings().screen;
      if (touch !== 'auto') return touch === 'yes';
      return found && screens.customerDisplayCanBeTouched?.() !== false;
    },
    note(now: boolean): boolean {
      const isNews = now !== found;
      found = now;
      return isNews;
    },
  };
}
