import type { Result } from '../../../src-main/lib/result.ts';
import type { Asked } from './use-answer.ts';

interface Page<Row> {
  rows: Row[];
  /** Where the next page begins; null after the last. */
  next: number | null;
}

/** A list page by page: what was asked for first, and what a tap adds to it. */
export function pageByPage<Row>(
  { value, replace, hasFailed, again }: Asked<Page<Row>>,
  ask: (cursor: number) => Promise<Result<Page<Row>>>,
) {
  const more = async (): Promise<void> => {
    if (value === null || value.next === null) return;
    const answer = await ask(value.next);
    if (answer.ok) replace(value, { rows: [...value.rows, ...answer.value.rows], next: answer.value.next });
  };
  return { rows: value?.rows ?? [], next: value?.next ?? null, isThere: value !== null, hasFailed, again, more };
}
