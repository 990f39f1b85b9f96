import type { SaleResource } from '../../src-main/shared/till-view.ts';
import { idle } from './pass-time.ts';
import { numberedBill, numberOf } from './small-bill.ts';
import { type TestApp, unwrap } from './test-app.ts';

/** The facts about one sale that a till and a cashier know for certain. */
export interface ModelSale {
  readonly id: string;
  readonly name: string;
  /** After a cancel the reference may belong to another sale. */
  readonly reference: string;
  readonly externalId: string | null;
  /** The business day of the opening, on which the reference means this sale. */
  readonly day: string;
  readonly billIds: Set<string>;
  bill: boolean;
  /** Stays true after the first delivery, although a cancel changes the state of the sale. */
  isDelivered: boolean;
  printed: boolean;
  cancelled: boolean;
}

/** The state of a run: only the sales. Everything else is read from the real parts. */
export interface Model {
  readonly sales: ModelSale[];
  /** A fault may have answered an attempt of a bill that still waits, so that its outcome is uncertain. */
  isUncertain: boolean;
  readonly check: (testApp: TestApp) => void;
}

export const businessDayAt = (now: number): string => new Date(now - 4 * 3_600_000).toDateString();

/** Checks the rules that always apply. Throws a sentence that names the sale. */
export function checkInvariants({ sales }: Model, testApp: TestApp): void {
  const { bills } = testApp.simulator.ledger();
  const owner = new Map<string, string>();
  for (const model of sales) {
    const { name } = model;
    const sale = testApp.till.findSale(model.id);
    if (sale === null) throw new Error(`${name} was acknowledged and is gone`);
    noteId(model, sale);
    for (const billId of model.billIds) {
      const other = owner.get(billId);
      if (other !== undefined) throw new Error(`${billId} belongs to ${name} and to ${other}`);
      owner.set(billId, name);
    }
    if (sale.state === 'delivered') model.isDelivered = true;
    const stored = bills.filter(({ body }) => numberOf(body) === name);
    if (stored.length > 1) throw new Error(`the bill of ${name} is stored ${stored.length} times`);
    if (stored.some(({ billId }) => billId !== sale.billId)) throw new Error(`${name} is stored under another id`);
    if (sale.state === 'delivered' && stored.length !== 1) throw new Error(`${name} is delivered and not stored`);
    if (sale.state === 'attention') throw new Error(`${name} was refused: ${JSON.stringify(sale.attention)}`);
    if (model.cancelled !== (sale.state === 'cancelled')) throw new Error(`${name} is ${sale.state}`);
    if (model.bill && sale.state === 'open') throw new Error(`the bill of ${name} was acknowledged and it is open`);
    if (model.printed !== (sale.printed !== null)) throw new Error(`${name} has printed ${sale.printed}`);
  }
}

export const billOfSale = ({ name }: ModelSale, amount = 19.9) => numberedBill(name, amount);

/** An id changes only if it became invalid, and the till can then read that the QR code was replaced. */
export function noteId(model: ModelSale, sale: SaleResource): void {
  if (sale.billId === null) return;
  const before = [...model.billIds];
  model.billIds.add(sale.billId);
  if (before.length > 0 && !before.includes(sale.billId) && !sale.qrReplaced && model.externalId === null) {
    throw new Error(`${model.name} had ${before.join(', ')} and has ${sale.billId}; nobody was told`);
  }
}

/** Ends all faults and lets time pass until everything is sent. Then the service's data must match the requests. */
export async function checkEnd(model: Model, testApp: TestApp): Promise<void> {
  testApp.network.down = false;
  testApp.simulator.faults.clear();
  testApp.simulator.setSwitches({ acceptsSignIn: true });
  // The report of a print waits for the bill of its sale without limit, so every sale gets a bill now.
  for (const sale of model.sales) {
    if (sale.bill || sale.cancelled) continue;
    unwrap(await testApp.till.acceptBill(sale.id, { bill: billOfSale(sale) }));
    sale.bill = true;
  }
  for (let round = 0; round < 40 && testApp.till.status().outbox.queued > 0; round += 1) {
    testApp.app.wake('network-back');
    await idle(testApp, 300);
    testApp.clock.advance(20_000);
    await idle(testApp, 300);
  }
  checkInvariants(model, testApp);
  const { outbox } = testApp.till.status();
  if (outbox.queued + outbox.attention > 0) throw new Error(`the outbox still has ${JSON.stringify(outbox)}`);
  const { bills, printed, cancels, complaints } = testApp.simulator.ledger();
  if (complaints.length > 0) throw new Error(`the service complains: ${JSON.stringify(complaints)}`);
  for (const expected of model.sales) {
    const { name } = expected;
    const sale = testApp.till.findSale(expected.id);
    const bill = bills.find(({ body }) => numberOf(body) === name);
    if (expected.cancelled) {
      if (sale?.cancelled !== 'done') throw new Error(`${name} was cancelled and that is not done`);
      const cancel = cancels.findLast(({ billId }) => billId === sale.billId);
      if (sale.billId !== null && cancel === undefined)
        throw new Error(`the cancel of ${name} did not reach the service`);
      if (bill !== undefined && (cancel === undefined || cancel.known !== true)) {
        throw new Error(`${name} is cancelled and its bill is still at the service`);
      }
      continue;
    }
    if (cancels.some(({ billId }) => billId === sale?.billId)) throw new Error(`${name} was deleted, and nobody asked`);
    if (expected.bill && (sale?.state !== 'delivered' || bill === undefined))
      throw new Error(`${name} is not delivered`);
    if (expected.bill && expected.printed && !printed.some(({ billId }) => billId === sale?.billId)) {
      throw new Error(`the print mark of ${name} did not reach the service`);
    }
    if (!expected.printed && printed.some(({ billId }) => billId === sale?.billId)) {
      throw new Error(`${name} is printed at the service, and that was taken back`);
    }
  }
}
