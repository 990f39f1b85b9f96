import { useMemo } from 'react';
import { type RecordsText, recordsText } from '../text/records-text.ts';
import { useCashier } from './cashier-context.ts';

/** The sentences of the pages about what is on record; only these pages import it, so that no window waits for them. */
export function useRecordsText(): RecordsText {
  const { language } = useCashier();
  return useMemo(() => recordsText(language), [language]);
}
