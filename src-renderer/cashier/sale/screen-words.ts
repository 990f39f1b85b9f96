import type { CustomerScreen, StatusView } from '../../../src-main/contract/views.ts';

const seen = {
  idle: 'screenIdle',
  basket: 'screenBasket',
  qr: 'screenQr',
  account: 'screenAccount',
  follows: 'screenFollows',
  paper: 'screenPaper',
  welcome: 'screenWelcome',
  thanks: 'screenThanks',
  cancelled: 'screenCancelled',
} as const satisfies Record<CustomerScreen['kind'], string>;

/**
 * What the cashier may believe about the customer's screen: only what that window has painted counts as seen. `hasCode`:
 * there is a QR that could be shown here instead.
 */
export function screenWords({ connected, showing, current }: StatusView['display'], hasCode: boolean) {
  if (!connected) return hasCode ? 'screenNone' : 'screenNoneNoCode';
  if (showing === null) return 'screenStarting';
  return current ? seen[showing] : 'screenUpdating';
}
