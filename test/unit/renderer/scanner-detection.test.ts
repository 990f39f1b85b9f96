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
    const outcomes = paused(code, gapMs, end).map((keys) => ({ keys, ...typeAtTheTill(keys, { rules }) }));
    for (const outcome of outcomes) {
      expect(isWrong(outcome, right), JSON.stringify(outcome)).toBe(false);
      expect([outcome.pressed, outcome.text], JSON.stringify(outcome)).toEqual([[], '']);
    }
    const rightly = outcomes.filter(({ came }) => came.includes(right));
    // The cashier is asked if no rule fits the whole code, or if a person may have typed the first digit.
    expect(rightly.length / outcomes.length).toBeGreaterThan(0.85);
  });

  test.each([60, 90, 115])('with %i ms between its keys causes at most a question after pauses', (gapMs) => {
    expect(typeAtTheTill(scan(code, gapMs), { rules }).came).toEqual([right]);
    for (const keys of paused(code, gapMs, ['Enter'])) {
      const outcome = typeAtTheTill(keys, { rules });
      expect(isWrong(outcome, right), JSON.stringify([outcome, keys])).toBe(false);
    }
  });

  test('cut anywhere by a pause of a second is never taken for another customer', () => {
    // A code of digits is cut only later: its first digit could be one that a person typed a second earlier.
    for (let place = /^\d/.test(code) ? 2 : 1; place <= code.length; place += 1) {
      const outcome = typeAtTheTill(withPause(scan(code), place, 1_000), { rules });
      expect(isWrong(outcome, right), JSON.stringify([place, outcome])).toBe(false);
    }
  });
});

const named: Readonly<Record<string, string>> = { '⏎': 'Enter', '⇥': 'Tab', '⌫': 'Backspace' };

/**
 * The keys of a text. `{150}` is the time before the next key in milliseconds and `{..150}` that before all further keys,
 * which is 8 at first; `{F8}` is one key, and `^b` is Ctrl+B.
 */
const timed = (text: string): readonly Typed[] => {
  const keys: Typed[] = [];
  let [everyMs, gapMs] = [8, 8];
  for (const [whole, inner = whole.replace('^', '')] of text.matchAll(/\{(.+?)\}|\^?./gu)) {
    const [, every, ms] = /^(\.\.)?(\d+)$/.exec(whole.slice(1, -1)) ?? [];
    if (every !== undefined) everyMs = Number(ms);
    gapMs = ms === undefined ? gapMs : Number(ms);
    if (ms !== undefined) continue;
    keys.push({ key: named[inner] ?? inner, gapMs, shortcut: whole.startsWith('^') });
    gapMs = everyMs;
  }
  return keys;
};
const inCapitals = timed('loyal-1⏎').map((one) => ({ ...one, hasCapsLock: true }));
const onGermanLayout = timed('ZD-47115⏎').map((one) => ({ ...one, asUnitedStates: one.key === 'Z' ? 'Y' : one.key }));

/** The keys, their effects in the order of their kinds, and the rules of the shop. */
type Row = readonly [keys: string | readonly Typed[], effects: string, rules?: typeof noRules];

const table: Readonly<Record<string, Row>> = {
  'a line end 1.5 seconds late': ['KD-47115{1500}⏎', 'asks'],
  'a line end too early, in the middle of a code': ['KD-47⏎115⏎', 'asks'],
  'a line end too early, and the rest is a number of its own': ['KD-47⏎11512⏎', 'asks'],
  'two customers in one go': ['KD-47115⏎KD-47116⏎', 'asks'],
  'one customer twice in one go': ['KD-47115⏎KD-47115⏎', 'customer 47115'],
  'a customer and an article in one go': ['KD-47115⏎4006381333931⏎', 'customer 47115'],
  'two customers half a second apart': ['KD-47115⏎{500}KD-47116⏎', 'customer 47115, customer 47116'],
  'two cards in one go': ['CARD-4711⏎CARD-4712⏎', 'asks', noRules],
  'a group separator within a code': ['KD-47^]115⏎', 'asks'],
  'a function key within a code': ['KD-47{F8}115⏎', 'asks'],
  'an arrow within a code': ['KD-47{ArrowDown}115⏎', 'asks'],
  'control characters before and behind a code': ['^bKD-47115^c⏎', 'customer 47115'],
  'a Ctrl+Enter before a code': ['^⏎KD-47115⏎', 'customer 47115'],
  'a Ctrl+Enter within a code': ['KD-47^⏎115⏎', 'asks'],
  'a Ctrl+Enter behind a code': ['KD-47115⏎^⏎', 'asks'],
  'a Ctrl+Enter by hand': ['^⏎', 'presses Enter'],
  'a tab before a code': ['⇥KD-47115⏎', 'customer 47115, presses Tab'],
  'an Enter before a code': ['⏎KD-47115⏎', 'customer 47115'],
  'a space before a code': [' KD-47115⏎', 'customer 47115'],
  'a second line end that comes 300 ms later': ['KD-47115⏎{300}⏎', 'customer 47115'],
  'an unknown prefix before a customer': ['bKD-47115⏎', 'asks'],
  'Caps Lock with a card': [inCapitals, 'asks', noRules],
  'a US scanner on a German computer': [onGermanLayout, 'asks', { ...noRules, prefix: 'YD-' }],
  'an article with a pause after its first figure': ['4{150}006381333931⏎', 'article'],
  'a card with a pause after its first two figures': ['47{150}115⏎', 'asks', noRules],
  'a digit typed by hand, and a customer 300 ms later': ['5{300}KD-47115⏎', 'customer 47115, types 5'],
  'an amount typed by hand, and a customer 200 ms later': [
    '{..190}1250{..8}{200}KD-47115⏎',
    'customer 47115, types 1250',
  ],
  'a digit, and a card of digits 300 ms later: nobody can tell': ['5{300}123456789⏎', 'asks', noRules],
  'a scan without a line end, and an amount 300 ms later': [
    'KD-47115{..190}{300}1250⏎',
    'asks, types 1250, presses Enter',
  ],
  'a scan without a line end where the length is known': ['KD-47115', 'customer KD-47115', withLength],
  'a scan without a line end that is one too short for its rule': ['KD-4711', 'asks', withLength],
  'a scanner that never ends a line, from its second scan of the same code': [
    'KD-47115{2000}KD-47115{2000}KD-47116',
    'asks, customer 47115, customer 47116',
  ],
  'a scanner that ends its lines, and once does not': ['KD-47115⏎{2000}KD-4711', 'customer 47115, asks'],
  'the rest of a code after 700 ms': ['LOYAL-123{700}45678⏎', 'asks, asks', noRules],
  'a code that is scanned again after it was cut': ['KD-4711{1200}KD-47115⏎', 'asks, customer 47115'],
  'a last digit and a line end after pauses': ['KD-47115⏎{2000}KD-4711{200}6{200}⏎', 'customer 47115, asks'],
  'a scanner with a fixed delay of 200 ms': ['{..200}4006381333931⏎', 'article'],
  'three characters and a line end': ['123⏎', ''],
  'a space within a code': ['AB 12⏎', 'card AB 12', noRules],
  'a wireless scanner that sends four keys at a time': ['KD-4{110}7115{110}34⏎', 'customer 4711534'],
  'an amount by hand': ['{..180}1250⏎', 'types 1250, presses Enter'],
  'an amount by a fast hand': ['1{62}2{110}5{64}0{70}0{64}⏎', 'types 12500, presses Enter'],
  'two keys rolled by a hand': ['0{20}0', 'types 00'],
  'two keys rolled within an amount': ['1{130}5{110}0{25}0{140}⏎', 'types 1500, presses Enter'],
  'three keys rolled by a hand': ['1{30}2{35}3{160}⏎', 'types 123, presses Enter'],
  'three keys drummed by a hand': ['0{60}0{60}0', 'types 000'],
  'seven digits typed evenly': ['4{90}0{88}1{91}2{90}3{92}4{90}5', 'types 4012345'],
  'a short amount typed evenly': ['{..100}12⏎', 'types 12, presses Enter'],
  'an amount with a comma': ['{..160}12,5⏎', 'types 12,5, presses Enter'],
  'a digit taken back before the next': ['{..200}5⌫{2000}7⏎', 'types 57, presses Enter'],
  'Tab and Enter by hand': ['{..200}⇥⏎', 'presses Tab, presses Enter'],
  'Enter alone': ['⏎', 'presses Enter'],
  'Enter twice by a hurried hand': ['{..110}⏎⏎', 'presses Enter, presses Enter'],
  'Enter by hand a second after a scan': ['KD-47115⏎{1000}⏎', 'customer 47115, presses Enter'],
  'a digit 600 ms after a scan': ['KD-47115⏎{..170}{600}50⏎', 'customer 47115, types 50, presses Enter'],
};

test.each(Object.entries(table))('timed keys are read correctly: %s', (_what, [keys, effects, rules = withPrefix]) => {
  const { came, text, pressed } = typeAtTheTill(typeof keys === 'string' ? timed(keys) : keys, { rules });
  const typedText = text === '' ? [] : [`types ${text}`];
  expect([...came, ...typedText, ...pressed.map((key) => `presses ${key}`)].join(', ')).toBe(effects);
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
