import { describe, expect, test } from 'vitest';
import { richBill } from './simulator-bill.ts';
import { type Desk, startDesk } from './simulator-desk.ts';
import { type Json, smallBill } from './simulator-till.ts';

const numbered = (number: number): Json =>
  smallBill({ head: { number: String(number), date: '2026-01-05T10:00:00+01:00' } });

async function items(response: Response): Promise<readonly Json[]> {
  return (await response.json()) as readonly Json[];
}

/** Every page until none is left. */
async function walk(desk: Desk, userId: string, take: number) {
  const pages: (readonly Json[])[] = [];
  const totals: (string | null)[] = [];
  let token: string | null = null;
  do {
    const query: string = token === null ? '' : `&continuation=${encodeURIComponent(token)}`;
    const answer = await desk.receipts(userId, `?take=${take}${query}`);
    pages.push(await items(answer));
    totals.push(answer.headers.get('total-count'));
    token = answer.headers.get('continuationtoken');
  } while (token !== null);
  return { pages, totals };
}

describe('the list', () => {
  test('has the receipts that bills gave to the user, newest first, in a bare array', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    const first = await desk.bill('member-1', richBill());
    await desk.bill('somebody-else', smallBill());
    const second = await desk.bill('member-1', smallBill());
    const answer = await desk.receipts(userId);
    const [newest, oldest, ...others] = await items(answer);
    expect([answer.headers.get('total-count'), answer.headers.get('continuationtoken')]).toEqual(['2', null]);
    expect(others).toEqual([]);
    expect(newest?.receiptId).toBe(second);
    expect(oldest).toEqual({
      receiptId: first,
      storeId: desk.till.storeId,
      amount: 21.31,
      currency: 'EUR',
      date: '2026-01-05T18:42:07+01:00',
      imageResource: expect.stringContaining(`${desk.till.baseUrl}/picture/`),
      vendorName: 'Bäckerei & Café Morgenrot',
      vendorAddress: { street: 'Beispielweg 12', city: 'Musterstadt', postalCode: '01234', countryCode: 'DE' },
    });
  });

  test('comes in pages that hold every receipt once, with a token only while there are more', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    const sent: string[] = [];
    for (let number = 1; number <= 7; number += 1) sent.push(await desk.bill('member-1', numbered(number)));
    const { pages, totals } = await walk(desk, userId, 3);
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat().map(({ receiptId }) => receiptId)).toEqual(sent.toReversed());
    expect(totals).toEqual(['7', '7', '7']);
    expect((await walk(desk, userId, 7)).pages).toHaveLength(1);
  });

  test('a receipt that comes between two pages moves none of the others', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    const sent = [await desk.bill('member-1', numbered(1)), await desk.bill('member-1', numbered(2))];
    const first = await desk.receipts(userId, '?take=1');
    await desk.bill('member-1', numbered(3));
    const token = encodeURIComponent(first.headers.get('continuationtoken') ?? '');
    const [next] = await items(await desk.receipts(userId, `?take=1&continuation=${token}`));
    expect(next?.receiptId).toBe(sent[0]);
  });

  test('a cancelled receipt leaves it', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    const receiptId = await desk.bill('member-1', smallBill());
    await desk.till.call('DELETE', `/v3/bill/${receiptId}`);
    expect(await items(await desk.receipts(userId))).toEqual([]);
  });

  test.each(['?take=0', '?take=x', '?take=-1', '?continuation=nonsense'])('%s is refused and noted', async (query) => {
    const desk = await startDesk();
    const answer = await desk.receipts(await desk.user('member-1'), query);
    expect(answer.status).toBe(400);
    expect(desk.till.simulator.ledger().complaints).toHaveLength(1);
  });

  test("one user's token is of no use to another", async () => {
    const desk = await startDesk();
    const [one, other] = [await desk.user('member-1'), await desk.user('member-2')];
    for (const number of [1, 2]) await desk.bill('member-1', numbered(number));
    const token = (await desk.receipts(one, '?take=1')).headers.get('continuationtoken') ?? '';
    expect((await desk.receipts(other, `?continuation=${encodeURIComponent(token)}`)).status).toBe(400);
  });

  test('page sizes are switches: the usual one, the largest, and what becomes of more', async () => {
    const desk = await startDesk({ switches: { defaultTake: 2, maxTake: 3 } });
    const userId = await desk.user('member-1');
    desk.till.simulator.addReceipts(userId, 5);
    expect(await items(await desk.receipts(userId))).toHaveLength(2);
    expect(await items(await desk.receipts(userId, '?take=4'))).toHaveLength(3);
    desk.till.simulator.setSwitches({ takeBeyondMax: 'refused' });
    expect((await desk.receipts(userId, '?take=4')).status).toBe(400);
  });

  test('pictures are real and can be switched off', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    await desk.bill('member-1', richBill());
    const picture = async () => (await items(await desk.receipts(userId)))[0]?.imageResource;
    const answer = await fetch(String(await picture()));
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    desk.till.simulator.setSwitches({ receiptPictures: false });
    expect(await picture()).toBeNull();
  });

  test('10,000 receipts of one user are made at once and walked page by page', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    const body = JSON.stringify({ userId, count: 10_000 });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${desk.till.controlUrl}/receipts`, { method: 'POST', headers, body })).status).toBe(204);
    const { pages, totals } = await walk(desk, userId, 100);
    expect([pages.length, new Set(totals)]).toEqual([100, new Set(['10000'])]);
    expect(new Set(pages.flat().map(({ receiptId }) => receiptId)).size).toBe(10_000);
    const dates = pages.flat().map(({ date }) => Date.parse(String(date)));
    expect(dates).toEqual(dates.toSorted((one, other) => other - one));
  });
});

describe('an anonymous receipt', () => {
  const add = (desk: Desk, userId: string, receiptId: unknown) =>
    desk.ask('POST', `/api/v3/user/${userId}/receipts`, { receiptId });

  test('is added to a user: the answer is its id as a string, and the list has it', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    const receiptId = await desk.bill(null, smallBill());
    const answer = await add(desk, userId, receiptId.toUpperCase());
    expect([answer.status, await answer.json()]).toEqual([200, receiptId]);
    expect(await items(await desk.receipts(userId))).toMatchObject([{ receiptId }]);
    expect(await (await fetch(`${desk.till.baseUrl}/r/${receiptId}`)).text()).toContain('In your account');
  });

  test('again to the same user changes nothing, to another is refused', async () => {
    const desk = await startDesk();
    const [one, other] = [await desk.user('member-1'), await desk.user('member-2')];
    const receiptId = await desk.bill(null, smallBill());
    await add(desk, one, receiptId);
    expect((await add(desk, one, receiptId)).status).toBe(200);
    expect((await add(desk, other, receiptId)).status).toBe(409);
    expect([(await items(await desk.receipts(one))).length, await items(await desk.receipts(other))]).toEqual([1, []]);
  });

  test('the user must be registered first, and the receipt be stored', async () => {
    const desk = await startDesk();
    const receiptId = await desk.bill(null, smallBill());
    expect((await add(desk, '00000000-0000-4000-8000-000000000000', receiptId)).status).toBe(404);
    const userId = await desk.user('member-1');
    expect((await add(desk, userId, (await desk.till.register()).billId)).status).toBe(404);
    expect((await add(desk, userId, 'nothing')).status).toBe(404);
    expect((await add(desk, userId, 7)).status).toBe(400);
    expect(desk.till.simulator.ledger().partner.map(({ kind }) => kind)).toEqual(['userCreated']);
  });
});

describe('methods and paths that the document leaves open', () => {
  test('stand in the path, in the query or in the body, as they are set, while the service runs', async () => {
    const desk = await startDesk();
    const userId = await desk.user('member-1');
    const receiptId = await desk.bill(null, smallBill());
    desk.till.simulator.setSwitches({
      receiptListRoute: 'POST /list',
      receiptPdfRoute: 'GET /receipt?of={userId}&number={receiptId}',
      receiptAddRoute: 'PUT /claims/{userId}',
    });
    expect((await desk.receipts(userId)).status).toBe(404);
    expect(await (await desk.ask('PUT', `/claims/${userId}`, { receiptId })).json()).toBe(receiptId);
    await desk.bill('member-1', smallBill());
    const listed = await desk.ask('POST', '/list', { userId, take: 1 });
    expect([listed.headers.get('total-count'), await items(listed)]).toEqual(['2', [expect.anything()]]);
    expect((await desk.ask('POST', `/list?userId=${userId}`, {})).headers.get('total-count')).toBe('2');
    const pdf = await desk.ask('GET', `/receipt?of=${userId}&number=${receiptId}`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });
});
