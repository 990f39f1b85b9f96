import { describe, expect, test } from 'vitest';
import { pairTill } from './paired-till.ts';
import { openTestApp, smallBill, type TestApp } from './test-app.ts';

/** Nulls that a serializer writes around a bill count as absent, with one warning, like nulls in the bill. */

const nulls = { storeId: null, displayTarget: null };
const warning = { code: 'null-field', message: expect.stringMatching(/^Found null\. Expected the field left out/) };

async function open(
  options: Parameters<typeof openTestApp>[0] = {},
): Promise<{ testApp: TestApp; till: Awaited<ReturnType<typeof pairTill>> }> {
  const testApp = await openTestApp(options);
  return { testApp, till: await pairTill(testApp, 'Till 1') };
}

describe('null for a field that may be left out', () => {
  test('opens the same sale as a missing field, with one warning', async () => {
    const { till } = await open();
    const written = { amount: null, currency: null, customer: null, billId: null, buyerInformation: null, show: null };
    const { status, sale } = await till.open('r', { ...written, ...nulls, language: null });
    expect({ status, ...sale }).toMatchObject({ status: 201, amount: null, storeId: 'store-1', assigned: false });
    expect(sale.warnings).toMatchObject([{ path: '/amount', ...warning }]);
    expect(await till.open('r')).toMatchObject({ status: 200, sale: { id: sale.id } });
  });

  test('causes one warning in a bill and in a receipt, which are accepted', async () => {
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
  });

  test('causes one warning in a file of the watched folder, which is accepted', async () => {
    const { testApp } = await open();
    const file = { reference: 'f', customer: null, ...nulls, bill: smallBill() };
    await testApp.drop('f.json', file);
    await testApp.resultOf('f');
    expect(testApp.till.listSales({ limit: 1 }).items[0]?.warnings).toMatchObject([{ path: '/customer', ...warning }]);
  });

  test('is refused if the shop treats warnings as refusals, and so is null for a required field', async () => {
    const { till } = await open({ settings: { delivery: { warningsBlock: true } } });
    expect(await till.call('POST', '/receipts', { reference: 'a', ...nulls, bill: smallBill() })).toMatchObject({
      status: 422,
      sale: { errors: [{ path: '/storeId', code: 'null-field' }] },
    });
    expect(await till.call('POST', '/receipts', { reference: null, ...nulls, bill: null })).toMatchObject({
      status: 422,
      sale: { errors: [{ path: '/reference' }] },
    });
  });

  test('in the line of a basket is accepted, and the basket is shown', async () => {
    const { testApp, till } = await open();
    const { sale } = await till.open('r');
    const lines = [{ text: 'Tea', quantity: null, amount: 2 }];
    const answer = await till.call('PUT', `/sales/${sale.id}/basket`, { lines, total: 2, currency: 'EUR' });
    expect(answer.status).toBe(204);
    expect(JSON.stringify(testApp.app.snapshot('customer')?.view)).toContain('Tea');
  });
});

test('the check of a bill reports an invalid store id, two customers, a card number in the buyer information, and nulls', async () => {
  const { till } = await open();
  const check = (body: object) => till.call('POST', '/receipts/check', { bill: smallBill(), ...body });
  expect(await check({ storeId: '' })).toMatchObject({ status: 422, sale: { errors: [{ path: '/storeId' }] } });
  const two = { customer: { externalId: 'c-1' }, userIdentification: { externalId: 'c-2' } };
  expect(await check(two)).toMatchObject({ status: 200, sale: { errors: [{ code: 'two-customers' }] } });
  const card = { buyerInformation: { cardNumber: '4111111111111111' } };
  expect(await check(card)).toMatchObject({ status: 200, sale: { errors: [{ code: 'card-number' }] } });
  expect(await check({ ...nulls, userIdentification: { userId: 'u' }, reference: 'r' })).toMatchObject({
    status: 200,
    sale: { errors: [], warnings: [{ path: '/storeId', code: 'null-field' }, { code: 'deprecated' }] },
  });
});
