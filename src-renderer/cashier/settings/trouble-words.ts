import type { ConnectionTrouble } from '../../../src-main/kernel/connection.ts';
import type { SetupText } from '../../text/setup-text.ts';

const sentences = {
  noConnection: 'troubleNoConnection',
  timeOut: 'troubleTimeOut',
  connectionLost: 'troubleConnectionLost',
  serverError: 'troubleServerError',
  notTheService: 'troubleNotTheService',
  proxy: 'troubleProxy',
  redirect: 'troubleRedirect',
  webPage: 'troubleWebPage',
  signInRefused: 'troubleSignInRefused',
  refused: 'troubleRefused',
  storeUnknown: 'troubleStoreUnknown',
} as const satisfies Record<ConnectionTrouble['code'], string>;

/** In the cashier's language; what the service or the system said stays as it is, and is called that. */
export const troubleWords = ({ code, status, said }: ConnectionTrouble, s: SetupText): string =>
  [
    s(sentences[code]),
    ...(status === null ? [] : [`HTTP ${status}.`]),
    ...(said === '' ? [] : [s('troubleSaid', { words: said })]),
  ].join(' ');
