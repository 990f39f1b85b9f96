import { describe, expect, test } from 'vitest';
import {
  endOfBurst,
  type KeyStroke,
  noScan,
  readStroke,
  type ScanVerdict,
} from '../../../src-renderer/cashier/scan-input.ts';

const stroke = (key: string, at: number, part: Partial<KeyStroke> = {}): KeyStroke => ({
  key,
  at,
  repeat: false,
  shortcut: false,
  ...part,
});

const read = (strokes: readonly KeyStroke[]): readonly ScanVerdict[] => {
  let state = noScan;
  return strokes.map((next) => {
    const [after, verdict] = readStroke(state, next);
    state = after;
    return verdict;
  });
};

const typed = (keys: readonly string[], gapMs: number): readonly KeyStroke[] =>
  keys.map((key, index) => stroke(key, 1000 + index * gapMs));

describe('a scanner', () => {
  test('a fast burst that ends with Enter is one scan with its whole text', () => {
    expect(read(typed([...'4012345678901', 'Enter'], 8)).at(-1)).toEqual({ kind: 'scan', text: '4012345678901' });
  });

  test('capitals arrive with Shift and are not torn apart by it', () => {
    expect(read(typed(['Shift', 'A', 'B', 'Shift', '-', '1', '2', 'Enter'], 8)).at(-1)).toEqual({
      kind: 'scan',
      text: 'AB-12',
    });
  });

  test('a second scan starts empty', () => {
    const once = typed([...'11112222', 'Enter'], 5);
    const again = typed([...'33334444', 'Enter'], 5).map((key) => ({ ...key, at: key.at + 60 }));
    expect(read([...once, ...again]).filter((verdict) => verdict.kind === 'scan')).toEqual([
      { kind: 'scan', text: '11112222' },
      { kind: 'scan', text: '33334444' },
    ]);
  });

  test('what a hand typed just before does not get into the scan', () => {
    const strokes = [stroke('7', 0), stroke('8', 400), ...typed([...'55556666', 'Enter'], 6)];
    expect(read(strokes).at(-1)).toEqual({ kind: 'scan', text: '55556666' });
  });
});

describe('a hand', () => {
  test('typing at the speed of people is never a scan', () => {
    expect(read(typed([...'4012345', 'Enter'], 90)).at(-1)).toEqual({ kind: 'hand' });
  });

  test('Enter alone presses its button', () => {
    expect(read([stroke('Enter', 5)])).toEqual([{ kind: 'hand' }]);
  });

  test('a key that is held down is not a burst', () => {
    const held = Array.from({ length: 9 }, (_, index) => stroke('0', index * 30, { repeat: index > 0 }));
    expect(read([...held, stroke('Enter', 9 * 30)]).at(-1)).toEqual({ kind: 'hand' });
  });

  test('an Enter that comes late after fast keys is a hand', () => {
    expect(read([...typed([...'12345678'], 8), stroke('Enter', 1300)]).at(-1)).toEqual({ kind: 'hand' });
  });

  test('three fast keys and Enter are too short for a card', () => {
    expect(read(typed([...'123', 'Enter'], 8)).at(-1)).toEqual({ kind: 'hand' });
  });

  test('a shortcut ends a burst', () => {
    const strokes = [...typed([...'1234'], 8), stroke('v', 1030, { shortcut: true }), stroke('Enter', 1036)];
    expect(read(strokes).at(-1)).toEqual({ kind: 'hand' });
  });
});

describe('a burst that ends with Enter', () => {
  test('is a scan where no text belongs: beside every field, in an amount, where a card is waited for', () => {
    for (const field of ['nothing', 'scans'] as const) {
      for (const isOwnCode of [true, false]) {
        expect(endOfBurst(field, isOwnCode)).toEqual({ isScan: true, endsEnter: true });
      }
    }
  });

  test('stays in a field for text, and its Enter presses nothing', () => {
    expect(endOfBurst('words', false)).toEqual({ isScan: false, endsEnter: true });
  });

  test('stays in a search, which it starts', () => {
    expect(endOfBurst('search', false)).toEqual({ isScan: false, endsEnter: false });
  });

  test('is a scan also there when it is a code that nothing else looks like', () => {
    for (const field of ['words', 'search'] as const) {
      expect(endOfBurst(field, true)).toEqual({ isScan: true, endsEnter: true });
    }
  });
});
