import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BurstField,
  endOfBurst,
  follows,
  isHeld,
  type KeyStroke,
  noCharacter,
} from '../../../src-renderer/cashier/key-bursts.ts';

const fields: readonly BurstField[] = ['nothing', 'scans', 'words', 'search'];
const never = () => false;

/** As `listen-to-keys.ts` does it: what became of each burst, and what was typed at once. */
function typed(
  strokes: readonly KeyStroke[],
  field: BurstField = 'nothing',
  isOwnCode: (text: string) => boolean = never,
) {
  const bursts: KeyStroke[][] = [];
  const atOnce: KeyStroke[] = [];
  for (const stroke of strokes) {
    const before = bursts.at(-1) ?? [];
    const burst = follows(before, stroke.at) ? before : [];
    if (burst !== before || bursts.length === 0) bursts.push(burst);
    if (!isHeld(burst, stroke)) atOnce.push(stroke);
    burst.push(stroke);
  }
  const ends = bursts.map((burst) => endOfBurst(burst, field, isOwnCode));
  return {
    atOnce: atOnce.map(({ key }) => key),
    scans: ends.flatMap(({ scan }) => (scan === null ? [] : [scan])),
    pressed: ends.flatMap(({ pressed }) => pressed.map(({ key }) => key)),
    takenBack: ends.some(({ takesBack }) => takesBack),
  };
}

const acting = ['Enter', 'Tab', ' ', 'Escape', 'ArrowDown', 'ArrowLeft', 'Home', 'PageUp'];
const stroke = (key: string, at: number): KeyStroke => ({
  ...{ key, at, acts: acting.includes(key), shortcut: false, shift: false },
});
const keys = (names: readonly string[], gapOf: (place: number) => number): readonly KeyStroke[] => {
  let at = 1_000;
  return names.map((name, place) => {
    at += place === 0 ? 0 : gapOf(place);
    return stroke(name, at);
  });
};
const every = (ms: number) => () => ms;

describe('a scan', () => {
  test.each([1, 8, 40, 60, 90, 115])('is one at %i ms from key to key, and no amount', (gap) => {
    for (const end of ['Enter', 'Tab']) {
      const heard = typed(keys([...'4012345678901', end], every(gap)), 'scans');
      expect(heard).toMatchObject({ scans: ['4012345678901'], pressed: [], takenBack: true });
    }
  });

  test('needs no key at its end where no hand is as quick', () => {
    expect(typed(keys([...'4012345678901'], every(30)), 'scans')).toMatchObject({ scans: ['4012345678901'] });
  });

  test('is known by its pace where the gaps differ: wireless scanners send in lumps', () => {
    const lumps = keys([...'4012345678901', 'Enter'], (place) => (place % 4 === 0 ? 110 : 20));
    expect(typed(lumps)).toMatchObject({ scans: ['4012345678901'], pressed: [] });
  });

  test('loses what scanners put around it, and keeps what stands in it', () => {
    expect(typed(keys(['Tab', 'F7', ...'AB 12', 'Enter', 'Enter'], every(8))).scans).toEqual(['AB 12']);
    expect(typed(keys([...'AB12', 'Tab', ...'34', 'F8', ...'56', 'Enter'], every(8))).scans).toEqual([
      `AB12\t34${noCharacter}56`,
    ]);
  });

  test.each<[string, readonly string[], number]>([
    ['two keys that no hand presses so soon after each other', ['7', 'Enter'], 45],
    ['two keys that act, and a hand would not', ['Enter', 'Tab'], 110],
    ['eight characters, evenly', [...'40123456'], 90],
  ])('is %s', (_what, names, gap) => {
    expect(typed(keys(names, every(gap)), 'scans')).toMatchObject({ pressed: [], takenBack: true });
  });

  test('of three characters is no card, and no amount either', () => {
    expect(typed(keys([...'123', 'Enter'], every(8)), 'scans')).toMatchObject({
      ...{ scans: [], pressed: [], takenBack: true },
    });
  });

  test('into a field for text stays there and presses nothing, unless it is a code that nothing else looks like', () => {
    for (const field of ['words', 'search'] as const) {
      const own = typed(keys([...'app:4711', 'Enter'], every(6)), field, () => true);
      expect(own).toMatchObject({ scans: ['app:4711'], pressed: [], takenBack: true });
    }
    const scan = keys([...'000418', 'Enter'], every(6));
    expect(typed(scan, 'words')).toMatchObject({ scans: [], pressed: [], takenBack: false });
    expect(typed(scan, 'search')).toMatchObject({ scans: [], pressed: ['Enter'], takenBack: false });
  });
});

describe('a hand', () => {
  test('types an amount, quickly and not evenly, and its Enter presses', () => {
    const gaps = [140, 85, 118, 190, 95];
    const heard = typed(
      keys([...'12500', 'Enter'], (place) => gaps[place - 1] ?? 0),
      'scans',
    );
    expect(heard).toEqual({ atOnce: [...'12500'], scans: [], pressed: ['Enter'], takenBack: false });
  });

  test.each<[string, readonly string[], readonly number[]]>([
    ['rolls two keys', [...'00'], [20]],
    ['drums three', [...'000'], [60, 60]],
    ['types seven evenly', [...'4012345'], [90, 90, 90, 90, 90, 90]],
    ['ends a short amount evenly', [...'12', 'Enter'], [100, 100]],
    ['is quick, and not even', [...'12500', 'Enter'], [62, 110, 64, 70, 64]],
  ])('%s', (_what, names, gaps) => {
    expect(
      typed(
        keys(names, (place) => gaps[place - 1] ?? 0),
        'scans',
      ),
    ).toMatchObject({
      atOnce: names.filter((name) => name !== 'Enter'),
      pressed: names.filter((name) => name === 'Enter'),
      takenBack: false,
    });
  });

  test('begins the next sale with a figure, and types on', () => {
    const figures = keys(['1', '2'], every(110)).map((figure) => ({ ...figure, acts: true }));
    expect(typed(figures)).toMatchObject({ scans: [], pressed: ['1', '2'] });
  });

  test('goes from field to field while it writes: nothing overtakes the key that moves', () => {
    const heard = typed(
      keys([...'ab', 'Tab', ...'cd'], (place) => [100, 115, 70, 118][place - 1] ?? 0),
      'words',
    );
    expect(heard).toMatchObject({ atOnce: ['a', 'b'], pressed: ['Tab', 'c', 'd'] });
  });
});

const anyKey = fc.oneof(
  fc.constantFrom(...acting, 'F1', 'F5', 'F10', 'Backspace', 'Delete', 'Insert', 'ContextMenu'),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
);

test('whatever a code holds, nothing in it presses or moves the focus, and none of it is a hand’s', () => {
  const burst = fc.record({
    names: fc.array(anyKey, { minLength: 4, maxLength: 60 }),
    end: fc.constantFrom('Enter', 'Tab'),
    gap: fc.integer({ min: 0, max: 105 }),
    jitter: fc.infiniteStream(fc.integer({ min: -15, max: 15 })),
    field: fc.constantFrom(...fields),
  });
  fc.assert(
    fc.property(burst, ({ names, end, gap, jitter, field }) => {
      const strokes = keys([...names, end], () => Math.max(0, gap + (jitter.next().value ?? 0)));
      const { pressed, scans } = typed(strokes, field);
      const isLook = field === 'search' && end === 'Enter' && !names.some((name) => acting.includes(name));
      expect(pressed).toEqual(isLook ? ['Enter'] : []);
      if (field === 'words' || field === 'search') expect(scans).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('whatever a hand types, every key does its work, once and in its order', () => {
  const hand = fc.array(fc.tuple(anyKey, fc.integer({ min: 121, max: 900 })), { maxLength: 40 });
  fc.assert(
    fc.property(hand, fc.constantFrom(...fields), (strokes, field) => {
      const heard = typed(
        keys(
          strokes.map(([key]) => key),
          (place) => strokes[place]?.[1] ?? 0,
        ),
        field,
      );
      const names = strokes.map(([key]) => key);
      expect(heard.pressed).toEqual(names.filter((name) => acting.includes(name)));
      expect(heard.atOnce).toEqual(names.filter((name) => !acting.includes(name)));
      expect(heard).toMatchObject({ scans: [], takenBack: false });
    }),
    { numRuns: 2_000 },
  );
});
