import { useMemo } from 'react';
import { type LookText, lookText } from '../../../text/look-text.ts';
import { useCashier } from '../../cashier-context.ts';

/** The sentences of this page (`text/look-text.ts`). */
export function useLookText(): LookText {
  const { language } = useCashier();
  return useMemo(() => lookText(language), [language]);
}
