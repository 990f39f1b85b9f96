import type { CommandInput } from '../../../src-main/lib/commands.ts';
import type { Connection } from '../../../src-main/lib/connection.ts';
import type { AppError } from '../../../src-main/lib/result.ts';

/** What stands in the form. User name and password start empty: they are written, never read. */
export interface ConnectionDraft {
  readonly connection: Connection;
  readonly username: string;
  readonly password: string;
}

/** The fields that are one line of text, in the order of the form. */
export const textFields = [
  'baseUrl',
  'authUrl',
  'partnerUrl',
  'clientId',
  'scopeBase',
  'storeId',
  'extensionKey',
] as const satisfies readonly (keyof Connection)[];

export const isAddress = (name: (typeof textFields)[number]): boolean => name.endsWith('Url');

/** Whether the keychain has an account, and whether it is one for the addresses that are typed. */
export type StoredAccount = 'none' | 'forThese' | 'forOthers';

export const storedAccount = (keptFor: Connection | null, typed: Connection): StoredAccount => {
  if (keptFor === null) return 'none';
  return keptFor.authUrl === typed.authUrl && keptFor.baseUrl === typed.baseUrl ? 'forThese' : 'forOthers';
};

/** One of the two alone cannot be used. */
export const halfCredentials = ({ username, password }: ConnectionDraft): boolean =>
  (username === '') !== (password === '');

/** Both empty keeps what is in the keychain. */
export function draftToInput(draft: ConnectionDraft): CommandInput<'connection.save'> {
  const { connection, username, password } = draft;
  return { connection, credentials: username === '' ? null : { username, password } };
}

/** The last segments of the paths that did not fit: `/connection/baseUrl` is the field `baseUrl`. */
export const wrongFields = (error: AppError): ReadonlySet<string> =>
  new Set((error.fields ?? []).map((field) => field.path.split('/').at(-1) ?? ''));
