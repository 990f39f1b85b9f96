import type { Connection, ConnectionFault, ConnectionTrouble } from '../../../src-main/shared/connection.ts';
import type { AppError } from '../../../src-main/shared/result.ts';
import type { CommandInput, CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { t, wordsOf } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';

/** The content of the form. User name and password start empty, because they are never returned. */
export interface ConnectionDraft {
  readonly connection: Connection;
  readonly username: string;
  readonly password: string;
}

export const textFields = [
  'baseUrl',
  'authUrl',
  'partnerUrl',
  'clientId',
  'scopeBase',
  'storeId',
  'extensionKey',
] as const satisfies readonly (keyof Connection)[];

export const isAddress = (name: string): boolean => name.endsWith('Url');

/** Whether the keychain has an account, and whether it belongs to the typed addresses. */
type StoredAccount = 'none' | 'forThese' | 'forOthers';

export const storedAccount = (storedFor: Connection | null, typed: Connection): StoredAccount => {
  if (storedFor === null) return 'none';
  return storedFor.authUrl === typed.authUrl && storedFor.baseUrl === typed.baseUrl ? 'forThese' : 'forOthers';
};

export const halfCredentials = ({ username, password }: ConnectionDraft): boolean =>
  (username === '') !== (password === '');

/** Empty credentials keep those in the keychain. */
export function draftToInput(draft: ConnectionDraft): CommandInput<'connection.save'> {
  const { connection, username, password } = draft;
  return { connection, credentials: username === '' ? null : { username, password } };
}

export type TestAnswer = CommandOutput<'connection.test'> & {
  readonly purpose: 'test' | 'save';
  /** The command line options that override the connection at the next start. */
  readonly overriddenBy?: readonly string[];
};

export type ConnectionField = (typeof textFields)[number] | 'username' | 'password';
/** Whether the field is one of the two that the policy locks together. Their stored values are never shown. */
export const isOfAccount = (name: ConnectionField): name is 'username' | 'password' =>
  name === 'username' || name === 'password';

export type FieldCheck = { readonly ok: true } | { readonly ok: false; readonly words: string };
export type FieldChecks = Readonly<Partial<Record<ConnectionField | 'userId', FieldCheck>>>;

/** The fields that main refused, by the last segment of their paths: `/connection/baseUrl` is the field `baseUrl`. */
export const refusalsOf = ({ fields = [] }: AppError): FieldChecks =>
  Object.fromEntries(
    fields.map(({ path }) => {
      const name = path.split('/').at(-1) ?? '';
      return [name, { ok: false, words: t(isAddress(name) ? 'addressRule' : 'checkField') }];
    }),
  );

/** The sentence for each fault, and the fields that show it. Without a field only the list of steps shows it. */
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

const provenBy = {
  address: ['baseUrl'],
  signIn: ['authUrl', 'clientId', 'scopeBase', 'username', 'password'],
  store: ['storeId'],
} as const satisfies Record<TestAnswer['steps'][number]['name'], readonly ConnectionField[]>;

export const faultWords = (fault: ConnectionFault): string => t(faults[fault].words);

export function checksOf(tried: Pick<TestAnswer, 'steps'>): FieldChecks {
  const verdicts: Partial<Record<ConnectionField, FieldCheck>> = {};
  for (const { name, ok, fault } of tried.steps) {
    if (ok) for (const field of provenBy[name]) verdicts[field] = { ok: true };
    if (fault === null) continue;
    for (const field of faults[fault].at) verdicts[field] = { ok: false, words: faultWords(fault) };
  }
  return verdicts;
}

/** Explains the problem in the cashier's language and quotes the text of the service or system unchanged. */
export const troubleWords = ({ code, status, verbatim }: ConnectionTrouble): string =>
  [
    t(wordsOf('trouble', code)),
    ...(status === null ? [] : [`HTTP ${status}.`]),
    ...(verbatim === '' ? [] : [t('answerVerbatim', { words: verbatim })]),
  ].join(' ');
