import { describe, expect } from 'vitest';
import { startSignedInTill, test } from './simulator-till.ts';

describe('an answer that is lost', () => {
  test('a hanging answer never comes, and stopping the service ends the wait', async ({ till }) => {
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
  test('a delay holds the request back until the clock has moved', async ({ till }) => {
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'none' }, delayMs: 3000 });
    const answer = till.sendBill();
    await till.clock.untilTimers(1);
    till.clock.advance(2999);
    expect(till.simulator.ledger().bills).toEqual([]);
    till.clock.advance(1);
    expect((await answer).status).toBe(200);
  });

  test('a delayed answer belongs to a request that took effect at once', async ({ till }) => {
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'none' }, answerDelayMs: 3000 });
    const answer = till.sendBill();
    await till.clock.untilTimers(1);
    expect(till.simulator.ledger().bills).toHaveLength(1);
    till.clock.advance(3000);
    expect((await answer).status).toBe(200);
  });

  test('no timer outlives the service', async ({ till }) => {
    till.simulator.faults.add({ route: 'bill', effect: { kind: 'none' }, delayMs: 3000 });
    const lost = till.sendBill().catch(() => 'lost');
    await till.clock.untilTimers(1);
    await till.simulator.stop();
    expect(await lost).toBe('lost');
    expect(till.clock.pendingMs()).toEqual([]);
  });
});

describe('planned faults', () => {
  test('a fault comes before the sign-in check, like one of a gateway, and also affects the identity provider and the page', async () => {
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
