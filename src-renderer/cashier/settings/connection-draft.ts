import type { Connection, ConnectionFault, ConnectionTrouble } from '../../../src-main/shared/connection.ts';
import type { AppError } from '../../../src-main/shared/result.ts';
import type { CommandInput, CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { t, wordsOf } from '../../text/cashier-words.ts';
import type { PlainCashierKey } from '../../text/i18n.ts';

/** The content of the form. */
export type ConnectionDraft = Connection & typeof noAccount;

/** The policy locks these fields together. Their stored values are never shown. */
export const noAccount = { username: '', password: '' };

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
export const draftToInput = ({
  username,
  password,
  ...connection
}: ConnectionDraft): CommandInput<'connection.save'> => ({
  connection,
  credentials: username === '' ? null : { username, password },
});

export type TestAnswer = CommandOutput<'connection.test'> & {
  readonly purpose: 'test' | 'save';
  /** The command line options that override the connection at the next start. */
  readonly overriddenBy?: readonly string[];
};

export type ConnectionField = (typeof textFields)[number] | 'username' | 'password';
/** The sentence about each field that is wrong. */
export type FieldFaults = { readonly [Field in ConnectionField]?: PlainCashierKey };

/** The fields that main refused, by the last segment of their paths: `/connection/baseUrl` is the field `baseUrl`. */
export const refusalsOf = ({ fields = [] }: AppError): FieldFaults =>
  Object.fromEntries(
    fields.map(({ path }) => {
      const name = path.split('/').at(-1) ?? '';
      return [name, isAddress(name) ? 'addressRule' : 'checkField'];
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

export const faultWords = (fault: ConnectionFault): string => t(faults[fault].words);

export const faultsOf = ({ steps }: Pick<TestAnswer, 'steps'>): FieldFaults =>
  Object.fromEntries(
    steps.flatMap(({ fault }) => (fault === null ? [] : faults[fault].at.map((field) => [field, faults[fault].words]))),
  );

/** Explains the problem in the cashier's language and quotes the text of the service or system unchanged. */
export const troubleWords = ({ code, status, verbatim }: ConnectionTrouble): string =>
  [
    t(wordsOf('trouble', code)),
    ...(status === null ? [] : [`HTTP ${status}.`]),
    ...(verbatim === '' ? [] : [t('answerVerbatim', { words: verbatim })]),
  ].join(' ');
