import { describe, expect, test } from 'vitest';
import type { Effect } from '../../src-main/simulator/faults.ts';
import { json, smallBill, startSignedInTill } from './simulator-till.ts';

describe('an answer that is replaced', () => {
  test('a status comes with its body and headers, as often as asked, and the request takes no effect', async () => {
    const till = await startSignedInTill();
    const effect = { kind: 'status', status: 503, body: 'busy', headers: { 'retry-after': '7' } } as const;
    till.simulator.faults.add({ route: 'bill', effect, times: 2 });
    for (const _ of [1, 2]) {
      const response = await till.sendBill();
      expect([response.status, await response.text(), response.headers.get('retry-after')]).toEqual([503, 'busy', '7']);
    }
    expect(till.simulator.ledger().bills).toEqual([]);
    expect((await till.sendBill()).status).toBe(200);
    expect(till.simulator.ledger().requests.map(({ status }) => status)).toEqual([200, 503, 503, 200]);
  });

  test('a status after processing leaves the bill stored, so the retry meets 409', async () => {
    const till = await startSignedInTill();
    const { billId } = await till.register();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 504, processed: true } });
    const first = await till.sendBill(smallBill({ id: billId }));
    expect([first.status, await first.text()]).toEqual([504, '']);
    expect((await till.sendBill(smallBill({ id: billId }))).status).toBe(409);
  });

  test('garbage is a 200 whose JSON cannot be read', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'register', effect: { kind: 'garbage' } });
    const response = await till.call('POST', '/v3/bill/url', { storeId: till.storeId });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(till.simulator.ledger().registrations).toEqual([]);
  });

  test('a captive portal is a 200 with HTML', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'html' } });
    const response = await till.sendBill();
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<!doctype html>')]);
    expect(till.simulator.ledger().bills).toEqual([]);
  });

  test('a wrong billId stands in an answer that is otherwise true', async () => {
    const till = await startSignedInTill();
    const { billId } = await till.register();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'deviates', how: 'otherId', pointer: '/billId' } });
    const answer = await json(await till.sendBill(smallBill({ id: billId })));
    expect(answer.type).toBe('url');
    expect(answer.billId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.billId).not.toBe(billId);
    expect(till.simulator.ledger().bills).toMatchObject([{ billId }]);
  });

  test('a redirect names its place', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({
      route: 'bill',
      effect: { kind: 'redirect', status: 307, location: 'http://other.invalid/' },
    });
    const response = await till.sendBill();
    expect([response.status, response.headers.get('location')]).toEqual([307, 'http://other.invalid/']);
  });
});

describe('an answer that is lost', () => {
  test.each<[Effect['kind'], number]>([
    ['resetBefore', 0],
    ['resetAfter', 1],
  ])('%s: the connection is reset with %i bills stored', async (kind, stored) => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'bill', effect: { kind } as Effect });
    await expect(till.sendBill()).rejects.toThrow('fetch failed');
    expect(till.simulator.ledger().bills).toHaveLength(stored);
    expect(till.simulator.ledger().requests.at(-1)).toMatchObject({ route: 'bill', status: null, fault: kind });
  });

  test('half a body arrives under a true head', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'halfBody' } });
    const response = await till.sendBill();
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(50);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^\{"type":"url"/);
    await expect(reader?.read()).rejects.toThrow();
    expect(till.simulator.ledger().bills).toHaveLength(1);
  });

  test('a hanging answer comes never; stopping the service ends the wait', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'hang', processed: true }, answerDelayMs: 10 });
    const answer = till.sendBill().then(
      () => 'answered',
      () => 'lost',
    );
    await till.clock.untilTimers(1);
    till.clock.advance(10);
    expect(till.simulator.ledger().bills).toHaveLength(1);
    await till.simulator.stop();
    expect(await answer).toBe('lost');
  });
});

describe('delays', () => {
  test('a delay holds the request back until the clock has moved', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'none' }, delayMs: 3000 });
    const answer = till.sendBill();
    await till.clock.untilTimers(1);
    till.clock.advance(2999);
    expect(till.simulator.ledger().bills).toEqual([]);
    till.clock.advance(1);
    expect((await answer).status).toBe(200);
  });

  test('a delayed answer belongs to a request that took effect at once', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'none' }, answerDelayMs: 3000 });
    const answer = till.sendBill();
    await till.clock.untilTimers(1);
    expect(till.simulator.ledger().bills).toHaveLength(1);
    till.clock.advance(3000);
    expect((await answer).status).toBe(200);
  });

  test('no timer outlives the service', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'none' }, delayMs: 3000 });
    const lost = till.sendBill().catch(() => 'lost');
    await till.clock.untilTimers(1);
    await till.simulator.stop();
    expect(await lost).toBe('lost');
    expect(till.clock.pendingMs()).toEqual([]);
  });
});

describe('the plan', () => {
  test('faults of one route are used in order and leave other routes alone', async () => {
    const till = await startSignedInTill();
    for (const status of [500, 502]) till.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status } });
    expect((await till.register()).type).toBe('url');
    const statuses = [await till.sendBill(), await till.sendBill(), await till.sendBill()].map(({ status }) => status);
    expect(statuses).toEqual([500, 502, 200]);
  });

  test('forever lasts until it is cleared', async () => {
    const till = await startSignedInTill();
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 500 }, times: 'forever' });
    for (const _ of [1, 2, 3]) expect((await till.sendBill()).status).toBe(500);
    till.simulator.faults.clear('bill');
    expect((await till.sendBill()).status).toBe(200);
  });

  test('a probability hits some requests, and the same ones with the same seed', async () => {
    const statuses = async () => {
      const till = await startSignedInTill({}, 11);
      const effect = { kind: 'status', status: 500 } as const;
      till.simulator.faults.add({ route: 'cancel', effect, times: 'forever', probability: 0.5 });
      const found: number[] = [];
      for (let count = 0; count < 20; count += 1) found.push((await till.call('DELETE', '/v3/bill/x')).status);
      return found;
    };
    const first = await statuses();
    expect(new Set(first)).toEqual(new Set([204, 500]));
    expect(await statuses()).toEqual(first);
  });

  test('a fault comes before sign-in, as one of a gateway does; the identity provider and the page fail too', async () => {
    const till = await startSignedInTill();
    till.simulator.revokeAccessTokens();
    for (const route of ['bill', 'token', 'page'] as const) {
      till.simulator.faults.add({ route, effect: { kind: 'status', status: 502 } });
    }
    expect((await till.sendBill()).status).toBe(502);
    expect((await till.askToken(till.passwordFields())).status).toBe(502);
    expect((await fetch(`${till.baseUrl}/r/x`)).status).toBe(502);
  });
});
