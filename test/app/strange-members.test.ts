import { describe, expect, test } from 'vitest';
import { openHouse, smallBill } from './house.ts';
import { pairTill } from './paired-till.ts';
import { openPartnerHouse, userId } from './partner-house.ts';

/** Members that nobody knows: before payment what could go wrong by a spelling is refused, later nothing is lost by one. */

async function open() {
  const house = await openHouse({
    simulator: { account: { storeIds: ['store-1', 'store-2'] }, switches: { knownExternalIds: ['c-1'] } },
  });
  const till = await pairTill(house, 'Till 1');
  await house.poolHas(2);
  const list = () => house.till.listSales({ limit: 10 }).items;
  const delivered = async (id: string) => {
    const { billId } = await house.delivered(id);
    return house.simulator.ledger().bills.find((bill) => bill.billId === billId)?.body;
  };
  return { house, till, list, delivered };
}

const customer = { externalId: 'c-1' };
const isOdd = (code: string, path: string, expected: string) => ({
  path,
  code,
  message: expect.stringContaining(expected),
});

describe('before payment', () => {
  test.each([
    ['storeID', 'store-2', 'storeId'],
    ['store_id', 'store-2', 'storeId'],
    ['shop', 'store-2', 'storeId'],
    ['Customer', customer, 'customer'],
    ['costumer', customer, 'customer'],
    ['email', 'somebody@example.com', 'customer'],
    ['userIdentificaton', customer, 'userIdentification'],
    ['buyer_information', customer, 'buyerInformation'],
    ['totalAmount', 20, 'amount'],
    ['total', 20, 'amount'],
  ])('a sale with %s is refused, with the name that it seems to mean', async (name, value, meant) => {
    const { till, list } = await open();
    const refused = await till.open('r', { amount: 19.9, [name]: value });
    expect(refused.status).toBe(422);
    expect(refused.sale).toMatchObject({ errors: [isOdd('unknown', `/${name}`, `Expected ${meant},`)] });
    expect(list()).toEqual([]);
  });

  test('whatever else is not known is left out, with a warning', async () => {
    const { till } = await open();
    const opened = await till.open('r', { amount: 19.9, operator: 7, validUntil: 'x', 'a/b': 1, email: null });
    expect(opened.status).toBe(201);
    expect(opened.sale.warnings).toMatchObject([
      isOdd('unknown-field', '/operator', 'Expected only reference, billId, storeId,'),
      isOdd('unknown-field', '/validUntil', 'left out'),
      isOdd('unknown-field', '/a~1b', 'left out'),
    ]);
    expect(await till.open('r', { amount: 19.9 })).toMatchObject({ status: 200, sale: { id: opened.sale.id } });
  });

  test('the document names the customer otherwise, and that is understood', async () => {
    const { till } = await open();
    const opened = await till.open('r', { userIdentification: customer });
    expect(opened).toMatchObject({ status: 201, sale: { assigned: true, warnings: [] } });
    expect(await till.open('r', { customer })).toMatchObject({ status: 200, sale: { id: opened.sale.id } });
    expect(await till.open('nobody', { userIdentification: null })).toMatchObject({ sale: { assigned: false } });
    const two = await till.open('two', { customer, userIdentification: { externalId: 'c-2' } });
    expect(two).toMatchObject({ status: 422, sale: { errors: [{ code: 'two-customers' }] } });
    const older = await till.open('older', { userIdentification: { userId: 'u-1' } });
    expect(older).toMatchObject({
      status: 422,
      sale: { errors: [isOdd('unknown', '/userIdentification/userId', 'Expected externalId,')] },
    });
  });

  test('a basket is held to the same', async () => {
    const { house, till } = await open();
    const { sale } = await till.open('r');
    const basket = (more: object, ofLine: object = {}) =>
      till.call('PUT', `/sales/${sale.id}/basket`, {
        ...{ lines: [1, 2].map((amount) => ({ text: 'Tea', amount, ...ofLine })), total: 3, currency: 'EUR', ...more },
      });
    expect(await basket({ amount: 4 })).toMatchObject({
      status: 422,
      sale: { errors: [isOdd('unknown', '/amount', 'Expected total,')] },
    });
    expect(await basket({}, { lineTotal: 4 })).toMatchObject({
      status: 422,
      sale: { errors: [isOdd('unknown', '/lines/0/lineTotal', 'Expected amount,')] },
    });
    for (const again of [1, 2]) expect((await basket({ cashier: again }, { colour: 'red' })).status).toBe(204);
    expect(house.till.findSale(sale.id)?.warnings).toMatchObject([
      isOdd('unknown-field', '/lines/0/colour', 'Expected only text, quantity, amount'),
      isOdd('unknown-field', '/cashier', 'Expected only lines, total, currency'),
    ]);
  });

  test('a user of the customer desk, too', async () => {
    const { call, partner } = await openPartnerHouse({
      answers: { 'POST /partner/api/v3/user': { body: { id: userId } } },
    });
    const user = (more: object) => call('POST', '/users', { externalId: 'u-1', ...more });
    expect(await user({ email: 'somebody@example.com' })).toMatchObject({
      status: 422,
      body: { errors: [isOdd('unknown', '/email', 'Expected externalId,')] },
    });
    expect(await user({ loyaltyCards: [{ code: '1', name: 'Club', validUntil: '2027' }] })).toMatchObject({
      status: 201,
      body: { id: userId, warnings: [isOdd('unknown-field', '/loyaltyCards/0/validUntil', 'left out')] },
    });
    expect(partner.asked.map(({ body }) => JSON.parse(body))).toEqual([
      { externalId: 'u-1', loyaltyCards: [{ code: '1', name: 'Club' }] },
    ]);
  });
});

describe('with and after payment', () => {
  test.each([
    ['storeID', 'store-2', 'storeId', { storeId: 'store-2' }],
    ['store', 'store-2', 'storeId', { storeId: 'store-2' }],
    ['Customer', customer, 'customer', { userIdentification: customer }],
    ['user_identification', customer, 'userIdentification', { userIdentification: customer }],
  ])('a receipt with %s is understood, over HTTP and as a file', async (name, value, meant, sent) => {
    const { house, till, delivered } = await open();
    const warning = isOdd('misspelt-field', `/${name}`, `Expected ${meant};`);
    const body = { reference: 'r', bill: smallBill(), [name]: value };
    const taken = await till.call('POST', '/receipts', body);
    expect(taken).toMatchObject({ status: 202, sale: { warnings: [warning] } });
    expect(await delivered(taken.sale.id)).toMatchObject(sent);
    await house.drop('a.json', { ...body, bill: smallBill(21) });
    const file = await house.resultOf('a');
    expect(file).toMatchObject({ warnings: [warning] });
    expect(await delivered(String(file.id))).toMatchObject(sent);
  });

  test('a bill with the name that the customer has elsewhere is theirs, and the same bill by the right name is the same', async () => {
    const { till, delivered } = await open();
    const { sale } = await till.open('r');
    const put = (body: object) => till.call('PUT', `/sales/${sale.id}/bill`, { bill: smallBill(), ...body });
    expect(await put({ customer: { externalID: 'c-1' }, coupon: 'x' })).toMatchObject({
      status: 202,
      sale: {
        warnings: [
          isOdd('misspelt-field', '/customer', 'Expected userIdentification;'),
          isOdd('misspelt-field', '/customer/externalID', 'Expected externalId;'),
          isOdd('unknown-field', '/coupon', 'Expected only bill,'),
        ],
      },
    });
    expect((await put({ userIdentification: customer })).status).toBe(202);
    expect(await delivered(sale.id)).toMatchObject({ userIdentification: customer });
  });

  test.each([
    ['two that could be meant', { storeID: 'store-2', store_id: 'store-1' }, ['/storeID', '/store_id']],
    ['one beside the right name', { storeId: 'store-1', storeID: 'store-2' }, ['/storeID']],
    ['one that cannot be it', { store: { id: 'store-2' }, Customer: 'c-1' }, ['/store', '/Customer']],
    ['one that is far from it', { email: 'somebody@example.com' }, ['/email']],
  ])('of %s nothing is guessed: it is left out, with a warning', async (_what, body, paths) => {
    const { till, delivered } = await open();
    const taken = await till.call('POST', '/receipts', { reference: 'r', bill: smallBill(), ...body });
    expect(taken).toMatchObject({ status: 202, sale: { storeId: 'store-1' } });
    expect(taken.sale.warnings.map(({ path, code }) => [path, code])).toEqual(
      paths.map((path) => [path, 'unknown-field']),
    );
    expect(await delivered(taken.sale.id)).toMatchObject({ storeId: 'store-1', userIdentification: null });
  });

  test('the check of a bill says what the real calls would', async () => {
    const { till } = await open();
    const body = { bill: smallBill(), storeID: 'store-2', colour: 'red' };
    expect(await till.call('POST', '/receipts/check', body)).toMatchObject({
      status: 200,
      sale: { errors: [], warnings: [{ path: '/storeID', code: 'misspelt-field' }, { path: '/colour' }] },
    });
  });

  test('loyalty and the marks warn on the sale; reading it says nothing', async () => {
    const { house, till } = await open();
    const { sale } = await till.open('r');
    const warnings = () => house.till.findSale(sale.id)?.warnings.map(({ path }) => path);
    expect((await till.call('GET', `/sales/${sale.id}?colour=red`)).sale.warnings).toEqual([]);
    const loyalty = { externalUserID: 'loyalty-0001', colour: 'red' };
    expect(await till.call('PUT', `/sales/${sale.id}/loyalty`, loyalty)).toMatchObject({ status: 200 });
    expect(warnings()).toEqual(['/externalUserID', '/colour']);
    for (const nothing of [undefined, {}]) {
      expect(await till.call('POST', `/sales/${sale.id}/printed`, nothing)).toMatchObject({ status: 202 });
      expect(warnings()).toHaveLength(2);
    }
    const printed = await till.call('POST', `/sales/${sale.id}/printed`, { copies: 2 });
    expect(printed).toMatchObject({ status: 202, sale: { warnings: [{}, {}, { path: '/copies' }] } });
    const cancelled = await till.call('DELETE', `/sales/${sale.id}`, { reason: 'left' });
    expect(cancelled).toMatchObject({ status: 202, sale: { warnings: [{}, {}, {}, { path: '/reason' }] } });
  });

  test('of members without end the first are told', async () => {
    const { till } = await open();
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`member ${n}`, n]));
    const taken = await till.call('POST', '/receipts', { reference: 'r', bill: smallBill(), ...many });
    expect(taken.status).toBe(202);
    expect(taken.sale.warnings).toHaveLength(20);
  });
});
