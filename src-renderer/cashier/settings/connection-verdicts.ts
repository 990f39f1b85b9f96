import type { CommandOutput } from '../../../src-main/lib/commands.ts';
import type { ConnectionFault } from '../../../src-main/lib/connection.ts';
import type { CashierText } from '../../text/i18n.ts';
import type { textFields } from './connection-draft.ts';

export type Tried = CommandOutput<'connection.test'> & { readonly purpose: 'test' | 'save' };

export type ConnectionField = (typeof textFields)[number] | 'username' | 'password';

/** What the last test said of a field: it is right, or what is wrong with it. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly words: string };
export type Verdicts = Readonly<Partial<Record<ConnectionField, Verdict>>>;

/** Where a fault is said; the first one has the words, the others are marked. None: it is said below the form. */
const placeOfFault = {
  baseUrlWrong: ['baseUrl'],
  baseUrlSilent: ['baseUrl'],
  notUnderstood: ['baseUrl'],
  authUrlWrong: ['authUrl'],
  authUrlSilent: ['authUrl'],
  accountMissing: ['password', 'username'],
  accountRefused: ['password', 'username'],
  clientRefused: ['clientId'],
  scopeRefused: ['scopeBase'],
  signInRefused: [],
  storeMissing: ['storeId'],
  storeRefused: ['storeId'],
  permissionMissing: ['username'],
} as const satisfies Record<ConnectionFault, readonly ConnectionField[]>;

/** What a step proves when it goes well. */
const provenBy = {
  address: ['baseUrl'],
  signIn: ['authUrl', 'clientId', 'scopeBase', 'username', 'password'],
  store: ['storeId'],
} as const satisfies Record<Tried['steps'][number]['name'], readonly ConnectionField[]>;

export const faultWords = (fault: ConnectionFault, t: CashierText): string => {
  switch (fault) {
    case 'baseUrlWrong':
    case 'authUrlWrong':
      return t('addressRule');
    case 'baseUrlSilent':
    case 'authUrlSilent':
      return t('faultSilent');
    case 'notUnderstood':
      return t('faultNotUnderstood');
    case 'accountMissing':
      return t('faultAccountMissing');
    case 'accountRefused':
      return t('faultAccountRefused');
    case 'clientRefused':
      return t('faultClientRefused');
    case 'scopeRefused':
      return t('faultScopeRefused');
    case 'signInRefused':
      return t('stepSignInFailed');
    case 'storeMissing':
      return t('faultStoreMissing');
    case 'storeRefused':
      return t('stepStoreFailed');
    case 'permissionMissing':
      return t('faultPermission');
  }
};

export function verdictsOf(tried: Pick<Tried, 'steps'>, t: CashierText): Verdicts {
  const verdicts: Partial<Record<ConnectionField, Verdict>> = {};
  for (const { name, ok, fault } of tried.steps) {
    if (ok) for (const field of provenBy[name]) verdicts[field] = { ok: true };
    if (fault === null) continue;
    for (const field of placeOfFault[fault]) verdicts[field] = { ok: false, words: faultWords(fault, t) };
  }
  return verdicts;
}

/** The verdict in words; null before a test. */
export const saidOf = (
  verdict: Verdict | undefined,
  t: CashierText,
): { readonly ok: boolean; readonly words: string } | null =>
  verdict === undefined ? null : verdict.ok ? { ok: true, words: t('fieldGood') } : verdict;
