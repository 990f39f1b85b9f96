import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { volume } from '../fakes/drawn.ts';
import { pairTill } from './paired-till.ts';
import { idle, passTime } from './pass-time.ts';
import { openTestApp, smallBill, type TestApp } from './test-app.ts';

/** A cashier undoes a cancel after the receipt arrived again elsewhere. Exactly one sale must remain. */

type Till = Awaited<ReturnType<typeof pairTill>>;

/** Each case is identified by its amount. Only a signed receipt is recognized across tills. */
const bills = {
  signed: (cents: number) =>
    smallBill(cents / 100, {
      head: { number: `S-${cents}`, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } },
      security: { fiscalization: { type: 'Tse', signature: `MEUCIQ${cents}`, transactionNumber: cents } },
    }),
  numbered: (cents: number) =>
    smallBill(cents / 100, {
      head: { number: `N-${cents}`, date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } },
    }),
  nameless: (cents: number) => smallBill(cents / 100),
} as const;
type Kind = keyof typeof bills;

/** Where the receipt arrives the second time. A bill without an identity is recognized only by its reference. */
const bringings = {
  'same reference': (_testApp: TestApp, [one]: readonly Till[], name: string, bill: object) => one?.receipt(name, bill),
  'other reference': (_testApp: TestApp, [one]: readonly Till[], name: string, bill: object) =>
    one?.receipt(`${name}-again`, bill),
  'sale opened for it': async (_testApp: TestApp, [one]: readonly Till[], name: string, bill: object) => {
    const opened = await one?.open(`${name}-opened`);
    return one?.bill(opened?.sale.id ?? '', bill);
  },
  'command line': (_testApp: TestApp, [one]: readonly Till[], name: string, bill: object) =>
    one?.receipt(name, bill, { 'receipt-companion-client': 'command-line' }),
  'other till': (_testApp: TestApp, [, two]: readonly Till[], name: string, bill: object) => two?.receipt(name, bill),
  folder: async (testApp: TestApp, _tills: readonly Till[], name: string, bill: object) => {
    await testApp.drop(`${name}.json`, { reference: name, bill });
    await testApp.resultOf(name);
  },
} as const;
type Bringing = keyof typeof bringings;
const broughtBy: Readonly<Record<Kind, readonly Bringing[]>> = {
  signed: ['same reference', 'other reference', 'sale opened for it', 'command line', 'other till', 'folder'],
  numbered: ['same reference', 'other reference', 'sale opened for it', 'command line'],
  nameless: ['same reference'],
};

const orders = [
  ['cancel', 'again', 'undo'],
  ['again', 'cancel', 'undo'],
  ['cancel', 'undo', 'again'],
  ['cancel', 'again and undo'],
  ['cancel and again', 'undo'],
] as const;

const race = fc.constantFrom<Kind>('signed', 'signed', 'numbered', 'nameless').chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    again: fc.constantFrom(...broughtBy[kind]),
    order: fc.constantFrom(...orders),
    /** The service answers the first bill before this step of `order`, or at the end if there is no such step. */
    answeredBefore: fc.nat(4),
    turns: fc.nat(12),
  }),
);

test('after a cancel is undone, a receipt that was accepted again meanwhile is delivered once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(race, { minLength: 1, maxLength: 40, size: 'max' }), async (races) => {
      const testApp = await openTestApp({ settings: { pool: { target: 3 } } });
      try {
        const tills = [await pairTill(testApp, 'Till 1'), await pairTill(testApp, 'Till 2')];
        for (const [index, drawn] of races.entries()) {
          const cents = 1_000 + index;
          const name = `r-${cents}`;
          const bill = bills[drawn.kind](cents);
          const gate = Promise.withResolvers<void>();
          let isFirst = true;
          testApp.network.meets = (url, init) => {
            if (!isFirst || init.method !== 'POST' || !/\/v3\/bill(?:\?|$)/.test(url)) return null;
            isFirst = false;
            return fetch(url, init).then((answer) => gate.promise.then(() => answer));
          };
          const { sale } = (await tills[0]?.receipt(name, bill)) ?? { sale: { id: '' } };
          const acts: Readonly<Record<string, () => unknown>> = {
            cancel: () => testApp.cashier['sale.cancel']({ saleId: sale.id }),
            again: () => bringings[drawn.again](testApp, tills, name, bill),
            undo: () => testApp.cashier['sale.undo']({ saleId: sale.id }),
          };
          for (const [at, step] of drawn.order.entries()) {
            if (drawn.answeredBefore <= at) gate.resolve();
            if (drawn.answeredBefore <= at) await idle(testApp, 60);
            await Promise.all(step.split(' and ').map((act) => acts[act]?.()));
            for (let turn = 0; turn < drawn.turns; turn += 1) await nextTurn();
          }
          gate.resolve();
          await passTime(testApp, 15 * 60_000, () => testApp.till.status().outbox.queued === 0);
          const { bills: stored, cancels } = testApp.simulator.ledger();
          const gone = new Set(cancels.filter(({ known }) => known).map(({ billId }) => billId));
          const alive = stored.filter(
            ({ billId, body }) =>
              !gone.has(billId) && JSON.stringify(body).includes(`"fullAmountInclVat":${cents / 100},`),
          );
          expect([drawn, alive.length]).toEqual([drawn, 1]);
        }
      } finally {
        await testApp.close();
      }
    }),
    { numRuns: volume(30), endOnFailure: true },
  );
});
