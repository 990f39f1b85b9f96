import { expect, test } from 'vitest';
import { developer, tillSource } from './generated-till.ts';

/** tills-at-once.test.ts runs such a client. */
test('a client with types that a public generator makes from docs/openapi.json does not compile with a missing field, a wrong type or an unknown state', async () => {
  const { compile } = await developer();
  let source = tillSource;
  for (const [right, wrong] of [
    ["reference, amount: 19.9, currency: 'EUR'", 'amount: 19.9'],
    ['amount: 21.9 }', "amount: '21.9' }"],
    ["sale.state === 'open'", "sale.state === 'opened'"],
  ] as const) {
    expect(source).toContain(right);
    source = source.replace(right, wrong);
  }
  const found = await compile(source);
  for (const message of [/'reference' is missing/, /'string' is not assignable to type 'number'/, /no overlap/])
    expect(found).toMatch(message);
});
