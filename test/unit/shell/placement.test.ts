import { describe, expect, test } from 'vitest';
import {
  aboveFullScreen,
  cashierOptions,
  chooseCustomerDisplay,
  customerOptions,
  type DisplayInfo,
  dockedBounds,
  draggedDock,
  droppedDock,
  fills,
  fullBounds,
  lendKeyboard,
  type Placement,
  type Platform,
  positionAt,
  savedBounds,
  savedDisplay,
  touchOf,
  usesFullScreen,
} from '../../../src-main/shell/placement.ts';

const platforms = ['win32', 'darwin', 'linux'] as const;

const display = (id: number, x: number, label = '', { y = 0, width = 1_024, height = 768 } = {}): DisplayInfo => {
  const bounds = { x, y, width, height };
  return { id, label, bounds, workArea: { ...bounds, y: y + 24, height: height - 24 } };
};

describe('the display for customers', () => {
  const cashier = display(1, 0);
  const chosenOf = (displays: readonly DisplayInfo[], chosen: number | null, cashierId = 1) =>
    chooseCustomerDisplay(displays, cashierId, chosen === null ? null : { id: chosen, looks: null })?.id ?? null;

  test('is never the cashier’s display, even if it was chosen or is the only one', () => {
    expect(chosenOf([cashier], 1)).toBeNull();
    expect(chosenOf([cashier, display(2, 1_024)], 1)).toBe(2);
  });

  test('is the chosen display while it is connected, and another one while it is unplugged', () => {
    expect(chosenOf([cashier, display(2, 1_024), display(3, 2_048)], 3)).toBe(3);
    expect(chosenOf([cashier, display(2, 1_024)], 3)).toBe(2);
  });

  test('is the leftmost display without a choice, then the upper one, in any order of the list', () => {
    const all = [display(4, 2_048), cashier, display(2, -1_024), display(3, 1_024)];
    expect([chosenOf(all, null), chosenOf(all.toReversed(), null)]).toEqual([2, 2]);
    const above = [cashier, display(2, 1_024, '', { y: 768 }), display(3, 1_024, '', { y: -768 })];
    expect(chosenOf(above, null)).toBe(3);
  });

  test('changes if the cashier’s window moves to the display of the customer', () => {
    expect(chosenOf([cashier, display(2, 1_024)], null, 2)).toBe(1);
  });

  const looks = { label: 'Pole', x: 1_024, y: 0, width: 1_024, height: 768 };
  test.each<[string, readonly DisplayInfo[], number]>([
    ['by its id and name, at any place', [display(7, 2_048, 'Pole'), display(8, 1_024, 'Pole')], 7],
    ['by name, size and place, when it has another id', [display(9, 2_048, 'Pole'), display(8, 1_024, 'Pole')], 8],
    ['by name and size, at another place', [display(9, 1_024, 'TV'), display(8, 2_048, 'Pole')], 8],
    ['by size and place, where displays have no names', [display(9, 2_048), display(8, 1_024)], 8],
    ['by its name rather than by the id of another one', [display(7, 1_024, 'TV'), display(8, 2_048, 'Pole')], 8],
  ])('is recognised %s', (_how, others, expected) => {
    expect(chooseCustomerDisplay([cashier, ...others], 1, { id: 7, looks })?.id).toBe(expected);
  });

  test('counts as touchable, or as not touchable, only if the system reports it', () => {
    const reports = (['available', 'unavailable', 'unknown'] as const).map((touchSupport) => ({ touchSupport }));
    expect([...reports, null].map(touchOf)).toEqual([true, false, null, null]);
  });
});

describe('the cashier’s display', () => {
  const [till, pole] = [display(1, 0, 'Till'), display(2, 1_024, 'Pole')];
  const window = { x: 100, y: 40, width: 800, height: 600 };
  const saved = positionAt([till, pole], till, window);

  test.each<[string, readonly DisplayInfo[], number | null]>([
    ['is recognised by its id at another position', [display(2, 0, 'Pole'), display(1, 1_024, 'Till')], 1],
    ['counts as missing if the customer display is in its place', [display(2, 0, 'Pole')], null],
    ['counts as missing if only another display of its make is there', [display(2, 0, 'Till')], null],
    ['is recognised when it returns with another id', [display(2, 0, 'Pole'), display(5, 1_024, 'Till')], 5],
    ['is found if a TV has its old id', [display(2, 0, 'Pole'), display(1, 4_000, 'TV'), display(5, 1_024, 'Till')], 5],
  ])('%s', (_what, displays, id) => {
    expect(savedDisplay(displays, saved)?.id ?? null).toBe(id);
  });

  test('restores the position of its window, and shows the whole window after it has become smaller', () => {
    expect(savedBounds(saved, display(1, 1_024))).toEqual({ ...window, x: 1_124 });
    const small = display(1, 0, 'Till', { width: 819, height: 614 });
    expect(savedBounds(saved, small)).toEqual({ x: 19, y: 24, width: 800, height: 590 });
  });
});

describe('the customer window', () => {
  const its = { id: 2, bounds: { x: 1_536, y: 0, width: 1_536, height: 864 } };
  const there = { visible: true, fullScreen: true, bounds: its.bounds, displayId: 2 };

  test('never takes the keyboard, has no frame and has square corners', () => {
    const options = { focusable: false, frame: false, skipTaskbar: true, roundedCorners: false };
    for (const platform of platforms) expect(customerOptions(platform)).toMatchObject(options);
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

  test.each<[string, Platform, object, boolean]>([
    ['as configured', 'win32', {}, true],
    ['bounds that were rounded', 'win32', { bounds: { x: 1_535, y: -1, width: 1_537, height: 865 } }, true],
    ['another display', 'win32', { displayId: 1 }, false],
    ['hidden', 'win32', { visible: false }, false],
    ['not full screen any more', 'win32', { fullScreen: false }, false],
    ['on macOS by its bounds', 'darwin', { fullScreen: false }, true],
    ['a pixel beside them', 'darwin', { bounds: { x: 1_535, y: 1, width: 1_537, height: 864 } }, true],
    ['other bounds', 'darwin', { bounds: { x: 1_536, y: 0, width: 864, height: 1_536 } }, false],
  ])('is recognised as filling its display or not: %s', (_what, platform, change, expected) => {
    expect(fills(platform, { ...there, ...change }, its)).toBe(expected);
  });
});

describe('the cashier window', () => {
  const dock: Placement = { form: 'dock', dockSide: 'right', dockTop: 0 };
  const full: Placement = { ...dock, form: 'full' };
  const workArea = { x: 100, y: 24, width: 1_920, height: 1_040 };

  test('opened as a panel is 360 pixels wide and as high as the work area, at its edge', () => {
    expect(dockedBounds({ ...dock, dockSide: 'left' }, workArea, true)).toEqual({
      x: 100,
      y: 24,
      width: 360,
      height: 1_040,
    });
    expect(dockedBounds(dock, workArea, true)).toEqual({ x: 1_660, y: 24, width: 360, height: 1_040 });
    const narrow = { x: 0, y: 0, width: 300, height: 500 };
    expect(dockedBounds({ ...dock, dockTop: 0.5 }, narrow, true)).toEqual(narrow);
  });

  test('a full window is centred, at most 1280x800, inside a small screen, and ignores the position of the dock', () => {
    expect(fullBounds(workArea)).toEqual({ x: 420, y: 144, width: 1_280, height: 800 });
    expect(fullBounds({ x: 0, y: 0, width: 1_024, height: 728 })).toEqual({ x: 0, y: 0, width: 1_024, height: 728 });
    const other = cashierOptions({ ...full, dockSide: 'left', dockTop: 1 }, workArea, 'linux');
    expect(cashierOptions(full, workArea, 'linux')).toEqual(other);
  });

  test('the small dock has square corners at the edge of its display', () => {
    const corner = { x: 1_760, y: 24, width: 260, height: 180 };
    expect(cashierOptions(dock, workArea, 'linux')).toMatchObject({ roundedCorners: false, frame: false, ...corner });
  });

  test.each([
    ['left', { x: 700, y: 500 }, { x: 700, y: 500 }, { x: 100, y: 500 }],
    ['right', { x: 1_200, y: 5_000 }, { x: 1_200, y: 884 }, { x: 1_760, y: 884 }],
    ['left', { x: -900, y: -1 }, { x: 100, y: 24 }, { x: 100, y: 24 }],
  ] as const)(
    'the small dock follows the finger on its display and snaps to the %s edge',
    (side, finger, dragged, expected) => {
      const bounds = draggedDock(workArea, finger);
      expect(bounds).toEqual({ ...dragged, width: 260, height: 180 });
      const dropped = droppedDock(workArea, bounds);
      expect(dropped.dockSide).toBe(side);
      // The panel opens at that edge, and closing it restores the position.
      expect(dockedBounds({ ...dock, ...dropped }, workArea)).toEqual({ ...expected, width: 260, height: 180 });
    },
  );

  test('a tap on the docked window leaves the keyboard with the till, if the system supports it', () => {
    const focusable = (placement: Placement) =>
      platforms.map((platform) => cashierOptions(placement, workArea, platform).focusable);
    expect(focusable(dock)).toEqual([false, false, undefined]);
    expect(focusable(full)).toEqual([undefined, undefined, undefined]);
  });

  test('the docked window is a panel on macOS and receives the first tap', () => {
    expect(cashierOptions(dock, workArea, 'darwin')).toMatchObject({ type: 'panel', acceptFirstMouse: true });
  });

  test.each<[Platform, readonly string[], readonly string[]]>([
    ['win32', ['focusable true', 'focus'], ['focusable false', 'blur']],
    // Electron's `blur` would put the window behind the till.
    ['darwin', ['focusable true', 'focus'], ['focusable false']],
    ['linux', [], []],
  ])('a text field gets the keyboard, and the till has it back afterwards: %s', (platform, on, off) => {
    const lent = (isOn: boolean): readonly string[] => {
      const done: string[] = [];
      const setFocusable = (focusable: boolean) => void done.push(`focusable ${focusable}`);
      lendKeyboard(platform, { setFocusable, focus: () => done.push('focus'), blur: () => done.push('blur') }, isOn);
      return done;
    };
    expect([lent(true), lent(false)]).toEqual([on, off]);
  });
});
