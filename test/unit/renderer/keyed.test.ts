import { expect, test } from 'vitest';
import { keyed } from '../../../src-renderer/ui/keyed.ts';

const keysOf = (items: readonly string[]): readonly string[] => keyed(items, (item) => item).map(({ key }) => key);

test('two lines that are the same word for word have two keys', () => {
  const keys = keysOf(['Coffee', 'Tea', 'Coffee', 'Coffee']);
  expect(new Set(keys).size).toBe(4);
});

test('a line retains its key when another one is added', () => {
  const before = keysOf(['started', 'sent', 'sent']);
  expect(keysOf(['started', 'sent', 'sent', 'sent', 'closed']).slice(0, 3)).toEqual(before);
});

test('a text that looks like the key of another line still gets its own key', () => {
  const keys = keysOf(['Coffee', 'Coffee 1', 'Coffee']);
  expect(new Set(keys).size).toBe(3);
});
