import { expect, test } from 'vitest';
import { createFaultPlan } from '../../../src-main/simulator/faults.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

const status = (code: number) => ({ kind: 'status', status: code }) as const;

test('a fault is used the given number of times, and is not used up where its probability lets the next fault of the route apply', () => {
  const fractions = [0.9, 0.1, 0.1];
  const random = { ...createSeededRandom(), fraction: () => fractions.shift() ?? 1 };
  const plan = createFaultPlan(random);
  plan.add({ route: 'bill', effect: status(500), probability: 0.5, times: 2 });
  plan.add({ route: 'bill', effect: status(502) });
  plan.add({ route: 'token', effect: status(501) });
  const used = [1, 2, 3, 4].map(() => plan.take('bill')?.effect);
  expect(used).toMatchObject([status(502), status(500), status(500), undefined]);
  expect(plan.list()).toMatchObject([{ route: 'token' }]);
});
