/** A reference is unique only for its owner: a paired till, named by the id of its token, or one of these names. */
export const tillNames = {
  /** Used with the fixed token of headless. */
  fixed: 'environment',
  folder: 'folder',
  hand: 'hand',
  printer: 'printer',
} as const;

const commandLine = ' command line';
/** The owner name of `receipt-companion send` with this till's token. Its references are separate from the till's. */
export const commandLineOf = (tillId: string): string => `${tillId}${commandLine}`;

const ownerOf = (till: string): string => (till.endsWith(commandLine) ? till.slice(0, -commandLine.length) : till);

/** The owner of an account's files: each account changes only its own sales. Null: the account of the app. */
export const folderOf = (owner: number | null): string =>
  owner === null ? tillNames.folder : `${tillNames.folder} ${owner}`;

export const isFolder = (till: string): boolean => till === tillNames.folder || till.startsWith(`${tillNames.folder} `);

export function interfacesOf(till: string, { only }: ShopTills): readonly string[] {
  const owner = isFolder(till) ? only : ownerOf(till);
  if (owner === null) return [till];
  return [owner, commandLineOf(owner), ...(owner === only ? [tillNames.folder] : [])];
}

export const isSameTill = (one: string, other: string, tills: ShopTills): boolean =>
  one === other || interfacesOf(one, tills).includes(isFolder(other) ? tillNames.folder : other);

/** The tills whose sales a caller may read and change. Null: all tills. */
export type Reach = readonly string[] | null;

/** A till reaches the sales of all its interfaces. A file reaches only sales of files with the same owner. */
export function reachOf(till: string, isShared: boolean, tills: ShopTills): Reach {
  if (isShared) return null;
  return isFolder(till) ? [till] : interfacesOf(till, tills);
}

export const reaches = (reach: Reach, till: string): boolean => reach === null || reach.includes(till);

export interface ShopTills {
  /** The names of the paired tills, and of the host's token if there is one, by the id of their token. */
  readonly names: ReadonlyMap<string, string>;
  /** The shop's only till, which also owns the sales of the watched folder. Null with several tills. */
  readonly only: string | null;
}

export const tillInList = (till: string, { names }: ShopTills): string | null =>
  names.size > 1 ? (names.get(ownerOf(till)) ?? null) : null;

export function tillInFile(till: string, { names }: ShopTills): string {
  const id = ownerOf(till);
  return `${names.get(id) ?? id}${till.slice(id.length)}`;
}

export const tillScopes = ['sale', 'partner'] as const;
export type TillScope = (typeof tillScopes)[number];

/** Accepts only the characters of a bearer token, because the POS API reads no other from a header. */
export const isToken = (token: string): boolean => /^[\w\-.~+/]{1,512}=*$/.test(token);
