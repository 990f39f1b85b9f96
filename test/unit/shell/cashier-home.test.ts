import { describe, expect, test } from 'vitest';
import { boundsAtHome, type DisplayInfo, homeAmong, homeAt } from '../../../src-main/shell/placement.ts';

const display = (id: number, x: number, label = 'Till', size = { width: 1_024, height: 768 }): DisplayInfo => {
  const bounds = { x, y: 0, ...size };
  return { id, label, bounds, workArea: { ...bounds, y: 24, height: size.height - 24 } };
};

const [till, pole] = [display(1, 0), display(2, 1_024, 'Pole')];
const window = { x: 100, y: 40, width: 800, height: 600 };
const home = homeAt([till, pole], till, window);
const among = (...displays: readonly DisplayInfo[]) => homeAmong(displays, home)?.id ?? null;

describe('the cashier’s display', () => {
  test.each<[string, readonly DisplayInfo[], number | null]>([
    ['stays the same one, wherever it stands now', [display(2, 0, 'Pole'), display(1, 1_024)], 1],
    ['is gone while the customers’ stands in its place', [display(2, 0, 'Pole')], null],
    ['is gone while only the other one of the same make is there', [display(2, 0)], null],
    ['is the one that came back with another id', [display(2, 0, 'Pole'), display(5, 1_024)], 5],
    ['is not whatever has taken over its id', [display(2, 0, 'Pole'), display(1, 4_000, 'TV'), display(5, 1_024)], 5],
  ])('%s', (_what, displays, id) => {
    expect(among(...displays)).toBe(id);
  });

  test('restores the position of its window', () => {
    expect(boundsAtHome(home, display(1, 1_024))).toEqual({ ...window, x: 1_124 });
  });

  test('shows the whole window after it has become smaller', () => {
    const small = display(1, 0, 'Till', { width: 819, height: 614 });
    expect(boundsAtHome(home, small)).toEqual({ x: 19, y: 24, width: 800, height: 590 });
  });
});
