import type { Random } from '../../src-main/ports.ts';
import type { posClient } from '../app/program.ts';
import { smallBill } from '../app/small-bill.ts';
import { newHistory, noteSale, type RequestState, type SaleHistory } from './history.ts';

type Till = ReturnType<typeof posClient>;
type Step = 'open' | 'loyalty' | 'bill' | 'printed' | 'cancel';

interface OpenWork {
  readonly history: SaleHistory;
  readonly steps: readonly Step[];
}

export type Tills = ReturnType<typeof createTills>;

const maxConcurrent = 3;

/**
 * Tills that continue to sell while the app is killed. A request without an answer is usually repeated after the
 * restart.
 */
export function createTills(random: Random) {
  const histories: SaleHistory[] = [];
  let unfinished: OpenWork[] = [];
  const chance = (probability: number): boolean => random.fraction() < probability;

  function nextWork(): OpenWork {
    const again = unfinished.shift();
    if (again !== undefined) return again;
    const history = newHistory(`sale-${histories.length + 1}`);
    histories.push(history);
    if (chance(0.15)) history.loyalty = { externalUserId: `card-${histories.length}`, wish: 'no' };
    const cancelFirst = chance(0.06);
    return {
      history,
      steps: [
        'open',
        ...(history.loyalty === null ? [] : ['loyalty' as const]),
        ...(cancelFirst ? ['cancel' as const] : ['bill' as const]),
        ...(!cancelFirst && chance(0.4) ? ['printed' as const] : []),
        ...(!cancelFirst && chance(0.12) ? ['cancel' as const] : []),
      ],
    };
  }

  async function lane(till: Till, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const work = nextWork();
      for (const [index, step] of work.steps.entries()) {
        if (isOver()) {
          unfinished.push({ ...work, steps: work.steps.slice(index) });
          return;
        }
        if (!(await answered(till, work.history, step))) {
          // A till that was switched off forgets its requests, so both outcomes are allowed.
          if (chance(0.8)) unfinished.push({ ...work, steps: work.steps.slice(index) });
          return;
        }
      }
    }
  }

  return {
    histories,
    /** Sells until the app has ended or `isOver` returns true. */
    async sell(till: Till, isOver: () => boolean): Promise<void> {
      await Promise.all(Array.from({ length: maxConcurrent }, () => lane(till, isOver)));
    },
    /** Sends all unfinished requests once. */
    async finish(till: Till): Promise<void> {
      const rest = unfinished;
      unfinished = [];
      for (const { history, steps } of rest) {
        for (const step of steps) {
          if (!(await answered(till, history, step))) throw new Error(`${history.reference}: no answer to ${step}`);
        }
      }
    },
  };
}

/** Sends one step of a sale. False without a complete answer. */
async function answered(till: Till, history: SaleHistory, step: Step): Promise<boolean> {
  try {
    await take(till, history, step);
    return true;
  } catch (error) {
    if (error instanceof WrongAnswer) throw error;
    return false;
  }
}

export class WrongAnswer extends Error {}

async function take(till: Till, history: SaleHistory, step: Step): Promise<void> {
  switch (step) {
    case 'open':
      history.opened = await ask(till, history, 'opened', 'POST', '/sales', {
        reference: history.reference,
        amount: 19.9,
      });
      return;
    case 'bill':
      if (history.id === null) return;
      history.bill = await ask(till, history, 'bill', 'PUT', `/sales/${history.id}/bill`, {
        bill: smallBill(19.9, { head: { number: history.reference, date: '2026-01-05T10:00:00+01:00' } }),
      });
      return;
    case 'printed':
      if (history.id === null) return;
      history.printed = await ask(till, history, 'printed', 'POST', `/sales/${history.id}/printed`);
      return;
    case 'cancel':
      if (history.id === null) return;
      history.cancel = await ask(till, history, 'cancel', 'DELETE', `/sales/${history.id}`);
      return;
    case 'loyalty': {
      // This request is not idempotent, so it is sent only once.
      const { loyalty } = history;
      if (history.id === null || loyalty === null || loyalty.wish !== 'no') return;
      loyalty.wish = 'sent';
      const { externalUserId } = loyalty;
      const response = await till.call('PUT', `/sales/${history.id}/loyalty`, { externalUserId });
      await response.text();
      loyalty.wish = response.ok ? 'acknowledged' : 'refused';
      return;
    }
  }
}

async function ask(
  till: Till,
  history: SaleHistory,
  wish: 'opened' | 'bill' | 'printed' | 'cancel',
  method: string,
  path: string,
  body?: unknown,
): Promise<RequestState> {
  if (history[wish] === 'no') history[wish] = 'sent';
  const response = await till.call(method, path, body);
  const text = await response.text();
  if (response.status === 503) throw new Error('stopping');
  if (!response.ok)
    throw new WrongAnswer(`${history.reference}: ${method} ${path} was answered ${response.status} ${text}`);
  noteSale(history, JSON.parse(text));
  return 'acknowledged';
}
