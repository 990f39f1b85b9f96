import { createContext, useContext } from 'react';
import type { Language } from '../../../../src-main/lib/languages.ts';
import type { OwnWords } from '../../../../src-main/lib/shop-look.ts';
import type { Previewed } from './previewed.ts';

/** What the page and its preview agree about; none of it is kept. */
export interface Look {
  readonly shows: Previewed;
  /** Of the words that are being written, and of the preview. */
  readonly language: Language;
  /** What is being typed, before it is kept. */
  readonly draft: OwnWords;
  readonly change: (part: Partial<Omit<Look, 'change'>>) => void;
}

export const LookContext = createContext<Look | null>(null);

export function useLook(): Look {
  const look = useContext(LookContext);
  if (look === null) throw new Error('useLook outside of its page');
  return look;
}
