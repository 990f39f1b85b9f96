import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallBill } from '../app/small-bill.ts';
import { type OpenTill, openTill } from './open-till.ts';
import { typeKeys } from './page-checks.ts';

/** A customer's code was scanned, and the program is killed before the service has answered. */

let till: OpenTill;
beforeAll(async () => {
  till = await openTill({ customer: { prefix: 'app:' }, screen: { touch: 'no' } });
});
afterAll(() => till.close());

const soon = { timeout: 20_000 };
const code = 'app:4711';
const registrations = () => till.simulator.ledger().registrations;
const ofCustomer = () =>
  registrations().filter(({ buyerInformation }) => JSON.stringify(buyerInformation ?? '').includes(code));

test('the customer is known to the sale all the same: the receipt goes to them once, and the service is asked once', async () => {
  const saleId = await till.open('r-1', 19.9);
  // The id that the sale took has been replaced: the next registration is the question about the customer.
  await expect.poll(() => registrations().length, soon).toBeGreaterThanOrEqual(6);
  till.simulator.faults.add({ route: 'register', effect: { kind: 'hang', processed: true } });
  const { cashier } = till.app;
  await cashier.getByRole('heading', { name: '€19.90', exact: true }).waitFor();
  await typeKeys(await cashier.context().newCDPSession(cashier), [...code, 'Enter'], 6);
  await expect.poll(() => ofCustomer().length, soon).toBe(1);
  await till.killAndReopen();
  await till.pay(saleId, smallBill());
  await expect.poll(() => till.simulator.ledger().bills.length, soon).toBe(1);
  const [bill] = till.simulator.ledger().bills;
  expect(bill?.body).toMatchObject({ userIdentification: { externalId: code } });
  expect(ofCustomer()).toHaveLength(1);
});
