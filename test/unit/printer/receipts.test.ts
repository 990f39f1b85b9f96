import { expect, test } from 'vitest';
import { isSoak, seed, volume } from '../../fakes/drawn.ts';
import { judged, now } from './judged.ts';
import { madeReceipt } from './made-receipts.ts';

/** Any 240 consecutive receipts contain every kind. Each run begins at another receipt. */
const count = volume(2_000, 20);
const first = seed % 2_000;

/**
 * The smallest number of receipts that must be recognised. `share` applies to all 2,000; the number of a smaller draw
 * may be lower by three standard deviations.
 */
const least = (all: number, share: number): number =>
  isSoak ? all * share : all * share - 3 * Math.sqrt(all * share * (1 - share));

test('generated receipts are recognised, and no total, date or VAT is wrong', async () => {
  const kinds = { code: { all: 0, taken: 0 }, text: { all: 0, taken: 0 } };
  for (let index = first; index < first + count; index += 1) {
    const made = madeReceipt(index, seed, now);
    const about = `receipt ${index} of seed ${seed}`;
    const all = await judged(made.job, { currency: made.currency });
    expect(all.length, about).toBe(1);
    const kind = kinds[made.code === null ? 'text' : 'code'];
    kind.all += 1;
    for (const { verdict, bill, issues } of all) {
      if (verdict.facts === null) continue;
      kind.taken += 1;
      const { facts } = verdict;
      expect(verdict.reason, about).toBe(made.code === null ? 'text' : 'code');
      expect([facts?.totalCents, facts?.currency, facts?.countryCode], about).toEqual([
        ...[made.totalCents, made.currency, made.country],
      ]);
      expect(Math.abs(Date.parse(facts?.date ?? '') - now), about).toBeLessThan(1_000);
      const vat = facts?.vatAmounts?.map((row) => [row.percentage, row.inclCents, row.exclCents, row.vatCents]);
      // VAT may be missing, but never wrong.
      if (vat !== undefined) expect(vat, about).toEqual(made.vat);
      if (made.code !== null) expect(vat, about).toBeDefined();
      expect(issues, about).toEqual([]);
      const [print] = bill?.misc?.additionalReceipts ?? [];
      expect(print?.contentType, about).toBe(made.isPicture ? 'image/png' : 'text/plain');
    }
  }
  expect(kinds.code.taken).toBeGreaterThanOrEqual(least(kinds.code.all, 0.995));
  expect(kinds.text.taken).toBeGreaterThanOrEqual(least(kinds.text.all, 0.95));
});
