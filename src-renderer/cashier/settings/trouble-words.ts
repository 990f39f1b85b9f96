import type { ConnectionTrouble } from '../../../src-main/lib/connection.ts';
import type { CashierText } from '../../text/i18n.ts';

const sentences = {
  noConnection: 'troubleNoConnection',
  timeOut: 'troubleTimeOut',
  connectionLost: 'troubleConnectionLost',
  serverError: 'troubleServerError',
  notTheService: 'troubleNotTheService',
  notUnderstood: 'troubleNotUnderstood',
  proxy: 'troubleProxy',
  redirect: 'troubleRedirect',
  webPage: 'troubleWebPage',
  signInRefused: 'troubleSignInRefused',
  refused: 'troubleRefused',
  storeUnknown: 'troubleStoreUnknown',
} as const satisfies Record<ConnectionTrouble['code'], string>;

/** In the cashier's language; what the service or the system said stays as it is, and is called that. */
export const troubleWords = ({ code, status, said }: ConnectionTrouble, t: CashierText): string =>
  [
    t(sentences[code]),
    ...(status === null ? [] : [`HTTP ${status}.`]),
    ...(said === '' ? [] : [t('troubleSaid', { words: said })]),
  ].join(' ');
