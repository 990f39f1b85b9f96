import { offersTouch } from '../../src-main/sales/sale/customer-view.ts';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import type { CashierView, CustomerView } from '../../src-main/shared/views.ts';
import { customerScreens, customerView } from '../fakes/sample-screens.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { cashierPlaces, dockPlaces, placeAnswers } from './cashier-places.ts';
import type { Answers } from './page-main.ts';
import type { WalkStep } from './walk.ts';

/** Every screen and state of both windows, for `npm run gallery`, docs/screens.md and the specs. */

export type Shelf = 'customer' | 'sale' | 'dock' | 'small' | 'places';

export interface Entry {
  readonly shelf: Shelf;
  /** Unique on its shelf, with hyphens between the words. */
  readonly name: string;
  readonly role: 'customer' | 'cashier';
  readonly view: (language: Language) => CustomerView | CashierView;
  readonly answers: Answers;
  readonly steps: (language: Language) => readonly WalkStep[];
  /** Whether the page is longer than the window. docs/screens.md then shows all of it. */
  readonly isLong: boolean;
}

const none = (): readonly WalkStep[] => [];
const names = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[];

const customerEntry = (name: string, view: Entry['view']): Entry => ({
  ...{ shelf: 'customer', name, role: 'customer', view, answers: {}, steps: none, isLong: false },
});
const customerEntries = [
  ...names(customerScreens).map((name) =>
    customerEntry(name, (language) => customerView(customerScreens[name], language)),
  ),
  customerEntry('idle-after', (language) =>
    customerView(customerScreens.idle, language, { touch: offersTouch(customerScreens.idle) }),
  ),
];

const saleEntries = (shelf: 'sale' | 'dock') =>
  names(saleScenes).map((name): Entry => {
    const part: Partial<CashierView> = saleScenes[name];
    const view = (language: Language) => cashierView(language, { ...part, form: shelf === 'dock' ? 'dock' : 'full' });
    return { shelf, name, role: 'cashier', view, answers: placeAnswers, steps: none, isLong: false };
  });

const smallScenes = {
  resting: {},
  open: saleScenes.open,
  'no-amount': { sale: { ...saleScenes.open.sale, total: null } },
  attention: saleScenes.attention,
  delivered: saleScenes.delivered,
  'asks-for-paper': saleScenes['asks-for-paper'],
  undo: saleScenes.undo,
  setupRequired: saleScenes['setup-required-lost'],
} satisfies Record<string, Partial<CashierView>>;

const smallEntries = names(smallScenes).map((name): Entry => {
  const view = (language: Language) => cashierView(language, { ...smallScenes[name], form: 'dock' });
  return { shelf: 'small', name, role: 'cashier', view, answers: placeAnswers, steps: none, isLong: false };
});

const placeEntries = (shelf: 'places' | 'dock', places: typeof cashierPlaces) =>
  Object.entries(places).map(([name, { part, steps = none, answers = {}, isLong = false }]): Entry => {
    const form = shelf === 'dock' ? 'dock' : 'full';
    const view = (language: Language) => cashierView(language, { ...part, form });
    return { shelf, name, role: 'cashier', view, answers: { ...placeAnswers, ...answers }, steps, isLong };
  });

export const entries: readonly Entry[] = [
  ...customerEntries,
  ...saleEntries('sale'),
  ...saleEntries('dock'),
  ...placeEntries('dock', dockPlaces),
  ...smallEntries,
  ...placeEntries('places', cashierPlaces),
];

export const reached = entries.filter(({ steps }) => steps('en').length > 0);

interface Size {
  readonly width: number;
  readonly height: number;
}

const fullWindow = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
] as const;

/** Sizes for each shelf; docs/screens.md uses the first. */
export const sizes: Readonly<Record<Shelf, readonly [Size, ...Size[]]>> = {
  customer: [...fullWindow, { width: 600, height: 1024 }],
  sale: fullWindow,
  places: fullWindow,
  dock: [
    { width: 360, height: 800 },
    { width: 360, height: 768 },
    { width: 360, height: 1080 },
  ],
  small: [{ width: 260, height: 180 }],
};

export const shelves = names(sizes);
export const textScales = [100, 150, 200] as const;
export { languages };

export const entryId = ({ shelf, name }: Pick<Entry, 'shelf' | 'name'>): string => `${shelf}/${name}`;
