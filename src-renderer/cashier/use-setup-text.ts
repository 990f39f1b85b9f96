import { useMemo } from 'react';
import { type SetupText, setupText } from '../text/setup-text.ts';
import { useCashier } from './cashier-context.ts';

/** The sentences of the pages that are read later (`text/setup-text.ts`). */
export function useSetupText(): SetupText {
  const { language } = useCashier();
  return useMemo(() => setupText(language), [language]);
}
