import { beforeAll, expect, test } from 'vitest';
import { developer, tillSource } from './generated-till.ts';

/**
 * With the types that a public generator makes from docs/openapi.json, the compiler reports mistakes of a till's
 * developer. tills-at-once.test.ts runs such a till.
 */

let compile: Awaited<ReturnType<typeof developer>>['compile'];
beforeAll(async () => {
  ({ compile } = await developer());
});

test.each([
  ['a field that is missing', "reference, amount: 19.9, currency: 'EUR'", 'amount: 19.9', /'reference' is missing/],
  ['a field of another type', 'amount: 21.9 }', "amount: '21.9' }", /'string' is not assignable to type 'number'/],
  ['an unknown state', "sale.state === 'open'", "sale.state === 'opened'", /no overlap/],
])('a client with generated types does not compile with %s', async (_what, right, wrong, expected) => {
  expect(tillSource).toContain(right);
  expect(await compile(tillSource.replace(right, wrong))).toMatch(expected);
});
