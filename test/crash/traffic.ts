import type { Random } from '../../src-main/ports.ts';
import type { posClient } from '../app/program.ts';
import { numberedBill } from '../app/small-bill.ts';

/** `acknowledged`: a 2xx was read. `sent`: not answered yet. */
type RequestState = 'no' | 'sent' | 'acknowledged' | 'refused';

export interface SaleHistory {
  /** The till's own id, which is also `head.number` of its bill. */
  readonly reference: string;
  /** The app's id of the sale, known after the first answer. */
  id: string | null;
  /** Every receipt id in an answer about this sale. */
  readonly billIds: Set<string>;
  qrReplaced: boolean;
  open: RequestState;
  bill: RequestState;
  printed: RequestState;
  cancel: RequestState;
  loyalty: { readonly externalUserId: string; wish: RequestState } | null;
}

const newHistory = (reference: string): SaleHistory => ({
  reference,
  id: null,
  billIds: new Set(),
  qrReplaced: false,
  open: 'no',
  bill: 'no',
  printed: 'no',
  cancel: 'no',
  loyalty: null,
});

function noteSale(history: SaleHistory, sale: Readonly<Record<string, unknown>>): void {
  if (typeof sale.id === 'string') history.id = sale.id;
  if (typeof sale.billId === 'string') history.billIds.add(sale.billId);
  if (sale.qrReplaced === true) history.qrReplaced = true;
}

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

class WrongAnswer extends Error {}

/** The request of each step that a till may repeat. */
const requests: {
  readonly [Each in Exclude<Step, 'loyalty'>]: (sale: SaleHistory) => Parameters<Till['call']>;
} = {
  open: ({ reference }) => ['POST', '/sales', { reference, amount: 19.9 }],
  bill: ({ id, reference }) => ['PUT', `/sales/${id}/bill`, { bill: numberedBill(reference) }],
  printed: ({ id }) => ['POST', `/sales/${id}/printed`],
  cancel: ({ id }) => ['DELETE', `/sales/${id}`],
};

async function take(till: Till, history: SaleHistory, step: Step): Promise<void> {
  if (step !== 'open' && history.id === null) return;
  if (step === 'loyalty') return startLoyalty(till, history);
  if (history[step] === 'no') history[step] = 'sent';
  const [method, path, body] = requests[step](history);
  const response = await till.call(method, path, body);
  const text = await response.text();
  if (response.status === 503) throw new Error('stopping');
  if (!response.ok)
    throw new WrongAnswer(`${history.reference}: ${method} ${path} was answered ${response.status} ${text}`);
  noteSale(history, JSON.parse(text));
  history[step] = 'acknowledged';
}

/** This request is not idempotent, so it is sent only once. */
async function startLoyalty(till: Till, { id, loyalty }: SaleHistory): Promise<void> {
  if (loyalty === null || loyalty.wish !== 'no') return;
  loyalty.wish = 'sent';
  const response = await till.call('PUT', `/sales/${id}/loyalty`, { externalUserId: loyalty.externalUserId });
  await response.text();
  loyalty.wish = response.ok ? 'acknowledged' : 'refused';
}
