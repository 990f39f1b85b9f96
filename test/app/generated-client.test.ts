import { beforeAll, expect, test } from 'vitest';
import { developer, tillOf } from './generated-till.ts';

/** What a public generator makes of docs/openapi.json tells a till's developer of a mistake; that it sells, six-tills shows. */

const till = tillOf('openapi-fetch');
let compile: Awaited<ReturnType<typeof developer>>['compile'];
beforeAll(async () => {
  ({ compile } = await developer('openapi-fetch'));
});

test.each([
  ['a field that is missing', "reference, amount: 19.9, currency: 'EUR'", 'amount: 19.9', /'reference' is missing/],
  ['a field of another type', 'amount: 21.9 }', "amount: '21.9' }", /'string' is not assignable to type 'number'/],
  ['a state that there is not', "sale.state === 'open'", "sale.state === 'opened'", /no overlap/],
])('the generated types find %s', async (_what, right, wrong, finding) => {
  expect(till).toContain(right);
  expect(await compile(till.replace(right, wrong))).toMatch(finding);
});
