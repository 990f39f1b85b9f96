import { createContext, useContext } from 'react';
import type { Language } from '../../../../src-main/shared/languages.ts';
import type { OwnSentence, OwnWords } from '../../../../src-main/shared/shop-look.ts';
import type { BasketLine, CustomerScreen } from '../../../../src-main/shared/views.ts';

export const previews = ['idle', 'basket', 'qr', 'ready', 'paper', 'welcome', 'thanks', 'cancelled'] as const;
export type Previewed = (typeof previews)[number];

type ScreenOf<Sentence> = Sentence extends `${infer Screen extends Previewed}${'Title' | 'Text'}` ? Screen : never;

/** The screen of an own sentence, after which it is named: `idleTitle` is the headline of `idle`. */
export const screenOf = (sentence: OwnSentence) => sentence.replace(/T(itle|ext)$/, '') as ScreenOf<OwnSentence>;

const url = 'https://preview.invalid/r/00000000-0000-4000-8000-000000000000';

export function previewScreen(shows: Previewed, currency: string, items: readonly string[]): CustomerScreen {
  const lines: readonly BasketLine[] = items.map((text, place) => ({
    text,
    quantity: place === 0 ? 2 : null,
    amount: 2.4 + place,
  }));
  const total = { amount: 10.2, currency };
  switch (shows) {
    case 'idle':
    case 'cancelled':
      return { kind: shows };
    case 'basket':
      return { kind: 'basket', total, lines };
    case 'qr':
      return { kind: 'qr', phase: 'before', soon: true, url, total, lines, replaced: false, paperRequested: false };
    case 'ready':
      return { kind: 'qr', phase: 'ready', soon: true, url, total, lines: [], replaced: false, paperRequested: false };
    case 'paper':
    case 'thanks':
      return { kind: shows, total };
    case 'welcome':
      return { kind: 'welcome', points: 120, rewards: [] };
  }
}

/** The page shares this state with its preview. It is not saved. */
export interface Look {
  readonly shows: Previewed;
  readonly language: Language;
  readonly draft: OwnWords;
  readonly change: (part: Partial<Omit<Look, 'change'>>) => void;
}

export const LookContext = createContext<Look>({
  shows: 'idle',
  language: 'en',
  draft: {},
  change: () => undefined,
});

export const useLook = (): Look => useContext(LookContext);
