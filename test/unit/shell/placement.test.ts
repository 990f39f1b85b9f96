import { describe, expect, test } from 'vitest';
import {
  aboveFullScreen,
  cashierOptions,
  customerOptions,
  fills,
  type Platform,
  type Stance,
  usesFullScreen,
} from '../../../src-main/shell/placement.ts';

const platforms: readonly Platform[] = ['linux', 'win32', 'darwin'];
const display = { id: 2, bounds: { x: 1536, y: 0, width: 1536, height: 864 } };
const there = { visible: true, fullScreen: true, bounds: display.bounds, displayId: 2 };

describe('the customer window', () => {
  test.each(platforms)('never takes the keyboard and has no frame: %s', (platform) => {
    expect(customerOptions(platform)).toMatchObject({ focusable: false, frame: false, skipTaskbar: true });
  });

  test('on macOS is as large as the display, hears the first touch, and never goes into native full screen', () => {
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
    ['as it was told', {}, true],
    ['bounds that were rounded', { bounds: { x: 1535, y: -1, width: 1537, height: 865 } }, true],
    ['another display', { displayId: 1 }, false],
    ['hidden', { visible: false }, false],
    ['not full screen any more', { fullScreen: false }, false],
  ])('fills its display: %s', (_what, change, expected) => {
    expect(fills('win32', { ...there, ...change }, display)).toBe(expected);
  });

  test('on macOS, without full screen, its bounds say so; one off is rounding, a screen turned is not', () => {
    const mac = { ...there, fullScreen: false };
    expect(fills('darwin', mac, display)).toBe(true);
    expect(fills('darwin', { ...mac, bounds: { x: 1535, y: 1, width: 1537, height: 864 } }, display)).toBe(true);
    expect(fills('darwin', { ...mac, bounds: { x: 1536, y: 0, width: 864, height: 1536 } }, display)).toBe(false);
  });
});

const stance: Stance = { form: 'dock', side: 'right', isTab: false };

test('the window of the customers has square corners', () => {
  expect(customerOptions('win32')).toMatchObject({ roundedCorners: false, frame: false });
});

test('the dock has square corners at the edge of its display', () => {
  const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
  expect(cashierOptions(stance, workArea, 'linux')).toMatchObject({
    roundedCorners: false,
    frame: false,
    x: 1560,
    height: 1040,
  });
});

test.each([
  ['left', 0],
  ['right', 1848],
] as const)('folded the dock covers its strip at the %s edge and nothing else', (side, x) => {
  const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
  const strip = { x, y: 0, width: 72, height: 320 };
  expect(cashierOptions({ ...stance, side, isTab: true }, workArea, 'linux')).toMatchObject(strip);
});

test('a stance that is remembered for the dock leaves the full window where it is', () => {
  const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
  const full = cashierOptions({ ...stance, form: 'full' }, workArea, 'linux');
  expect(cashierOptions({ form: 'full', side: 'left', isTab: true }, workArea, 'linux')).toEqual(full);
});
