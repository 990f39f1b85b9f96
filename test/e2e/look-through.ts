import type { Page } from 'playwright-core';
import { countries } from '../../src-main/shared/country.ts';
import type { Language } from '../../src-main/shared/languages.ts';
import { codePages } from '../../src-main/shared/print-view.ts';
import type { ViewOf } from '../../src-main/shared/views.ts';
import { languageNames } from '../../src-renderer/text/i18n.ts';
import { mark } from '../fakes/marked-text.ts';
import { receiptUrl } from '../fakes/sample-screens.ts';

/** Shows a window many views without a reload and runs all checks on each. */

export interface Moment<View = ViewOf['cashier' | 'customer']> {
  readonly where: string;
  readonly language: Language;
  readonly view: View;
  /** Texts that no table has, such as an answer of main. */
  readonly answered?: unknown;
  /** The accessible names of the action bar and the keypad. */
  readonly actions?: string;
  readonly pad?: string;
  /** Parts that must be visible. Without a sale the typed amount must be readable. */
  readonly inSight?: {
    readonly fields?: readonly string[];
    readonly buttons?: readonly string[];
    /** Sections whose first part is a picture. */
    readonly pictures?: readonly string[];
    /** The element whose controls must be reachable. */
    readonly within?: string;
    /** The part that must be completely visible without scrolling. */
    readonly whole?: string;
  };
  /** Texts that the page must show. No other check notices a missing text. */
  readonly says?: readonly string[];
  readonly hasNoAmount?: boolean;
}

export interface Seen {
  readonly where: string;
  readonly problems: readonly string[];
  /** The positions of all actions and keys. */
  readonly actions: readonly string[];
  readonly pad: readonly string[];
  /** The position of the box that contains the button or buttons of the next step. */
  readonly slot: readonly string[];
  readonly capitals: { readonly headline: number; readonly sentence: number };
  readonly headings: number;
}

export interface ViewKind {
  /** The customer display does not scroll, so every part must be inside it. */
  readonly isStage: boolean;
}

/** Texts that are in none of our tables. */
const own = [
  ...codePages,
  'log.jsonl',
  'Receipt Companion',
  receiptUrl.replace('https://', ''),
  ...Object.values(languageNames),
];

/** Paints one view after another, runs all checks on each, and returns the problems. */
export const lookThrough = (page: Page, moments: readonly Moment[], { isStage }: ViewKind): Promise<readonly Seen[]> =>
  page.evaluate(
    async ({ moments: all, isStage: onStage, mark: isMarkedBy, own: known, countries: byCode }) => {
      const { looks } = window;
      const textsIn = (value: unknown): readonly string[] => {
        if (typeof value === 'string') return value.split('\n');
        return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
      };
      // React Aria brings its own names of colours, days, months and calendar buttons.
      const ofOthers =
        /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|\b(blue|cyan|green|pink|red|brown|swatch)\b|^(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Dismiss|Previous|Next)$/;
      // The browser provides the names of countries, and a currency is shown as its code.
      const regions = new Intl.DisplayNames('en', { type: 'region' });
      const ofWorld = Object.entries(byCode).flatMap(([code, { currency }]) => [regions.of(code), currency]);
      const seen: Seen[] = [];
      const unspoken = new Set<string>();
      for (const { where, language, view, answered, actions, pad, inSight, says = [], hasNoAmount } of all) {
        window.fakeMain.show({ rev: window.fakeMain.nextRev(), view });
        // A language is loaded when it is first used.
        const patience = unspoken.has(language) ? 2 : 600;
        const isSpoken = () => document.documentElement.lang === language;
        for (let frames = 0; frames < 2 || (!isSpoken() && frames < patience); frames += 1)
          await new Promise((painted) => requestAnimationFrame(painted));
        if (!isSpoken()) unspoken.add(language);
        const problems: string[] = [];
        const add = (what: string, found: readonly string[]) =>
          problems.push(...found.map((each) => `${what}: ${each}`));
        if (document.documentElement.lang !== language) problems.push(`speaks ${document.documentElement.lang}`);
        add('cut off', looks.cutOff(onStage));
        add('wide', looks.wide());
        add('the document scrolls', looks.documentScrolls());
        add('small', looks.smallTargets());
        if (onStage) add('runs over', looks.runsOver());
        if (actions !== undefined) add('crowded', looks.crowded(actions));
        if (language === 'en') {
          const values = [...known, ...textsIn(view), ...textsIn(answered)].sort((a, b) => b.length - a.length);
          const left = looks.unmarked(isMarkedBy, values);
          add(
            'hard-coded',
            left.filter((text) => !ofOthers.test(text) && !ofWorld.includes(text)),
          );
        }
        const { within, whole, fields = [], buttons = [], pictures = [] } = inSight ?? {};
        const parts = [
          ...fields.map((name) => [name, looks.named('input', name)] as const),
          ...buttons.map((name) => [name, looks.named('button', name)] as const),
          // A picture that has no room is hidden on purpose, so it is not checked.
          ...pictures
            .map((name) => [name, looks.named('section', name)?.firstElementChild ?? undefined] as const)
            .filter(([, picture]) => picture?.checkVisibility()),
          ...(within === undefined ? [] : looks.inside(within, 'button, input[type=radio]')),
        ];
        for (const [name, part] of parts) {
          if (part === undefined || !looks.isInSight(part)) problems.push(`not in sight: ${name}`);
        }
        const scrolled = whole === undefined ? undefined : looks.named('section', whole);
        const below = (scrolled?.scrollHeight ?? 0) - (scrolled?.clientHeight ?? 0);
        if (below > 1) problems.push(`${below} px of ${whole} below the fold`);
        const words = document.querySelector('main')?.innerText ?? '';
        if (words.trim() === '') problems.push('nothing to read');
        const plain = (text: string): string => text.replaceAll(isMarkedBy, '').replace(/\s+/g, ' ');
        for (const each of says) if (!plain(words).includes(plain(each))) problems.push(`does not say: ${each}`);
        if (hasNoAmount === true && /\p{Sc}|\d[.,]\d\d\b/u.test(words)) problems.push(`an amount: ${words}`);
        seen.push({
          ...{ where, problems },
          actions: looks.placesOf(actions, /./),
          pad: [looks.placesOf(pad, /^\d+$/).join()].filter((keys) => keys !== ''),
          slot: [...document.querySelectorAll('.actions__next')].map((slot) => {
            const { x, y, width, height } = slot.getBoundingClientRect();
            return [x, y, width, height].map(Math.round).join(' ');
          }),
          capitals: looks.leastCapitals(),
          headings: document.querySelectorAll('h1, h2, h3').length,
        });
      }
      return seen;
    },
    { moments, isStage, mark, own, countries },
  );

export const problemsIn = (seen: readonly Seen[]): readonly string[] =>
  seen.flatMap(({ where, problems }) => problems.map((problem) => `${where}: ${problem}`));
