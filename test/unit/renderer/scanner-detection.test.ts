import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noRules, type Typed, type TypingOutcome, typeAtTheTill, typed, withPause } from './typed-at-the-till.ts';

const withPrefix = { ...noRules, prefix: 'KD-', stripsPrefix: true };
const withLength = { ...noRules, mask: 'KD-#####', stripsPrefix: false };
const scan = (text: string, gapMs = 8, end: readonly string[] = ['Enter'], afterMs?: number) =>
  typed([...text, ...end], gapMs, afterMs);

const pausesMs = [0, 30, 60, 100, 130, 150, 200, 250, 300, 350, 400] as const;
const codes = [
  { code: 'KD-47115', rules: withPrefix, right: 'customer 47115' },
  { code: 'KD-47115', rules: withLength, right: 'customer KD-47115' },
  { code: ']C0KD-47115', rules: withPrefix, right: 'customer 47115' },
  { code: 'LOYAL-12345678', rules: noRules, right: 'card LOYAL-12345678' },
  { code: '2912345678906', rules: noRules, right: 'card 2912345678906' },
  { code: '1234567890', rules: { ...noRules, prefix: '12', mask: '##########' }, right: 'customer 1234567890' },
  { code: '4006381333931', rules: withPrefix, right: 'article' },
  { code: '96385074', rules: noRules, right: 'article' },
] as const;

/** Scans with one pause, at every place and of every length. */
const paused = (text: string, gapMs: number, end: readonly string[]) =>
  pausesMs.flatMap((pauseMs) =>
    [...text, ...end].flatMap((_key, place) =>
      place === 0 ? [] : [withPause(scan(text, gapMs, end), place, Math.max(gapMs, pauseMs))],
    ),
  );

const isWrong = ({ came }: TypingOutcome, right: string): boolean =>
  came.some((one) => one !== right && one !== 'asks');

describe.each(codes)('a scan of $code (correct: $right)', ({ code, rules, right }) => {
  test.each([
    [1, ['Enter']],
    [8, ['Enter']],
    [8, ['Tab']],
    [20, ['Enter']],
    [40, ['Enter']],
    [8, ['Enter', 'Enter']],
  ] as const)('with %i ms between its keys and the end %j is never misread, wherever it pauses', (gapMs, end) => {
    for (const keys of paused(code, gapMs, end)) {
      const outcome = typeAtTheTill(keys, { rules });
      expect(isWrong(outcome, right), JSON.stringify([outcome, keys])).toBe(false);
      expect(outcome.pressed, JSON.stringify(keys)).toEqual([]);
      expect(outcome.text, JSON.stringify(keys)).toBe('');
    }
    const whole = paused(code, gapMs, end).map((keys) => typeAtTheTill(keys, { rules }));
    const right1 = whole.filter(({ came }) => came.includes(right)).length;
    // The cashier is asked if no rule fits the whole code, or if a person may have typed the first digit.
    expect(right1 / whole.length).toBeGreaterThan(0.85);
  });

  test.each([60, 90, 115])('with %i ms between its keys causes at most a question after pauses', (gapMs) => {
    expect(typeAtTheTill(scan(code, gapMs), { rules }).came).toEqual([right]);
    for (const keys of paused(code, gapMs, ['Enter'])) {
      const outcome = typeAtTheTill(keys, { rules });
      expect(isWrong(outcome, right), JSON.stringify([outcome, keys])).toBe(false);
    }
  });

  test('without a line end is never taken for another customer, and a second scan confirms it', () => {
    for (const keys of paused(code, 8, [])) {
      const outcome = typeAtTheTill(keys, { rules });
      expect(isWrong(outcome, right), JSON.stringify([outcome, keys])).toBe(false);
      expect(outcome.text, JSON.stringify(keys)).toBe('');
    }
    const twice = typeAtTheTill([...scan(code, 8, []), ...scan(code, 8, [], 1_500)], { rules });
    expect(twice.came.at(-1)).toBe(right);
  });

  test('cut anywhere by a pause of a second is never taken for another customer', () => {
    // A code of digits is cut only later: its first digit could be one that a person typed a second earlier.
    for (let place = /^\d/.test(code) ? 2 : 1; place <= code.length; place += 1) {
      const outcome = typeAtTheTill(withPause(scan(code), place, 1_000), { rules });
      expect(isWrong(outcome, right), JSON.stringify([place, outcome])).toBe(false);
    }
  });

  test('with two pauses is never taken for another customer', () => {
    for (let one = 1; one < code.length; one += 1)
      for (let other = one + 1; other <= code.length; other += 1)
        for (const pauseMs of [130, 200, 400]) {
          const outcome = typeAtTheTill(withPause(withPause(scan(code), one, pauseMs), other, 150), { rules });
          expect(isWrong(outcome, right), JSON.stringify([one, other, pauseMs, outcome])).toBe(false);
        }
  });
});

const bs: Typed = { key: 'Backspace', gapMs: 200 };
const hand = (text: string, gapMs: number, end: readonly string[] = ['Enter']) => typed([...text, ...end], gapMs);
const gaps = (keys: readonly string[], ...gapsMs: readonly number[]): readonly Typed[] =>
  keys.map((key, place) => ({ key, gapMs: place === 0 ? 2_000 : (gapsMs[place - 1] ?? 8) }));
const control = (key: string): Typed => ({ key, gapMs: 8, shortcut: true });
const shifted = (keys: readonly Typed[]): readonly Typed[] =>
  keys.map((one) => ({
    ...one,
    hasCapsLock: true,
    key:
      one.key.length > 1 ? one.key : one.key === one.key.toUpperCase() ? one.key.toLowerCase() : one.key.toUpperCase(),
    asUnitedStates: one.key,
  }));
const german: Readonly<Record<string, string>> = { '-': 'ß', ']': '+', Y: 'Z', Z: 'Y' };
const french: Readonly<Record<string, string>> = { '4': "'", '7': 'è', '1': '&', '5': '(', '-': ')' };
const onLayout = (keys: readonly Typed[], layout: Readonly<Record<string, string>>): readonly Typed[] =>
  keys.map((one) => ({ ...one, key: layout[one.key] ?? one.key, asUnitedStates: one.key }));

/** The keys, their readings, and other effects. */
type Row = readonly [
  keys: readonly Typed[],
  came: string,
  more?: { readonly text?: string; readonly pressed?: readonly string[]; readonly rules?: typeof noRules },
];

const table: Readonly<Record<string, Row>> = {
  'a pause of 150 ms after four digits': [withPause(scan('KD-47115'), 7, 150), 'customer 47115'],
  'a line end 150 ms late': [withPause(scan('KD-47115'), 8, 150), 'customer 47115'],
  'a line end 400 ms late': [withPause(scan('KD-47115'), 8, 400), 'customer 47115'],
  'a line end 1.5 seconds late': [withPause(scan('KD-47115'), 8, 1_500), 'asks'],
  'a line end too early, in the middle of a code': [[...scan('KD-47'), ...scan('115', 8, ['Enter'], 8)], 'asks'],
  'a line end too early, and the rest is a number of its own': [
    [...scan('KD-47'), ...scan('11512', 8, ['Enter'], 8)],
    'asks',
  ],
  'two customers in one go': [[...scan('KD-47115'), ...scan('KD-47116', 8, ['Enter'], 8)], 'asks'],
  'one customer twice in one go': [[...scan('KD-47115'), ...scan('KD-47115', 8, ['Enter'], 8)], 'customer 47115'],
  'a customer and an article in one go': [
    [...scan('KD-47115'), ...scan('4006381333931', 8, ['Enter'], 8)],
    'customer 47115',
  ],
  'two customers half a second apart': [
    [...scan('KD-47115'), ...scan('KD-47116', 8, ['Enter'], 500)],
    'customer 47115, customer 47116',
  ],
  'two cards in one go': [[...scan('CARD-4711'), ...scan('CARD-4712', 8, ['Enter'], 8)], 'asks', { rules: noRules }],
  'a group separator within a code': [[...scan('KD-47', 8, []), control(']'), ...scan('115', 8, ['Enter'], 8)], 'asks'],
  'a tab within a code': [typed([...'KD-47', 'Tab', ...'115', 'Enter'], 8), 'asks'],
  'a function key within a code': [typed([...'KD-47', 'F8', ...'115', 'Enter'], 8), 'asks'],
  'a dead key within a code': [typed([...'KD-47', 'Dead', ...'115', 'Enter'], 8), 'asks'],
  'an arrow within a code': [typed([...'KD-47', 'ArrowDown', ...'115', 'Enter'], 8), 'asks'],
  'control characters before and behind a code': [
    [control('b'), ...scan('KD-47115', 8, [], 8), control('c'), { key: 'Enter', gapMs: 8 }],
    'customer 47115',
  ],
  'a Ctrl+Enter before a code': [[control('Enter'), ...scan('KD-47115', 8, ['Enter'], 8)], 'customer 47115'],
  'a Ctrl+Space before a code': [[control(' '), ...scan('KD-47115', 8, ['Enter'], 8)], 'customer 47115'],
  'a Ctrl+Enter within a code': [[...scan('KD-47', 8, []), control('Enter'), ...scan('115', 8, ['Enter'], 8)], 'asks'],
  'a Ctrl+Enter behind a code': [[...scan('KD-47115'), control('Enter')], 'asks'],
  'a Ctrl+Enter by hand': [[control('Enter')], '', { pressed: ['Enter'] }],
  'a tab before a code': [typed(['Tab', ...'KD-47115', 'Enter'], 8), 'customer 47115', { pressed: ['Tab'] }],
  'an Enter before a code': [typed(['Enter', ...'KD-47115', 'Enter'], 8), 'customer 47115'],
  'a space before a code': [typed([' ', ...'KD-47115', 'Enter'], 8), 'customer 47115'],
  'two line ends': [scan('KD-47115', 8, ['Enter', 'Tab']), 'customer 47115'],
  'a second line end that comes 300 ms later': [
    withPause(scan('KD-47115', 8, ['Enter', 'Enter']), 9, 300),
    'customer 47115',
  ],
  'an AIM prefix before a customer': [scan(']C0KD-47115'), 'customer 47115'],
  'an AIM prefix before an article': [scan(']E04006381333931'), 'article'],
  'an AIM prefix before a card': [scan(']C0LOYAL-1'), 'card LOYAL-1', { rules: noRules }],
  'an unknown prefix before a customer': [scan('bKD-47115'), 'asks'],
  'Caps Lock with a customer': [shifted(scan('KD-47115')), 'asks'],
  'Caps Lock with a card': [shifted(scan('LOYAL-1')), 'asks', { rules: noRules }],
  'Caps Lock with digits': [shifted(scan('2912345678906')), 'card 2912345678906', { rules: noRules }],
  'a US scanner on a German computer': [onLayout(scan('KD-47115'), german), 'asks'],
  'a code with Y and Z from a US scanner on a German computer': [
    onLayout(scan('ZY-47115'), german),
    'asks',
    { rules: { ...noRules, prefix: 'ZY-' } },
  ],
  'an AIM prefix from a US scanner on a German computer': [onLayout(scan(']E04006381333931'), german), 'asks'],
  'a US scanner on a French computer': [onLayout(scan('KD-47115'), french), 'asks'],
  'a card from a US scanner on a French computer': [onLayout(scan('47115471'), french), 'asks', { rules: noRules }],
  'an article with a pause after its first figure': [withPause(scan('4006381333931'), 1, 150), 'article'],
  'a card with a pause after its first two figures': [withPause(scan('47115'), 2, 150), 'asks', { rules: noRules }],
  'an article with a pause of 400 ms after its first figure': [withPause(scan('4006381333931'), 1, 400), 'article'],
  'a digit typed by hand, and a customer 300 ms later': [
    [...typed(['5'], 8), ...scan('KD-47115', 8, ['Enter'], 300)],
    'customer 47115',
    { text: '5' },
  ],
  'an amount typed by hand, and a customer 200 ms later': [
    [...hand('1250', 190, []), ...scan('KD-47115', 8, ['Enter'], 200)],
    'customer 47115',
    { text: '1250' },
  ],
  'a digit, and a card of digits 300 ms later: nobody can tell': [
    [...typed(['5'], 8), ...scan('123456789', 8, ['Enter'], 300)],
    'asks',
    { rules: noRules },
  ],
  'a scan without a line end, and an amount 300 ms later': [
    [...scan('KD-47115', 8, []), ...typed([...'1250', 'Enter'], 190, 300)],
    'asks',
    { text: '1250', pressed: ['Enter'] },
  ],
  'a scan without a line end where the length is known': [
    scan('KD-47115', 8, []),
    'customer KD-47115',
    { rules: withLength },
  ],
  'a scan without a line end that is one too short for its rule': [
    scan('KD-4711', 8, []),
    'asks',
    { rules: withLength },
  ],
  'a scanner that never ends a line, from its second scan of the same code': [
    [...scan('KD-47115', 8, []), ...scan('KD-47115', 8, []), ...scan('KD-47116', 8, [])],
    'asks, customer 47115, customer 47116',
  ],
  'a scanner that ends its lines, and once does not': [
    [...scan('KD-47115'), ...scan('KD-4711', 8, [])],
    'customer 47115, asks',
  ],
  'the rest of a code after 700 ms': [withPause(scan('LOYAL-12345678'), 9, 700), 'asks, asks', { rules: noRules }],
  'a code that is scanned again after it was cut': [
    [...scan('KD-4711', 8, []), ...scan('KD-47115', 8, ['Enter'], 1_200)],
    'asks, customer 47115',
  ],
  'a last digit and a line end after pauses': [
    [...scan('KD-47115'), ...withPause(withPause(scan('KD-47116'), 7, 200), 8, 200)],
    'customer 47115, asks',
  ],
  'a scanner with a fixed delay of 200 ms': [scan('4006381333931', 200), 'article'],
  'three characters and a line end': [scan('123'), ''],
  'a space within a code': [scan('AB 12'), 'card AB 12', { rules: noRules }],
  'a wireless scanner that sends four keys at a time': [
    gaps([...'KD-4711534', 'Enter'], 8, 8, 8, 110, 8, 8, 8, 110, 8, 8),
    'customer 4711534',
  ],
  'an amount by hand': [hand('1250', 180), '', { text: '1250', pressed: ['Enter'] }],
  'an amount by a fast hand': [
    gaps([...'12500', 'Enter'], 62, 110, 64, 70, 64),
    '',
    { text: '12500', pressed: ['Enter'] },
  ],
  'two keys rolled by a hand': [gaps([...'00'], 20), '', { text: '00' }],
  'two keys rolled within an amount': [
    gaps([...'1500', 'Enter'], 130, 110, 25, 140),
    '',
    { text: '1500', pressed: ['Enter'] },
  ],
  'three keys rolled by a hand': [gaps([...'123', 'Enter'], 30, 35, 160), '', { text: '123', pressed: ['Enter'] }],
  'three keys drummed by a hand': [gaps([...'000'], 60, 60), '', { text: '000' }],
  'seven digits typed evenly': [gaps([...'4012345'], 90, 88, 91, 90, 92, 90), '', { text: '4012345' }],
  'a short amount typed evenly': [hand('12', 100), '', { text: '12', pressed: ['Enter'] }],
  'an amount with a comma': [hand('12,5', 160), '', { text: '12,5', pressed: ['Enter'] }],
  'a digit taken back before the next': [
    [...typed(['5'], 8), bs, ...hand('7', 200)],
    '',
    { text: '57', pressed: ['Enter'] },
  ],
  'Tab and Enter by hand': [typed(['Tab', 'Enter'], 200), '', { pressed: ['Tab', 'Enter'] }],
  'Enter alone': [typed(['Enter'], 8), '', { pressed: ['Enter'] }],
  'Enter twice by a hurried hand': [typed(['Enter', 'Enter'], 110), '', { pressed: ['Enter', 'Enter'] }],
  'Enter by hand a second after a scan': [
    [...scan('KD-47115'), { key: 'Enter', gapMs: 1_000 }],
    'customer 47115',
    { pressed: ['Enter'] },
  ],
  'a digit 600 ms after a scan': [
    [...scan('KD-47115'), ...typed(['5', '0', 'Enter'], 170, 600)],
    'customer 47115',
    { text: '50', pressed: ['Enter'] },
  ],
};

describe('timed keys are read correctly', () => {
  test.each(Object.entries(table))(
    '%s',
    (_what, [keys, came, { text = '', pressed = [], rules = withPrefix } = {}]) => {
      const { came: all, ...others } = typeAtTheTill(keys, { rules });
      expect({ came: all.join(', '), ...others }).toEqual({ came, text, pressed });
    },
  );
});

describe('a field for text', () => {
  test.each(['words', 'search'] as const)(
    'keeps what a machine types into %s, unless it is a code of this shop',
    (field) => {
      const typed = typeAtTheTill(scan('Merci vilmal', 6), { field });
      expect(typed).toEqual({ came: [], text: 'Merci vilmal', pressed: field === 'search' ? ['Enter'] : [] });
      const own = typeAtTheTill(scan('KD-47115', 6), { field, rules: withPrefix });
      expect(own).toEqual({ came: ['customer 47115'], text: '', pressed: [] });
    },
  );

  test('lets a person continue to type after a text expander', () => {
    const keys = [...scan('Merci vilmal', 6, []), ...typed([...' ab', 'Tab', 'c'], 170, 300)];
    expect(typeAtTheTill(keys, { field: 'words' })).toEqual({ came: [], text: 'Merci vilmal abc', pressed: ['Tab'] });
  });
});

const acting = ['Enter', 'Tab', ' ', 'Escape', 'ArrowDown', 'ArrowLeft', 'Home', 'PageUp'];
const anyKey = fc.oneof(
  fc.constantFrom(...acting, 'F1', 'F5', 'F10', 'Backspace', 'Delete', 'Insert', 'ContextMenu'),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
);

test('no key of a fast scanner has an effect after the first one, and the first one presses no button', () => {
  const run = fc.record({
    names: fc.array(fc.tuple(anyKey, fc.boolean()), { minLength: 4, maxLength: 60 }),
    end: fc.constantFrom('Enter', 'Tab'),
    gaps: fc.infiniteStream(fc.integer({ min: 0, max: 50 })),
  });
  fc.assert(
    fc.property(run, ({ names, end, gaps: gapsMs }) => {
      const strokes = [...names, [end, false] as const];
      const keys = strokes.map(([key, shortcut]) => ({ key, shortcut, gapMs: gapsMs.next().value ?? 0 }));
      const first = keys[0]?.key ?? '';
      const mayPress = acting.includes(first) && first !== 'Enter' && first !== ' ';
      expect(typeAtTheTill(keys).pressed).toEqual(mayPress ? [first] : []);
    }),
    { numRuns: 1_000 },
  );
});

describe('with a question that 1 and 2 answer', () => {
  const answers = ['1', '2'];

  test.each(codes)('no scan of $code answers the question, at any pace and with any pauses', ({ code, rules }) => {
    for (const gapMs of [1, 8, 20, 40, 60, 90, 115])
      for (const text of [code, `1${code}`, `11${code}`, `12${code}`])
        for (const keys of paused(text, gapMs, ['Enter'])) {
          const { pressed } = typeAtTheTill(keys, { rules, answers });
          expect(
            pressed.filter((key) => answers.includes(key)),
            JSON.stringify(keys),
          ).toEqual([]);
        }
  });

  test('a key typed by hand answers the question once, even after Enter or another digit', () => {
    const pressedBy = (...keys: readonly Typed[]) => typeAtTheTill(keys, { answers }).pressed;
    expect(pressedBy(...typed(['Enter'], 0), ...typed(['2'], 0, 200))).toEqual(['Enter', '2']);
    expect(pressedBy(...typed(['1'], 0))).toEqual(['1']);
    expect(pressedBy(...typed(['7'], 0), ...typed(['1'], 0, 600))).toEqual(['1']);
  });
});

test('keys typed by hand all have their effect, once and in order', () => {
  const typedByHand = fc.array(fc.tuple(anyKey, fc.integer({ min: 121, max: 900 })), { maxLength: 40 });
  fc.assert(
    fc.property(typedByHand, (strokes) => {
      // A person's keys are never perfectly regular.
      const keys = strokes.map(([key, gapMs], place) => ({ key, gapMs: gapMs + (place % 2) * 40 }));
      const names = strokes.map(([key]) => key);
      const outcome = typeAtTheTill(keys);
      expect(outcome.pressed).toEqual(names.filter((name) => acting.includes(name)));
      expect(outcome.text).toBe(names.filter((name) => [...name].length === 1 && !acting.includes(name)).join(''));
      expect(outcome.came).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('a scan with any pauses and any typing around it is never taken for another customer', () => {
  const pauses = fc.array(fc.tuple(fc.nat(13), fc.integer({ min: 0, max: 400 })), { maxLength: 4 });
  const digit = fc.tuple(fc.constantFrom('1', '5', '0'), fc.integer({ min: 121, max: 600 }));
  const digits = fc
    .array(digit, { maxLength: 3 })
    .map((typedByHand) => typedByHand.map(([key, gapMs]) => ({ key, gapMs })));
  const scanner = fc.record({
    of: fc.constantFrom(...codes),
    gapMs: fc.constantFrom(1, 4, 8, 20, 40, 60, 90),
    isEnded: fc.boolean(),
    isKnown: fc.boolean(),
    pauses,
    before: digits,
    after: digits,
  });
  fc.assert(
    fc.property(
      scanner,
      ({ of: { code, rules, right }, gapMs, isEnded, isKnown, pauses: some, before: first, after }) => {
        const end = isEnded ? ['Enter'] : [];
        const known = isKnown ? [...scan(code, gapMs, end), ...scan(code, gapMs, end)] : [];
        const keys = some.reduce<readonly Typed[]>(
          (before, [place, pauseMs]) => (place === 0 ? before : withPause(before, place, Math.max(gapMs, pauseMs))),
          scan(code, gapMs, end, first.length === 0 ? 2_000 : (first[0]?.gapMs ?? 0)),
        );
        const [start, ...others] = first;
        const hand = start === undefined ? [] : [{ ...start, gapMs: 2_000 }, ...others];
        const { came } = typeAtTheTill([...known, ...hand, ...keys, ...after], { rules });
        expect(came.filter((one) => one !== right && /^(?:customer|card)/.test(one))).toEqual([]);
      },
    ),
    { numRuns: 2_000 },
  );
});
