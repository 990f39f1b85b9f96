import { describe, expect, test } from 'vitest';
import { type DisplayInfo, positionAt, savedBounds, savedDisplay } from '../../../src-main/shell/placement.ts';

const display = (id: number, x: number, label = 'Till', size = { width: 1_024, height: 768 }): DisplayInfo => {
  const bounds = { x, y: 0, ...size };
  return { id, label, bounds, workArea: { ...bounds, y: 24, height: size.height - 24 } };
};

const [till, pole] = [display(1, 0), display(2, 1_024, 'Pole')];
const window = { x: 100, y: 40, width: 800, height: 600 };
const saved = positionAt([till, pole], till, window);
const among = (...displays: readonly DisplayInfo[]) => savedDisplay(displays, saved)?.id ?? null;

describe('the cashier’s display', () => {
  test.each<[string, readonly DisplayInfo[], number | null]>([
    ['is recognised by its id at another position', [display(2, 0, 'Pole'), display(1, 1_024)], 1],
    ['counts as missing if the customer display is in its place', [display(2, 0, 'Pole')], null],
    ['counts as missing if only another display of its make is there', [display(2, 0)], null],
    ['is recognised when it returns with another id', [display(2, 0, 'Pole'), display(5, 1_024)], 5],
    ['is found although a TV has its old id', [display(2, 0, 'Pole'), display(1, 4_000, 'TV'), display(5, 1_024)], 5],
  ])('%s', (_what, displays, id) => {
    expect(among(...displays)).toBe(id);
  });

  test('restores the position of its window', () => {
    expect(savedBounds(saved, display(1, 1_024))).toEqual({ ...window, x: 1_124 });
  });

  test('shows the whole window after it has become smaller', () => {
    const small = display(1, 0, 'Till', { width: 819, height: 614 });
    expect(savedBounds(saved, small)).toEqual({ x: 19, y: 24, width: 800, height: 590 });
  });
});
