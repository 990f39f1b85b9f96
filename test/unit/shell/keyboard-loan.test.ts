import { expect, test } from 'vitest';
import { cashierOptions, lendKeyboard, type Placement, type Platform } from '../../../src-main/shell/placement.ts';

const dock: Placement = { form: 'dock', side: 'right', top: 0 };
const full: Placement = { ...dock, form: 'full' };
const workArea = { x: 0, y: 0, width: 1920, height: 1040 };

const lent = (platform: Platform, isOn: boolean): readonly string[] => {
  const done: string[] = [];
  const window = {
    setFocusable: (focusable: boolean) => void done.push(`focusable ${focusable}`),
    focus: () => void done.push('focus'),
    blur: () => void done.push('blur'),
  };
  lendKeyboard(platform, window, isOn);
  return done;
};

test.each<[Platform, boolean | undefined]>([
  ['win32', false],
  ['darwin', false],
  ['linux', undefined],
])(
  'a tap on the docked window leaves the keyboard with the till, if the system supports it: %s',
  (platform, focusable) => {
    expect(cashierOptions(dock, workArea, platform).focusable).toBe(focusable);
    expect(cashierOptions(full, workArea, platform).focusable).toBeUndefined();
  },
);

test('the docked window is a panel on macOS and receives the first tap', () => {
  expect(cashierOptions(dock, workArea, 'darwin')).toMatchObject({ type: 'panel', acceptFirstMouse: true });
});

test('a text field gets the keyboard, and the till has it back afterwards', () => {
  expect(lent('win32', true)).toEqual(['focusable true', 'focus']);
  expect(lent('win32', false)).toEqual(['focusable false', 'blur']);
  expect(lent('darwin', true)).toEqual(['focusable true', 'focus']);
  // Electron's `blur` would put the window behind the till.
  expect(lent('darwin', false)).toEqual(['focusable false']);
  expect(lent('linux', true)).toEqual([]);
});
