import { businessDay } from '../shared/local-time.ts';
import type { Settings } from '../shared/settings.ts';
import { idleMs } from './customer-display.ts';
import { type ActionContext, cancelSale } from './sale-actions.ts';
import type { SessionContext } from './session-context.ts';

type Context = ActionContext & Pick<SessionContext, 'log' | 'settings' | 'time'>;

const leastPauseMs = 30_000;
const unsurePauseMs = 5 * 60_000;
const longestPauseMs = 12 * 3_600_000;
/** A sale that was opened less than this time before a business day starts belongs to the new day. */
const sameDayMs = 2 * 3_600_000;

/** The time when an open sale without a bill counts as abandoned, in milliseconds since the epoch; null for never. */
export function abandonedAt(
  createdAt: number,
  { abandonAfterHours, dayStartsAtHour }: Pick<Settings['delivery'], 'abandonAfterHours' | 'dayStartsAtHour'>,
): number | null {
  if (abandonAfterHours === null) return null;
  if (abandonAfterHours !== 'nextDay') return createdAt + abandonAfterHours * 3_600_000;
  const start = new Date(createdAt);
  start.setHours(dayStartsAtHour, 0, 0, 0);
  while (start.getTime() < createdAt + sameDayMs) start.setDate(start.getDate() + 1);
  return start.getTime();
}

export function createSaleExpiry(context: Context) {
  const { clock } = context;
  let isStarted = false;
  let cancelTimer: () => void = () => undefined;

  /** Cancels the due sales and returns when the next one may be due. Sales of state `open` have no bill. */
  function look(now: number): number {
    const { delivery } = context.settings();
    // A sale that opens from now on is not due before this time.
    let next = abandonedAt(now, delivery) ?? Number.POSITIVE_INFINITY;
    for (const { id, createdAt } of context.saleRepository.all({ state: 'open' })) {
      const at = abandonedAt(createdAt, delivery) ?? Number.POSITIVE_INFINITY;
      if (at > now) next = Math.min(next, at);
      else if (cancelSale(context, id, 0, { abandoned: true }).ok)
        context.log.info('sale-abandoned', { openForMs: now - createdAt });
    }
    return next;
  }

  /** Repeats the check after any error, because a full disk at night must not end the checks. */
  function check(): void {
    if (!isStarted) return;
    cancelTimer();
    const now = clock.now();
    let pauseMs = leastPauseMs;
    try {
      // With an unreliable clock the age of a sale is unknown. The check runs again after a pause.
      pauseMs = context.time.isSure() ? look(now) - now : unsurePauseMs;
    } catch (error) {
      context.log.error('abandoned-sale-not-cancelled', { error: String(error) });
    }
    cancelTimer = clock.setTimer(Math.min(Math.max(pauseMs, leastPauseMs), longestPauseMs), check);
  }

  return {
    /** Waits first: files and tills that waited for the app may bring the bill of a sale whose code a customer has. */
    start() {
      cancelTimer = clock.setTimer(leastPauseMs, () => {
        isStarted = true;
        check();
      });
    },
    check,
    stop: (): void => cancelTimer(),
  };
}

export function isServing({ saleRepository }: Pick<SessionContext, 'saleRepository'>, now: number): boolean {
  return [...saleRepository.all({ state: 'open' })].some(({ updatedAt }) => Math.abs(now - updatedAt) < idleMs);
}

export function isDayUnused(
  { saleRepository, settings }: Pick<SessionContext, 'saleRepository' | 'settings'>,
  now: number,
): boolean {
  const [open] = saleRepository.list({ state: 'open', limit: 1 }).items;
  const [newest] = saleRepository.list({ limit: 1 }).items;
  const { dayStartsAtHour } = settings().delivery;
  const [last, today] = [newest?.createdAt ?? 0, now].map((at) => businessDay(at, dayStartsAtHour));
  return open === undefined && last !== today;
}
