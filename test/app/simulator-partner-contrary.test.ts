import { describe, expect, test } from 'vitest';
import { richBill } from './simulator-bill.ts';
import { startDesk } from './simulator-desk.ts';
import { type Json, json, smallBill } from './simulator-till.ts';

const upperCase = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
const contrary = { contrary: true };

describe('a contrary service', () => {
  test('creates with 201 and an id in upper case, among members that nobody promised', async () => {
    const desk = await startDesk({ switches: contrary });
    const answer = await desk.ask('POST', '/api/v3/user', { externalId: 'member-1' });
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).id]).toEqual([201, expect.stringMatching(upperCase)]);
    expect(text).toContain('"revision":9007199254740993');
  });

  test('refuses in JSON of its own, and the documented problem by an address that ends in its name', async () => {
    const desk = await startDesk({ switches: { ...contrary, slowUserChance: 1 } });
    const userId = await desk.user('member-1');
    const again = await desk.ask('POST', '/api/v3/user', { externalId: 'member-1' });
    expect([again.status, again.headers.get('content-type')]).toEqual([400, 'application/json']);
    expect(await again.json()).toMatchObject({ error: { code: 'user-already-exists' } });
    const slow = await desk.ask('GET', `/api/v3/user/${userId}/token`);
    const type = expect.stringMatching(/[#/]user-temporarily-not-available$/);
    expect([slow.status, await slow.json()]).toEqual([404, expect.objectContaining({ type })]);
    expect((await desk.ask('POST', '/api/v3/user', {}, {})).status).toBe(403);
  });

  test('says the end of a token as a time, and a deletion as text', async () => {
    const desk = await startDesk({ switches: contrary });
    const userId = await desk.user('member-1');
    const token = await json(await desk.ask('GET', `/api/v3/user/${userId}/token`));
    expect(token.expiresIn).toMatch(/^\d{4}-\d\d-\d\dT/);
    const deleted = await desk.ask('DELETE', `/api/user/${userId}`);
    expect([deleted.status, deleted.headers.get('content-type')]).toEqual([202, 'text/plain; charset=utf-8']);
  });

  test('lists the oldest first, without pictures, with a token full of signs, until nothing is left', async () => {
    const desk = await startDesk({ switches: contrary });
    const userId = await desk.user('member-1');
    const sent = [await desk.bill('member-1', richBill()), await desk.bill('member-1', smallBill())];
    const first = await desk.receipts(userId, '?take=1');
    const token = first.headers.get('continuationtoken') ?? '';
    expect(token).toMatch(/^\+\/.*&#%==$/);
    const second = await desk.receipts(userId, `?take=1&continuation=${encodeURIComponent(token)}`);
    const items = [first, second].map(async (answer) => ((await answer.json()) as readonly Json[])[0]);
    const [oldest, newest] = await Promise.all(items);
    expect([oldest?.receiptId, newest?.receiptId]).toEqual(sent.map((id) => id.toUpperCase()));
    expect(oldest).toMatchObject({ imageResource: null, date: '2026-01-05T17:42:07.000Z', tenant: null });
    expect(newest).toMatchObject({ vendorName: '', vendorAddress: null });
    expect(second.headers.get('continuationtoken')).toBeNull();
    expect((await desk.receipts(userId, '?take=101')).status).toBe(400);
  });

  test('answers an added receipt in plain text', async () => {
    const desk = await startDesk({ switches: contrary });
    const userId = await desk.user('member-1');
    const receiptId = await desk.bill(null, smallBill());
    const answer = await desk.ask('POST', `/api/v3/user/${userId}/receipts`, { receiptId });
    expect([answer.status, await answer.text()]).toEqual([200, receiptId.toUpperCase()]);
  });

  test('sends a PDF in pieces, without its length, as some bytes', async () => {
    const desk = await startDesk({ switches: contrary });
    const userId = await desk.user('member-1');
    const receiptId = await desk.bill('member-1', smallBill());
    const answer = await desk.ask('GET', `/api/v3/user/${userId}/receipts/${receiptId}/pdf`);
    const { headers } = answer;
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual(['application/octet-stream', null]);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('nests the onboarding answer, and refuses whoever is not activated with a problem', async () => {
    const desk = await startDesk({ switches: contrary });
    const { result } = (await desk.onboard()) as { result: Record<string, Json> };
    const { registration, customer, serviceAccount } = result;
    expect(registration?.href).toMatch(/\/registration\//);
    const found = await desk.ask('GET', `/onboarding/vendorCustomerId/${customer?.id}`);
    expect(await found.json()).toMatchObject({ type: 'notActivated', customerId: expect.stringMatching(upperCase) });
    const account = { username: String(serviceAccount?.name), password: String(serviceAccount?.secret) };
    const { access_token } = await json(await desk.till.askToken({ ...desk.till.passwordFields(), ...account }));
    const body = { storeId: desk.till.storeId, bill: smallBill() };
    const headers = { authorization: `Bearer ${access_token}` };
    const refused = await desk.till.call('POST', '/v3/bill', body, headers);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
  });

  test('reads as it is told where somebody told it', async () => {
    const desk = await startDesk({ switches: { ...contrary, defaultTake: 2 } });
    const userId = await desk.user('member-1');
    desk.till.simulator.addReceipts(userId, 3);
    expect(await (await desk.receipts(userId)).json()).toHaveLength(2);
  });
});
