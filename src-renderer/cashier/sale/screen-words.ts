import type { StatusView } from '../../../src-main/shared/views.ts';
import { wordsOf } from '../../text/cashier-words.ts';

export const showsOtherSale = (display: StatusView['display'], saleId: string | null): boolean =>
  display.connected && display.saleId !== null && saleId !== null && display.saleId !== saleId;

/** The key of the sentence about the customer's screen. `hasCode`: this window could show a QR code instead. */
export function screenWords(
  { connected, showing, current }: Pick<StatusView['display'], 'connected' | 'showing' | 'current'>,
  hasCode: boolean,
) {
  if (!connected) return hasCode ? 'screenNone' : 'screenNoneNoCode';
  if (showing === null) return 'screenStarting';
  return current ? wordsOf('screen', showing) : 'screenUpdating';
}
