import { describe, expect, test } from 'vitest';
import {
  chooseCustomerDisplay,
  type DisplayInfo,
  dockedBounds,
  fullBounds,
  touchOf,
} from '../../../src-main/shell/placement.ts';

const display = (id: number, x: number, y = 0, label = ''): DisplayInfo => {
  const bounds = { x, y, width: 1024, height: 768 };
  return { id, label, bounds, workArea: { ...bounds, height: 728 } };
};

const cashier = display(1, 0);

describe('the display for customers', () => {
  test('does not exist if the cashier has the only display', () => {
    expect(chooseCustomerDisplay([cashier], 1, null)).toBeNull();
  });

  test('is never the cashier’s display, even if it was chosen', () => {
    expect(chooseCustomerDisplay([cashier], 1, { id: 1, looks: null })).toBeNull();
    expect(chooseCustomerDisplay([cashier, display(2, 1024)], 1, { id: 1, looks: null })?.id).toBe(2);
  });

  test('is the chosen display while it is connected', () => {
    const all = [cashier, display(2, 1024), display(3, 2048)];
    expect(chooseCustomerDisplay(all, 1, { id: 3, looks: null })?.id).toBe(3);
  });

  test('is another display only while the chosen one is unplugged', () => {
    const without = [cashier, display(2, 1024)];
    expect(chooseCustomerDisplay(without, 1, { id: 3, looks: null })?.id).toBe(2);
    expect(chooseCustomerDisplay([...without, display(3, 2048)], 1, { id: 3, looks: null })?.id).toBe(3);
  });

  test('is the leftmost display without a choice, in any order of the list', () => {
    const all = [display(4, 2048), cashier, display(2, -1024), display(3, 1024)];
    expect(chooseCustomerDisplay(all, 1, null)?.id).toBe(2);
    expect(chooseCustomerDisplay([...all].reverse(), 1, null)?.id).toBe(2);
  });

  test('is the upper of two displays if one is above the other', () => {
    expect(chooseCustomerDisplay([cashier, display(2, 1024, 768), display(3, 1024, -768)], 1, null)?.id).toBe(3);
  });

  test('changes if the cashier’s window moves to the display of the customer', () => {
    expect(chooseCustomerDisplay([cashier, display(2, 1024)], 2, null)?.id).toBe(1);
  });

  const looks = { label: 'Pole', x: 1024, y: 0, width: 1024, height: 768 };
  test.each<[string, readonly DisplayInfo[], number]>([
    ['by its id and name, wherever it stands now', [display(7, 2048, 0, 'Pole'), display(8, 1024, 0, 'Pole')], 7],
    [
      'by name, size and place, when its id is another one',
      [display(9, 2048, 0, 'Pole'), display(8, 1024, 0, 'Pole')],
      8,
    ],
    ['by name and size, at another place', [display(9, 1024, 0, 'TV'), display(8, 2048, 0, 'Pole')], 8],
    ['by size and place, where displays have no names', [display(9, 2048), display(8, 1024)], 8],
    [
      'by its name rather than by an id that another display has taken over',
      [display(7, 1024, 0, 'TV'), display(8, 2048, 0, 'Pole')],
      8,
    ],
  ])('is recognised %s', (_how, others, expected) => {
    expect(chooseCustomerDisplay([cashier, ...others], 1, { id: 7, looks })?.id).toBe(expected);
  });

  test('is identified by its position if two displays have the same model', () => {
    const twins = [display(9, 1024, 0, 'Pole'), display(8, 2048, 0, 'Pole')];
    expect(chooseCustomerDisplay([cashier, ...twins], 1, { id: 7, looks: { ...looks, x: 2048 } })?.id).toBe(8);
  });

  test('does not change the given list', () => {
    const all = [display(3, 1024), cashier];
    chooseCustomerDisplay(all, 1, null);
    expect(all.map(({ id }) => id)).toEqual([3, 1]);
  });
});

describe('the cashier window', () => {
  const workArea = { x: 100, y: 40, width: 1920, height: 1040 };

  test('opened as a panel is 360 pixels wide and as high as the work area, at its edge', () => {
    const called = (side: 'left' | 'right') => dockedBounds({ form: 'dock', side, top: 0.5 }, workArea, true);
    expect(called('left')).toEqual({ x: 100, y: 40, width: 360, height: 1040 });
    expect(called('right')).toEqual({ x: 1660, y: 40, width: 360, height: 1040 });
  });

  test('a docked window never leaves a work area that is narrower than itself', () => {
    const narrow = { x: 0, y: 0, width: 300, height: 500 };
    expect(dockedBounds({ form: 'dock', side: 'right', top: 0.5 }, narrow, true)).toEqual(narrow);
  });

  test('a full window is centred, at most 1280x800, and inside a small screen', () => {
    expect(fullBounds(workArea)).toEqual({ x: 420, y: 160, width: 1280, height: 800 });
    expect(fullBounds({ x: 0, y: 0, width: 1024, height: 728 })).toEqual({ x: 0, y: 0, width: 1024, height: 728 });
  });
});

test('a display counts as touchable, or as not touchable, only if the system reports it', () => {
  const touch = ['available', 'unavailable', 'unknown'].map((touchSupport) => touchOf({ touchSupport }));
  expect([...touch, touchOf(null)]).toEqual([true, false, null, null]);
});
