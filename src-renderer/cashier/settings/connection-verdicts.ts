import type { CommandOutput } from '../../../src-main/lib/commands.ts';
import type { ConnectionFault } from '../../../src-main/lib/connection.ts';
import type { CashierText, PlainCashierKey } from '../../text/i18n.ts';
import type { textFields } from './connection-draft.ts';

export type Tried = CommandOutput<'connection.test'> & { readonly purpose: 'test' | 'save' };

export type ConnectionField = (typeof textFields)[number] | 'username' | 'password';

/** What the last test said of a field: it is right, or what is wrong with it. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly words: string };
export type Verdicts = Readonly<Partial<Record<ConnectionField, Verdict>>>;

/** What is said of a fault, and where: the first field has the words, the others are marked. None: below the form. */
const faults = {
  baseUrlWrong: { words: 'addressRule', at: ['baseUrl'] },
  baseUrlSilent: { words: 'faultSilent', at: ['baseUrl'] },
  notUnderstood: { words: 'faultNotUnderstood', at: ['baseUrl'] },
  authUrlWrong: { words: 'addressRule', at: ['authUrl'] },
  authUrlSilent: { words: 'faultSilent', at: ['authUrl'] },
  accountMissing: { words: 'faultAccountMissing', at: ['password', 'username'] },
  accountRefused: { words: 'faultAccountRefused', at: ['password', 'username'] },
  clientRefused: { words: 'faultClientRefused', at: ['clientId'] },
  scopeRefused: { words: 'faultScopeRefused', at: ['scopeBase'] },
  signInRefused: { words: 'stepSignInFailed', at: [] },
  storeMissing: { words: 'faultStoreMissing', at: ['storeId'] },
  storeRefused: { words: 'stepStoreFailed', at: ['storeId'] },
  permissionMissing: { words: 'faultPermission', at: ['username'] },
} as const satisfies Record<ConnectionFault, { words: PlainCashierKey; at: readonly ConnectionField[] }>;

/** What a step proves when it goes well. */
const provenBy = {
  address: ['baseUrl'],
  signIn: ['authUrl', 'clientId', 'scopeBase', 'username', 'password'],
  store: ['storeId'],
} as const satisfies Record<Tried['steps'][number]['name'], readonly ConnectionField[]>;

export const faultWords = (fault: ConnectionFault, t: CashierText): string => t(faults[fault].words);

export function verdictsOf(tried: Pick<Tried, 'steps'>, t: CashierText): Verdicts {
  const verdicts: Partial<Record<ConnectionField, Verdict>> = {};
  for (const { name, ok, fault } of tried.steps) {
    if (ok) for (const field of provenBy[name]) verdicts[field] = { ok: true };
    if (fault === null) continue;
    for (const field of faults[fault].at) verdicts[field] = { ok: false, words: faultWords(fault, t) };
  }
  return verdicts;
}

/** The verdict in words; null before a test. */
export const saidOf = (
  verdict: Verdict | undefined,
  t: CashierText,
): { readonly ok: boolean; readonly words: string } | null =>
  verdict === undefined ? null : verdict.ok ? { ok: true, words: t('fieldGood') } : verdict;
