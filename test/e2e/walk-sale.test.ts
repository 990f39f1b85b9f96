import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import { done } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { type CashierText, languageNames } from '../../src-renderer/text/i18n.ts';
import { formatMoneyIn } from '../../src-renderer/text/numbers.ts';
import { choose } from '../electron/tap.ts';
import { drawn, inTurn } from '../fakes/drawn.ts';
import { attentionView } from '../fakes/sample-records.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { entries } from '../gallery/entries.ts';
import { walk } from '../gallery/walk.ts';
import { lookThrough, type Moment, problemsIn } from './look-through.ts';
import { axeProblems } from './page-checks.ts';
import { type OpenedPage, openPage } from './render-page.ts';
import { cashiersOfFile } from './windows-of-file.ts';

/** Shows every state of the sale in the full window, the narrow panel and the small dock. */

const full: Readonly<Record<string, Partial<CashierView>>> = {
  'two notes': { ...saleScenes['paid-by-hand'], sale: { ...saleScenes['paid-by-hand'].sale, qrReplaced: true } },
  'a banner beside points': {
    ...saleScenes.loyalty,
    status: { ...saleScenes.loyalty.status, notices: ['clockWrong'], storesUnknown: ['store-7'] },
  },
  'languages by hand': { ...saleScenes['by-hand'], customerLanguages: languages },
  'languages once paid': { ...saleScenes['paid-by-hand'], customerLanguages: languages },
  'languages of one refused': { ...saleScenes.attention, customerLanguages: languages },
};
const scenes = Object.entries<Partial<CashierView>>({ ...saleScenes, ...full });

const everything: Partial<CashierView> = {
  status: {
    ...saleScenes['stuck-sign-in'].status,
    ...saleScenes.notices.status,
    ...{ service: 'signInNeeded', waiting: 7, attention: 2 },
  },
};
/** A sale by hand must be completely visible in the narrow panel, even with every problem. */
const troubled: readonly string[] = [
  ...[
    'notices',
    'storesUnknown',
    'stores-refused',
    'receipts-refused',
    'elsewhere',
    'stuck-sign-in',
    'not-the-service',
  ],
];

const severalMessages: readonly string[] = [
  'attention',
  'two notes',
  'a banner beside points',
  'languages once paid',
  'everything',
];

/** The parts that must be visible. In the narrow panel a sale by hand must be visible, too. */
function inSightOf(
  name: string,
  part: Partial<CashierView>,
  { form, height }: (typeof windows)[number],
  t: CashierText,
): Moment['inSight'] {
  const isNarrow = form === 'dock';
  const firstTitle = t('storesUnknownTitle', { stores: part.status?.storesUnknown.join(', ') ?? '' });
  if (part.setupRequired !== undefined) {
    const live = t(name === 'setup-required-keychain' ? 'tryAgain' : 'goOnLive');
    return isNarrow && name !== 'setup-required-policy' ? { buttons: [live, t('startTraining')] } : {};
  }
  const isStuck = (part.status?.waiting ?? 0) > 0 && part.status?.service !== 'online';
  return {
    ...(isNarrow && (troubled.includes(name) || part === everything) && { within: t('byHand') }),
    buttons: [
      ...(isNarrow && name === 'asks-for-paper-elsewhere' ? [t('paperRequestShow')] : []),
      ...(!isNarrow && (part.status?.storesUnknown.length ?? 0) > 0 ? [firstTitle] : []),
      ...(!isNarrow && isStuck ? [t('sendNow')] : []),
    ],
    // The narrow panel always shows the amount. The problems of a receipt take the place of the miniature.
    ...((isNarrow || part.sale?.state !== 'attention') && {
      pictures: [t(isNarrow ? 'currentSale' : 'customerScreen')],
    }),
    // On the lowest panel several messages scroll above the amount.
    ...((height !== 640 || !severalMessages.includes(name)) && { whole: t('currentSale') }),
  };
}

/** The amount, and a button for each language that the customer can choose. */
function textsOf(part: Partial<CashierView>, language: Language): readonly string[] {
  const { sale, setupRequired = null } = part;
  if (sale == null || setupRequired !== null) return [];
  const isLive = sale.state !== 'attention' && sale.state !== 'cancelled';
  return [
    ...(sale.total === null ? [] : [formatMoneyIn(language, sale.total)]),
    ...(isLive ? (part.customerLanguages ?? []).map((each) => languageNames[each]) : []),
  ];
}

const momentsIn = (one: (typeof windows)[number]): readonly Moment[] => {
  const { form, isLowest } = one;
  const at = windows.indexOf(one);
  const all = [...scenes, ['everything', everything] as const];
  return (isLowest ? all : drawn(all, 6)).flatMap(([name, part], index) =>
    inTurn<Language>(languages, at + index, 6).map((language) => {
      const t = textIn(language);
      const isResting = part.sale === undefined && part.setupRequired === undefined && part !== everything;
      return {
        ...{ where: `${name} in ${language}`, language, view: cashierView(language, { ...part, form }) },
        // Without a connection nothing is sold, so there is no action bar.
        ...(part.setupRequired === undefined && { actions: t('actions') }),
        pad: t('byHand'),
        says: textsOf(part, language),
        inSight: {
          ...inSightOf(name, part, one, t),
          ...(isResting && { fields: [t('amount')] }),
        },
      };
    }),
  );
};

/** Sizes that remain beside a taskbar. The smallest is checked in every state, the others in a sixth of the states. */
const windows = [
  { form: 'full', width: 1024, height: 728, isLowest: true },
  { form: 'full', width: 1366, height: 728, isLowest: false },
  { form: 'full', width: 1920, height: 1040, isLowest: false },
  { form: 'full', width: 1024, height: 560, isLowest: false },
  { form: 'full', width: 853, height: 493, isLowest: false },
  { form: 'dock', width: 360, height: 728, isLowest: true },
  { form: 'dock', width: 360, height: 744, isLowest: false },
  { form: 'dock', width: 360, height: 1040, isLowest: false },
  { form: 'dock', width: 360, height: 640, isLowest: false },
] as const;

describe.each(['full', 'dock'] as const)('in the %s form', (form) => {
  let opened: OpenedPage<'cashier'>;
  beforeAll(async () => {
    const view = cashierView('de', { form });
    opened = await openPage({ role: 'cashier', view, isLooked: true, answers: placeAnswers });
  });
  afterAll(() => opened.close());

  test.each(windows.filter((one) => one.form === form))(
    'at $width x $height every state has room for its text and for fingers, and every action keeps its place',
    async (one) => {
      await opened.page.setViewportSize(one);
      const seen = await lookThrough(opened.page, momentsIn(one), { isStage: false });
      expect(problemsIn(seen)).toEqual([]);
      // Eight places: five actions, and the next step as one button or as two.
      expect(new Set(seen.flatMap(({ actions: verbs }) => verbs)).size, 'places of actions').toBeLessThanOrEqual(8);
      const pads = new Map(seen.flatMap(({ pad, where }) => pad.map((keys) => [keys, where])));
      expect(pads.size, [...pads.values()].join()).toBeLessThanOrEqual(1);
      const slots = new Map(seen.flatMap(({ slot, where }) => slot.map((box) => [box, where])));
      expect(slots.size, JSON.stringify([...slots])).toBe(1);
    },
  );

  test('every state is accessible', async () => {
    const { width, height } = windows.find((one) => one.form === form) ?? windows[0];
    await opened.page.setViewportSize({ width, height });
    for (const [name, part] of inTurn(scenes, form === 'full' ? 0 : 1, 6)) {
      await opened.show(cashierView('de', { ...part, form }));
      expect(await axeProblems(opened.page, { enhanced: false }), name).toEqual([]);
    }
  });

  test('the window logged no error', () => {
    expect(opened.complaints).toEqual([]);
  });
});

const openCashier = cashiersOfFile();

/** The work area that a taskbar or a scale of 150 % leaves of small displays. */
const smallWindows = [
  { width: 1024, height: 560 },
  { width: 911, height: 472 },
  { width: 853, height: 493 },
  { width: 800, height: 560 },
  { width: 683, height: 480 },
  { width: 360, height: 640 },
];

test.each(inTurn(smallWindows, 0, 6))(
  'a whole sale by hand works by touch at $width x $height; keypad and next step keep their place unless the page scrolls',
  async (size) => {
    const answers = { 'sale.new': done({ saleId: saleScenes['by-hand'].sale.id }), 'sale.pay': done(null) };
    const { page, button, touch, showPart, sent } = await openCashier({}, { language: 'de', size, answers });
    const t = textIn('de');
    const places = new Set<string>();
    const note = async (...next: readonly string[]) => {
      const boxes = await Promise.all(['7', ...next].map((name) => button(name).boundingBox()));
      const [key, first, last = first] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
      places.add(JSON.stringify([key, first?.x, first?.y, first?.height, (last?.x ?? 0) + (last?.width ?? 0)]));
    };
    await choose(page.getByRole('radio', { name: /^7\s%$/ }));
    await touch('7', '5', '00', '0');
    await note(t('actionShow'));
    await touch(t('actionShow'));
    await showPart(saleScenes['by-hand']);
    await note(t('payCash'), t('payCard'));
    await touch(t('payCash'));
    await showPart(saleScenes['paid-by-hand']);
    await note(t('actionClose'));
    await touch(t('actionClose'));
    const commands = await sent();
    expect(commands.map(({ name }) => name)).toEqual(['sale.new', 'sale.pay', 'sale.close']);
    expect(commands[1]?.input).toMatchObject({ vatPercent: 7 });
    await showPart({});
    await page.getByRole('radio', { name: /^19\s%$/, checked: true }).waitFor();
    // The tab shows how many receipts need attention, also where it has no words.
    await showPart(saleScenes.attention);
    const badge = await page.getByRole('tab').getByText('2', { exact: true }).boundingBox();
    expect(badge?.height).toBeGreaterThan(16);
    // The narrowest page scrolls, so its positions change.
    if (size.width > 640) expect([...places]).toHaveLength(1);
  },
);

test('on a low display the whole problem of a refused receipt is in sight', async () => {
  const steps = entries.find(({ name }) => name === 'repair')?.steps('de') ?? [];
  const problems = attentionView.problems.slice(0, 1).map((one) => ({ ...one, isSigned: true, canChange: false }));
  const { page } = await openCashier(saleScenes.attention, {
    language: 'de',
    size: { width: 853, height: 493 },
    answers: { 'attention.get': done({ ...attentionView, problems }) },
  });
  expect(await page.evaluate(walk, steps)).toBeNull();
  const isInSight = await page.getByText(textIn('de')('errorSigned')).evaluate((words) => {
    const { left, bottom } = words.getBoundingClientRect();
    return words.contains(document.elementFromPoint(left + 4, bottom - 4));
  });
  expect(isInSight).toBe(true);
});

test('text at 200 % fits in every state of the sale', async () => {
  const { page } = await openCashier({}, { language: 'de', isLooked: true, size: { width: 640, height: 480 } });
  const moments = inTurn(scenes, 0, 6).map(([where, part]) => ({
    where,
    language: 'de' as const,
    view: cashierView('de', part),
  }));
  expect(problemsIn(await lookThrough(page, moments, { isStage: false }))).toEqual([]);
});

test('the small dock has room for its text and for a finger, and is accessible', async () => {
  const docks = entries.filter(({ shelf }) => shelf === 'small');
  const size = { width: 260, height: 180 };
  const { page, show, complaints } = await openCashier({ form: 'dock' }, { language: 'de', isLooked: true, size });
  const moments = docks.flatMap(({ name, view }) =>
    inTurn<Language>(languages, 0, 6).map((language) => ({
      where: `${name} in ${language}`,
      language,
      view: view(language) as CashierView,
    })),
  );
  expect(problemsIn(await lookThrough(page, moments, { isStage: false }))).toEqual([]);
  for (const { name, view } of docks) {
    await show(view('de') as CashierView);
    expect(await axeProblems(page, { enhanced: false }), name).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
