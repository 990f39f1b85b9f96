import type { StatusView } from '../../../src-main/shared/views.ts';
import { wordsOf } from '../../text/cashier-words.ts';

/** The customer display shows another sale than the current one, so nothing on it is about this one. */
export const showsOther = (display: StatusView['display'], saleId: string | null): boolean =>
  display.connected && display.saleId !== null && saleId !== null && display.saleId !== saleId;

/**
 * The sentence about the customer's screen: only a screen that its window has painted counts as seen. `hasCode` means
 * that a QR could be shown here instead.
 */
export function screenWords(
  { connected, showing, current }: Pick<StatusView['display'], 'connected' | 'showing' | 'current'>,
  hasCode: boolean,
) {
  if (!connected) return hasCode ? 'screenNone' : 'screenNoneNoCode';
  if (showing === null) return 'screenStarting';
  return current ? wordsOf('screen', showing) : 'screenUpdating';
}
