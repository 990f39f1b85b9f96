import { jsonOf } from '../../shared/json.ts';
import { pointerTo } from '../../shared/json-text.ts';
import type { FieldIssue } from '../../shared/result.ts';

/** A bill that was made again differs in few fields. These are enough to recognize another receipt. */
const mostNamed = 10;

/** Without their values, because a value may name a customer. */
export function billDifferences(accepted: string | null, bill: unknown): readonly FieldIssue[] {
  if (accepted === null) return [];
  const issues: FieldIssue[] = [];
  const compare = (before: unknown, now: unknown, path: readonly (string | number)[]): void => {
    if (issues.length === mostNamed || Object.is(before, now)) return;
    if (isContainer(before) && isContainer(now) && Array.isArray(before) === Array.isArray(now)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
        compare(Reflect.get(before, key), Reflect.get(now, key), [...path, key]);
      return;
    }
    const found = now === undefined ? 'no value' : 'another value';
    const expected = before === undefined ? 'none' : 'the one';
    const message = `Found ${found}. Expected ${expected}, as in the bill that was accepted for this sale.`;
    issues.push({ path: pointerTo(path), code: 'differs', message });
  };
  compare(jsonOf(accepted), bill, ['bill']);
  return issues;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
