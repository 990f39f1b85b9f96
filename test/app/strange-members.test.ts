import { describe, expect, test } from 'vitest';
import { openWithTill } from './paired-till.ts';
import { openPartnerTestApp, userId } from './partner-test-app.ts';
import { smallBill } from './test-app.ts';

async function open() {
  const { testApp, till } = await openWithTill({
    simulator: { account: { storeIds: ['store-1', 'store-2'] }, switches: { knownExternalIds: ['c-1'] } },
  });
  await testApp.poolHas(2);
  const list = () => testApp.till.listSales({ limit: 10 }).items;
  const delivered = async (id: string) => {
    const { billId } = await testApp.delivered(id);
    return testApp.simulator.ledger().bills.find((bill) => bill.billId === billId)?.body;
  };
  return { testApp, till, list, delivered };
}

const customer = { externalId: 'c-1' };
const issue = (code: string, path: string, expected: string) => ({
  path,
  code,
  message: expect.stringContaining(expected),
});

describe('before payment', () => {
  test.each([
    ['storeID', 'store-2'],
    ['Customer', customer],
    ['email', 'somebody@example.com'],
    ['total', 20],
    ['operator', 7],
    ['a/b', 1],
  ])('a sale with the unknown member %s is refused, and the answer lists the known names', async (name, value) => {
    const { till, list } = await open();
    const refused = await till.open('r', { amount: 19.9, [name]: value });
    expect(refused.status).toBe(422);
    const path = `/${name.replace('/', '~1')}`;
    expect(refused.sale).toMatchObject({
      errors: [issue('unknown', path, 'Expected only reference, billId, storeId,')],
    });
    expect(list()).toEqual([]);
  });

  test('an unknown member that is null is ignored', async () => {
    const { till } = await open();
    expect(await till.open('r', { amount: 19.9, email: null })).toMatchObject({ status: 201, sale: { warnings: [] } });
  });

  test('a sale may name its customer in userIdentification, as the interface of the service does', async () => {
    const { till } = await open();
    const opened = await till.open('r', { userIdentification: customer });
    expect(opened).toMatchObject({ status: 201, sale: { assigned: true, warnings: [] } });
    expect(await till.open('r', { customer })).toMatchObject({ status: 200, sale: { id: opened.sale.id } });
    expect(await till.open('nobody', { userIdentification: null })).toMatchObject({ sale: { assigned: false } });
    for (const userIdentification of [{ externalId: 'c-2' }, null]) {
      const two = await till.open('two', { customer, userIdentification });
      expect(two).toMatchObject({ status: 422, sale: { errors: [{ code: 'two-customers' }] } });
    }
    const older = await till.open('older', { userIdentification: { userId: 'u-1' } });
    expect(older).toMatchObject({
      status: 422,
      sale: { errors: [issue('unknown', '/userIdentification/userId', 'Expected only externalId.')] },
    });
  });

  test('a basket, a change, a show and a loyalty start with unknown members are refused', async () => {
    const { till } = await open();
    const { sale } = await till.open('r');
    const lines = [1, 2].map((amount) => ({ text: 'Tea', amount, lineTotal: 4 }));
    expect(
      await till.call('PUT', `/sales/${sale.id}/basket`, { lines, total: 3, currency: 'EUR', storeId: 'store-2' }),
    ).toMatchObject({
      status: 422,
      sale: {
        errors: [
          issue('unknown', '/lines/0/lineTotal', 'Expected only text, quantity, amount.'),
          issue('unknown', '/storeId', 'Expected only lines, total, currency.'),
        ],
      },
    });
    expect(await till.call('PATCH', `/sales/${sale.id}`, { amount: 4, customer })).toMatchObject({
      status: 422,
      sale: { errors: [issue('unknown', '/customer', 'Expected only amount, currency, language, show.')] },
    });
    expect(await till.call('POST', `/sales/${sale.id}/show`, { customer })).toMatchObject({
      status: 422,
      sale: { errors: [issue('unknown', '/customer', 'Expected none.')] },
    });
    expect(
      await till.call('PUT', `/sales/${sale.id}/loyalty`, { externalUserId: 'loyalty-0001', storeId: 'store-2' }),
    ).toMatchObject({ status: 422, sale: { errors: [issue('unknown', '/storeId', 'Expected only externalUserId.')] } });
  });

  test('a user of Customer service with unknown members is refused', async () => {
    const { call, partner } = await openPartnerTestApp({
      answers: { 'POST /partner/api/v3/user': { body: { id: userId } } },
    });
    const user = (more: object) => call('POST', '/users', { externalId: 'u-1', ...more });
    expect(await user({ email: 'somebody@example.com' })).toMatchObject({
      status: 422,
      body: { errors: [issue('unknown', '/email', 'Expected only externalId, loyaltyCards.')] },
    });
    expect(await user({ loyaltyCards: [{ code: '1', name: 'Club', validUntil: '2027' }] })).toMatchObject({
      status: 422,
      body: { errors: [issue('unknown', '/loyaltyCards/0/validUntil', 'Expected only code, name.')] },
    });
    expect(partner.requests).toEqual([]);
  });
});

describe('at and after the payment', () => {
  test('a receipt with an unknown member is accepted without that member, with a warning, over HTTP and as a file', async () => {
    const { testApp, till, delivered } = await open();
    const warnings = [
      issue('unknown-field', '/storeID', 'Expected only reference, storeId,'),
      issue('unknown-field', '/colour', 'it is left out.'),
    ];
    const body = { reference: 'r', bill: smallBill(), storeID: 'store-2', colour: 'red' };
    const taken = await till.call('POST', '/receipts', body);
    expect(taken).toMatchObject({ status: 202, sale: { warnings } });
    expect(await delivered(taken.sale.id)).toMatchObject({ storeId: 'store-1', userIdentification: null });
    await testApp.drop('a.json', { ...body, bill: smallBill(21) });
    expect(await testApp.resultOf('a')).toMatchObject({ warnings });
  });

  test('a bill with an unknown member is accepted without that member, and counts as equal to the bill without it', async () => {
    const { till } = await open();
    const { sale } = await till.open('r');
    const put = (body: object) => till.call('PUT', `/sales/${sale.id}/bill`, { bill: smallBill(), ...body });
    expect(await put({ customer })).toMatchObject({
      status: 202,
      sale: { warnings: [issue('unknown-field', '/customer', 'Expected only bill, displayTarget, storeId,')] },
    });
    expect((await put({})).status).toBe(202);
  });

  test('the check of a bill warns about unknown members around the bill', async () => {
    const { till } = await open();
    const body = { bill: smallBill(), storeID: 'store-2', colour: 'red' };
    expect(await till.call('POST', '/receipts/check', body)).toMatchObject({
      status: 200,
      sale: { errors: [], warnings: [{ path: '/storeID', code: 'unknown-field' }, { path: '/colour' }] },
    });
  });

  test('print marks and cancels warn about unknown members; reading a sale does not', async () => {
    const { testApp, till } = await open();
    const { sale } = await till.open('r');
    const warnings = () => testApp.till.findSale(sale.id)?.warnings.map(({ path }) => path);
    expect((await till.call('GET', `/sales/${sale.id}`)).sale.warnings).toEqual([]);
    for (const nothing of [undefined, {}]) {
      expect(await till.call('POST', `/sales/${sale.id}/printed`, nothing)).toMatchObject({ status: 202 });
      expect(warnings()).toHaveLength(0);
    }
    const printed = await till.call('POST', `/sales/${sale.id}/printed`, { copies: 2 });
    expect(printed).toMatchObject({ status: 202, sale: { warnings: [{ path: '/copies' }] } });
    const cancelled = await till.call('DELETE', `/sales/${sale.id}`, { reason: 'left' });
    expect(cancelled).toMatchObject({ status: 202, sale: { warnings: [{}, { path: '/reason' }] } });
  });

  test('the first 20 of very many unknown members are reported', async () => {
    const { till } = await open();
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`member ${n}`, n]));
    const taken = await till.call('POST', '/receipts', { reference: 'r', bill: smallBill(), ...many });
    expect(taken.status).toBe(202);
    expect(taken.sale.warnings).toHaveLength(20);
  });
});
