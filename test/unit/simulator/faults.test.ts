import { expect, test } from 'vitest';
import { createFaultPlan, takesEffect } from '../../../src-main/simulator/faults.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

const status = (code: number) => ({ kind: 'status', status: code }) as const;

test('a fault is used the given number of times, and then the next fault of its route is used', () => {
  const plan = createFaultPlan(createSeededRandom());
  plan.add({ route: 'bill', effect: status(500), times: 2 });
  plan.add({ route: 'token', effect: status(501) });
  plan.add({ route: 'bill', effect: status(502) });
  const used = [1, 2, 3].map(() => plan.take('bill')?.effect);
  expect(used).toMatchObject([status(500), status(500), status(502)]);
  expect(plan.take('bill')).toBeNull();
  expect(plan.list()).toMatchObject([{ route: 'token' }]);
});

test('a fault that its probability skips is not used up, and the next fault of the route applies', () => {
  const fractions = [0.9, 0.1];
  const random = { ...createSeededRandom(), fraction: () => fractions.shift() ?? 1 };
  const plan = createFaultPlan(random);
  plan.add({ route: 'bill', effect: status(500), probability: 0.5 });
  plan.add({ route: 'bill', effect: status(502) });
  expect(plan.take('bill')?.effect).toMatchObject({ status: 502 });
  expect(plan.take('bill')?.effect).toMatchObject({ status: 500 });
  expect(plan.take('bill')).toBeNull();
});

test('an impossible fault is refused when it is added', () => {
  const plan = createFaultPlan(createSeededRandom());
  expect(() => plan.add({ route: 'bill', effect: status(99) })).toThrow();
  expect(() => plan.add({ route: 'bill', effect: status(500), probability: 0 })).toThrow();
  expect(plan.list()).toEqual([]);
});

test('without `processed`, a request takes effect only for the faults none, resetAfter and halfBody', () => {
  const plan = createFaultPlan(createSeededRandom());
  const kinds = ['none', 'resetBefore', 'resetAfter', 'halfBody', 'hang'] as const;
  for (const kind of kinds) plan.add({ route: 'bill', effect: { kind } });
  const taking = plan.list().filter(({ effect }) => takesEffect(effect));
  expect(taking.map(({ effect }) => effect.kind)).toEqual(['none', 'resetAfter', 'halfBody']);
});
