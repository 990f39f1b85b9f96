import { describe, expect, test } from 'vitest';
import {
  aboveFullScreen,
  cashierOptions,
  customerOptions,
  dockedBounds,
  draggedDock,
  droppedDock,
  fills,
  type Placement,
  type Platform,
  usesFullScreen,
} from '../../../src-main/shell/placement.ts';

const platforms: readonly Platform[] = ['linux', 'win32', 'darwin'];
const display = { id: 2, bounds: { x: 1536, y: 0, width: 1536, height: 864 } };
const there = { visible: true, fullScreen: true, bounds: display.bounds, displayId: 2 };

describe('the customer window', () => {
  test.each(platforms)('never takes the keyboard and has no frame: %s', (platform) => {
    expect(customerOptions(platform)).toMatchObject({ focusable: false, frame: false, skipTaskbar: true });
  });

  test('covers its display on macOS, receives the first touch, and never uses native full screen', () => {
    expect(usesFullScreen('darwin')).toBe(false);
    expect(customerOptions('darwin')).toMatchObject({
      fullscreenable: false,
      enableLargerThanScreen: true,
      acceptFirstMouse: true,
      type: 'panel',
    });
    expect(customerOptions('win32')).not.toHaveProperty('type');
    expect(aboveFullScreen).toEqual({ visibleOnFullScreen: true, skipTransformProcessType: true });
  });

  test.each([
    ['as configured', {}, true],
    ['bounds that were rounded', { bounds: { x: 1535, y: -1, width: 1537, height: 865 } }, true],
    ['another display', { displayId: 1 }, false],
    ['hidden', { visible: false }, false],
    ['not full screen any more', { fullScreen: false }, false],
  ])('is recognised as filling its display or not: %s', (_what, change, expected) => {
    expect(fills('win32', { ...there, ...change }, display)).toBe(expected);
  });

  test('is checked on macOS by its bounds, and a difference of one pixel is accepted', () => {
    const mac = { ...there, fullScreen: false };
    expect(fills('darwin', mac, display)).toBe(true);
    expect(fills('darwin', { ...mac, bounds: { x: 1535, y: 1, width: 1537, height: 864 } }, display)).toBe(true);
    expect(fills('darwin', { ...mac, bounds: { x: 1536, y: 0, width: 864, height: 1536 } }, display)).toBe(false);
  });
});

const placement: Placement = { form: 'dock', side: 'right', top: 0 };

test('the customer window has square corners', () => {
  expect(customerOptions('win32')).toMatchObject({ roundedCorners: false, frame: false });
});

test('the dock has square corners at the edge of its display', () => {
  const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
  const options = cashierOptions(placement, workArea, 'linux');
  expect(options).toMatchObject({ roundedCorners: false, frame: false, x: 1660, y: 0, width: 260, height: 180 });
  expect(dockedBounds(placement, workArea, true)).toEqual({ x: 1560, y: 0, width: 360, height: 1040 });
});

test.each([
  ['left', { x: 700, y: 500 }, { x: 700, y: 500 }, { x: 100, y: 500 }],
  ['right', { x: 1_200, y: 5_000 }, { x: 1_200, y: 884 }, { x: 1_760, y: 884 }],
  ['left', { x: -900, y: -1 }, { x: 100, y: 24 }, { x: 100, y: 24 }],
] as const)(
  'the small dock follows the finger on its display and snaps to the %s edge',
  (side, finger, dragged, expected) => {
    const workArea = { x: 100, y: 24, width: 1920, height: 1040 };
    const bounds = draggedDock(workArea, finger);
    expect(bounds).toEqual({ ...dragged, width: 260, height: 180 });
    const dropped = droppedDock(workArea, bounds);
    expect(dropped.side).toBe(side);
    // The panel opens at that edge, and closing it restores the position.
    expect(dockedBounds({ ...placement, ...dropped }, workArea)).toEqual({ ...expected, width: 260, height: 180 });
  },
);

test('a stored position of the dock does not move the full window', () => {
  const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
  const full = cashierOptions({ ...placement, form: 'full' }, workArea, 'linux');
  expect(cashierOptions({ form: 'full', side: 'left', top: 1 }, workArea, 'linux')).toEqual(full);
});
