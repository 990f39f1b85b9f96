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

/** What the cashier may believe about the customer's screen: only what that window has painted counts as seen. */
export function screenWords({ connected, showing, current }: StatusView['display']) {
  if (!connected) return 'screenNone';
  if (showing === null) return 'screenStarting';
  return current ? seen[showing] : 'screenUpdating';
}
