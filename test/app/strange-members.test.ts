import { describe, expect, test } from 'vitest';
import { openWithTill } from './paired-till.ts';
import { smallBill, type TestAppOptions } from './test-app.ts';

/** Members around a bill or a sale that the API does not know, and nulls that a serializer writes there. */

async function open(settings: TestAppOptions['settings'] = {}) {
  const { testApp, till } = await openWithTill({
    settings,
    simulator: { account: { storeIds: ['store-1', 'store-2'] }, switches: { knownExternalIds: ['c-1'] } },
  });
  await testApp.poolHas(2);
  const delivered = async (id: string) => {
    const { billId } = await testApp.delivered(id);
    return testApp.simulator.ledger().bills.find((bill) => bill.billId === billId)?.body;
  };
  return { testApp, till, delivered };
}

const customer = { externalId: 'c-1' };
const issue = (code: string, path: string, expected: string) => ({
  path,
  code,
  message: expect.stringContaining(expected),
});

describe('before payment', () => {
  test('a sale with an unknown member is refused, and the answer lists the known names, unless it is null', async () => {
    const { testApp, till } = await open();
    for (const name of ['storeID', 'Customer', 'email', 'total', 'operator', 'a/b']) {
      const errors = [issue('unknown', `/${name.replace('/', '~1')}`, 'Expected only reference, billId, storeId,')];
      expect(await till.open('r', { amount: 19.9, [name]: 20 })).toMatchObject({ status: 422, sale: { errors } });
    }
    expect(testApp.till.listSales({ limit: 10 }).items).toEqual([]);
    expect(await till.open('r', { amount: 19.9, email: null })).toMatchObject({ status: 201, sale: { warnings: [] } });
  });

  test('a sale may name its customer in userIdentification, as the interface of the service does', async () => {
    const { till } = await open();
    const opened = await till.open('r', { userIdentification: customer });
    expect(opened).toMatchObject({ status: 201, sale: { assigned: true, url: null, warnings: [] } });
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
    const basket = { lines, total: 3, currency: 'EUR', storeId: 'store-2' };
    const start = { externalUserId: 'loyalty-0001', storeId: 'store-2' };
    const line = issue('unknown', '/lines/0/lineTotal', 'Expected only text, quantity, amount.');
    for (const [method, path, body, ...errors] of [
      ['PUT', '/basket', basket, line, issue('unknown', '/storeId', 'Expected only lines, total, currency.')],
      ['PATCH', '', { customer }, issue('unknown', '/customer', 'Expected only amount, currency, language, show.')],
      ['POST', '/show', { customer }, issue('unknown', '/customer', 'Expected none.')],
      ['PUT', '/loyalty', start, issue('unknown', '/storeId', 'Expected only externalUserId.')],
    ] as const)
      expect(await till.call(method, `/sales/${sale.id}${path}`, body)).toMatchObject({
        status: 422,
        sale: { errors },
      });
  });
});

describe('at and after the payment', () => {
  test('a receipt with an unknown member is accepted without that member, with a warning for each of the first 20, over HTTP and as a file', async () => {
    const { testApp, till, delivered } = await open();
    const warnings = [
      issue('unknown-field', '/storeID', 'Expected only reference, customer,'),
      issue('unknown-field', '/colour', 'it is left out.'),
    ];
    const body = { reference: 'r', bill: smallBill(), storeID: 'store-2', colour: 'red' };
    const taken = await till.call('POST', '/receipts', body);
    expect(taken).toMatchObject({ status: 202, sale: { warnings } });
    expect(await delivered(taken.sale.id)).toMatchObject({ storeId: 'store-1', userIdentification: null });
    await testApp.drop('a.json', { ...body, bill: smallBill(21) });
    expect(await testApp.resultOf('a')).toMatchObject({ warnings });
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`member ${n}`, n]));
    const receipt = await till.call('POST', '/receipts', { reference: 'many', bill: smallBill(22), ...many });
    expect(receipt).toMatchObject({ status: 202, sale: { warnings: { length: 20 } } });
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
});

const nulls = { storeId: null, displayTarget: null };
const warning = { code: 'null-field', message: expect.stringMatching(/^Found null\. Expected the field left out/) };

describe('null for a field that may be left out', () => {
  test('opens the same sale as a missing field, with one warning, and is shown in the line of a basket', async () => {
    const { testApp, till } = await open();
    const written = { amount: null, currency: null, customer: null, billId: null, buyerInformation: null, show: null };
    const { status, sale } = await till.open('r', { ...written, ...nulls, language: null });
    expect({ status, ...sale }).toMatchObject({ status: 201, amount: null, storeId: 'store-1', assigned: false });
    expect(sale.warnings).toMatchObject([{ path: '/amount', ...warning }]);
    expect(await till.open('r')).toMatchObject({ status: 200, sale: { id: sale.id } });
    const basket = { lines: [{ text: 'Tea', quantity: null, amount: 2 }], total: 2, currency: 'EUR' };
    expect((await till.call('PUT', `/sales/${sale.id}/basket`, basket)).status).toBe(204);
    expect(JSON.stringify(testApp.screen)).toContain('Tea');
  });

  test('causes one warning in a bill and in a receipt, also as a file, which are accepted', async () => {
    const { testApp, till } = await open();
    const { sale } = await till.open('a', { amount: 19.9 });
    const put = await till.call('PUT', `/sales/${sale.id}/bill`, { bill: smallBill(), ...nulls });
    expect(put.sale.warnings).toMatchObject([{ path: '/storeId', ...warning }]);
    expect(put.status).toBe(202);
    // Without the nulls it is still the same bill.
    expect((await till.bill(sale.id, smallBill())).status).toBe(202);
    const whole = { reference: 'b', customer: null, buyerInformation: null, language: null, ...nulls };
    const posted = await till.call('POST', '/receipts', { ...whole, bill: smallBill() });
    expect(posted).toMatchObject({ status: 202, sale: { warnings: [{ path: '/customer', ...warning }] } });
    expect((await till.receipt('b', smallBill())).sale.id).toBe(posted.sale.id);
    await testApp.delivered(posted.sale.id);
    await testApp.drop('f.json', { reference: 'f', customer: null, ...nulls, bill: smallBill(21) });
    expect(await testApp.resultOf('f')).toMatchObject({ warnings: [{ path: '/customer', ...warning }] });
  });

  test('is refused if the shop treats warnings as refusals, and so is null for a required field', async () => {
    const { till } = await open({ delivery: { warningsBlock: true } });
    expect(await till.call('POST', '/receipts', { reference: 'a', ...nulls, bill: smallBill() })).toMatchObject({
      status: 422,
      sale: { errors: [{ path: '/storeId', code: 'null-field' }] },
    });
    expect(await till.call('POST', '/receipts', { reference: null, ...nulls, bill: null })).toMatchObject({
      status: 422,
      sale: { errors: [{ path: '/reference' }] },
    });
  });
});

test('the check of a bill reports unknown members, an invalid store id, two customers, a card number in the buyer information, and nulls', async () => {
  const { till } = await open();
  const check = (body: object) => till.call('POST', '/receipts/check', { bill: smallBill(), ...body });
  expect(await check({ storeID: 'store-2', colour: 'red' })).toMatchObject({
    status: 200,
    sale: { errors: [], warnings: [{ path: '/storeID', code: 'unknown-field' }, { path: '/colour' }] },
  });
  expect(await check({ storeId: '' })).toMatchObject({ status: 422, sale: { errors: [{ path: '/storeId' }] } });
  const two = { customer: { externalId: 'c-1' }, userIdentification: { externalId: 'c-2' } };
  expect(await check(two)).toMatchObject({ status: 200, sale: { errors: [{ code: 'two-customers' }] } });
  const leftEmpty = { customer: { externalId: 'c-1' }, userIdentification: null, buyerInformation: {} };
  expect(await check(leftEmpty)).toMatchObject({ status: 200, sale: { errors: [] } });
  const card = { buyerInformation: { cardNumber: '4111111111111111' } };
  expect(await check(card)).toMatchObject({ status: 200, sale: { errors: [{ code: 'card-number' }] } });
  expect(await check({ ...nulls, userIdentification: { userId: 'u' }, reference: 'r' })).toMatchObject({
    status: 200,
    sale: { errors: [], warnings: [{ path: '/storeId', code: 'null-field' }, { code: 'deprecated' }] },
  });
});
