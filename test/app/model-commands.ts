import fc from 'fast-check';
import { expect } from 'vitest';
import type { Result } from '../../src-main/shared/result.ts';
import type { FaultInput } from '../../src-main/simulator/faults.ts';
import { volume } from '../fakes/drawn.ts';
import { deviates } from '../fakes/every-deviation.ts';
import { noJson, redirect, webPage } from '../fakes/spoiled-answers.ts';
import { billOfSale, businessDayAt, checkEnd, checkInvariants, type Model, type ModelSale, noteId } from './model.ts';
import { idle, inTime } from './pass-time.ts';
import { openTestApp, refusal, type TestApp, unwrap } from './test-app.ts';

/** A model of a run with its invariants. */
export interface Checked {
  readonly check: (testApp: TestApp) => void;
}

let commandCount = 0;

/** Checks the invariants right after a command, and again when its work in the background has ended. */
export const command = <M extends Checked>(
  name: string,
  run: (model: M, testApp: TestApp) => unknown,
  canRun: (model: M) => boolean = () => true,
): fc.AsyncCommand<M, TestApp> => ({
  check: canRun,
  async run(model, testApp) {
    commandCount += 1;
    await run(model, testApp);
    model.check(testApp);
    await idle(testApp, 300);
    model.check(testApp);
  },
  toString: () => name,
});

/** A command on one sale, usually a recent one. */
const onSale = (name: string, run: (sale: ModelSale, testApp: TestApp, model: Model) => Promise<void> | void) =>
  fc.nat(11).map((back) =>
    command(
      `${name}(${back})`,
      (model: Model, testApp) => {
        const sale = model.sales[Math.max(0, model.sales.length - 1 - back)];
        if (sale === undefined) throw new Error('checked before');
        return run(sale, testApp, model);
      },
      ({ sales }) => sales.length > 0,
    ),
  );

/** The value, or null if the command was refused for an allowed reason. */
function unwrapOr<T>(result: Result<T>, ...codes: readonly string[]): T | null {
  if (!result.ok && codes.includes(result.error.code)) return null;
  return unwrap(result);
}

async function openNew(model: Model, testApp: TestApp, externalId: string | null, used?: string): Promise<void> {
  const name = `sale-${model.sales.length + 1}`;
  const reference = used ?? name;
  const day = businessDayAt(testApp.clock.now());
  const request = { reference, amount: 19.9, ...(externalId === null ? {} : { customer: { externalId } }) };
  // An opening may wait for an id until a time-out.
  const { known, sale } = unwrap(await inTime(testApp, testApp.till.openSale(request)));
  if (known) throw new Error(`${reference} was used before`);
  const opened = { id: sale.id, name, reference, externalId, day, billIds: new Set<string>() };
  model.sales.push({ ...opened, bill: false, isDelivered: false, printed: false, cancelled: false });
}

const open = fc
  .constantFrom(null, null, null, 'known-1', 'unknown-1')
  .map((externalId) =>
    command(`open(${externalId ?? ''})`, (model: Model, testApp) => openNew(model, testApp, externalId)),
  );

const openAgain = onSale('openAgain', async ({ reference, externalId }, testApp, model) => {
  const newest = model.sales.findLast((sale) => sale.reference === reference);
  // The same reference opens a new sale on another day (references.test.ts).
  if (newest?.day !== businessDayAt(testApp.clock.now())) return;
  if (newest.cancelled) return openNew(model, testApp, externalId, reference);
  const customer = externalId === null ? {} : { customer: { externalId } };
  const again = await testApp.till.openSale({ reference, amount: 19.9, ...customer });
  if (newest.bill) {
    if (again.ok || again.error.code !== 'conflict') throw new Error(`${reference} was opened again after its bill`);
    return;
  }
  const { known, sale } = unwrap(again);
  if (!known || sale.id !== newest.id) throw new Error(`${reference} was opened twice`);
  const other = await testApp.till.openSale({ reference, amount: 7, ...customer });
  if (other.ok || other.error.code !== 'conflict') throw new Error(`${reference} was opened with other content`);
});

const bill = onSale('bill', async (model, testApp) => {
  const answer = await testApp.till.acceptBill(model.id, { bill: billOfSale(model) });
  const accepted = unwrapOr(answer, 'wrongState', 'cancelUndoable');
  if (accepted === null) {
    if (!model.cancelled) throw new Error(`the bill of ${model.name} was refused and it is not cancelled`);
    return;
  }
  model.bill = true;
  noteId(model, accepted);
});

const otherBill = onSale('otherBill', async (model, testApp) => {
  if (!model.bill) return;
  const other = await testApp.till.acceptBill(model.id, { bill: billOfSale(model, 7) });
  if (other.ok) throw new Error(`${model.name} took a second bill`);
});

const print = onSale('print', (model, testApp) => {
  if (unwrapOr(testApp.till.markPrinted(model.id), 'wrongState') !== null) model.printed = true;
});

const printByHand = onSale('printByHand', async (model, testApp) => {
  const printed = await testApp.cashier['sale.print']({ saleId: model.id });
  if (printed.ok) model.printed = true;
  else if (printed.error.code !== 'wrongState') unwrap(printed);
});

const cancel = onSale('cancel', (model, testApp) => {
  unwrap(testApp.till.cancelSale(model.id));
  model.cancelled = true;
});

const cancelByHand = onSale('cancelByHand', async (model, testApp) => {
  unwrap(await testApp.cashier['sale.cancel']({ saleId: model.id }));
  model.cancelled = true;
});

/** The model reads from the sale what was undone. `checkEnd` compares the result with the service. */
const undo = onSale('undo', async (model, testApp) => {
  const undone = await testApp.cashier['sale.undo']({ saleId: model.id });
  if (!undone.ok) return;
  const sale = testApp.till.findSale(model.id);
  model.cancelled = sale?.state === 'cancelled';
  model.printed = sale?.printed != null;
});

export const died = refusal(404, { type: 'pregeneratedbill-notfound', title: 'PreGeneratedBill could not be found.' });
const effects: readonly Pick<FaultInput, 'effect' | 'answerDelayMs'>[] = [
  { effect: { kind: 'status', status: 500 } },
  { effect: { kind: 'status', status: 503, processed: true } },
  { effect: { kind: 'resetBefore' } },
  { effect: { kind: 'resetAfter' } },
  { effect: { kind: 'halfBody' } },
  { effect: webPage },
  { effect: redirect },
  { effect: deviates('otherId', '/billId') },
  { effect: { ...noJson, processed: true } },
  { effect: { kind: 'hang' } },
  { effect: { kind: 'hang', processed: true } },
  { effect: { kind: 'status', status: 401 } },
  { effect: { kind: 'none' }, answerDelayMs: 3_000 },
];
const routes = ['register', 'bill', 'bill', 'printed', 'cancel', 'token'] as const;
const fault = fc
  .tuple(fc.constantFrom(...routes), fc.constantFrom(...effects), fc.integer({ min: 1, max: 3 }))
  // A refused sign-in waits for a person; test/app/pauses.test.ts covers that.
  .filter(([route, { effect }]) => route !== 'token' || effect.kind !== 'status' || effect.status !== 401)
  .map(([route, effect, times]) =>
    command(`fault(${route}, ${JSON.stringify(effect.effect)}, ${times})`, (model: Model, { simulator }) => {
      model.isUncertain ||= route === 'bill';
      simulator.faults.add({ ...effect, route, times });
    }),
  );
const idDies = fc.constant(
  command('idDies', (model: Model, { simulator, network }) => {
    // The real service never answers 404 for a stored bill, so no request may be running or uncertain.
    if (network.underWay > 0 || simulator.faults.list().length > 0) return;
    model.isUncertain &&= model.sales.some(({ bill, isDelivered }) => bill && !isDelivered);
    const delivered = model.sales.filter(({ isDelivered }) => isDelivered).length;
    if (model.isUncertain || simulator.ledger().bills.length !== delivered) return;
    simulator.faults.add({ route: 'bill', effect: died });
  }),
);

export const always = (name: string, run: (testApp: TestApp) => unknown) =>
  fc.constant(command<Checked>(name, (_model, testApp) => run(testApp)));

export const serviceUp = always('serviceUp', ({ simulator }) => simulator.faults.clear());
export const networkDown = always('networkDown', ({ network }) => {
  network.down = true;
});
export const networkBack = always('networkBack', (testApp) => testApp.reconnect());
const tokensRevoked = always('tokensRevoked', ({ simulator }) => simulator.revokeAccessTokens());
export const restart = always('restart', (testApp) => testApp.restart());
const advance = fc
  .constantFrom(100, 1_000, 4_900, 5_100, 20_000, 600_000)
  .map((ms) => command(`advance(${ms})`, (_model, { clock }) => clock.advance(ms)));
const clockJump = fc
  .constantFrom(-86_400_000, 86_400_000)
  .map((ms) => command(`clockJump(${ms})`, (_model, { clock }) => clock.jumpTo(clock.now() + ms)));

export const allCommands = [
  open,
  open,
  openAgain,
  bill,
  bill,
  bill,
  otherBill,
  print,
  printByHand,
  cancel,
  cancelByHand,
  undo,
  fault,
  fault,
  idDies,
  serviceUp,
  networkDown,
  networkBack,
  tokensRevoked,
  restart,
  advance,
  advance,
  clockJump,
];

interface ModelRun {
  readonly name: string;
  readonly commands: fc.Arbitrary<fc.AsyncCommand<Model, TestApp>>[];
  readonly runs: number;
  readonly longest: number;
  /** The fewest commands that all runs of a soak together must reach. */
  readonly least: number;
  /** Runs after the last command, before the final delivery. */
  readonly before?: (model: Model, testApp: TestApp) => Promise<void>;
}

export async function runModel({ name, commands, runs, longest, least, before }: ModelRun): Promise<void> {
  commandCount = 0;
  const numRuns = volume(runs, 20);
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: longest, size: 'max' }), async (chosen) => {
      const testApp = await openTestApp({
        settings: { delivery: { abandonAfterHours: null }, pool: { target: 2 } },
        simulator: { switches: { knownExternalIds: ['known-1'] } },
      });
      const model: Model = { sales: [], isUncertain: false, check: (app) => checkInvariants(model, app) };
      try {
        await fc.asyncModelRun(() => ({ model, real: testApp }), chosen);
        await before?.(model, testApp);
        await checkEnd(model, testApp);
      } finally {
        await testApp.close();
      }
    }),
    // Searching for a smaller counterexample takes many times as long as the first run.
    { numRuns, endOnFailure: true },
  );
  console.log(`${name}: ${commandCount} commands in ${numRuns} runs`);
  expect(commandCount).toBeGreaterThanOrEqual(volume(least, 40));
}
