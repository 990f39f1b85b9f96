/**
 * The owner of a reference: two tills may use the same numbers, and each interface counts separately. A paired till is
 * identified by the id of its pairing token (the fixed token of headless is one till), the command line by that id with
 * a suffix, everything else by one of these.
 */
export const tillNames = {
  /** The owner of the fixed token of headless. */
  fixed: 'environment',
  /** The watched folder. */
  folder: 'folder',
  hand: 'hand',
} as const;

const commandLine = ' command line';
/** `receipt-companion send` with the token of this till: its references are not the till's. */
export const commandLineOf = (tillId: string): string => `${tillId}${commandLine}`;

const ownerOf = (till: string): string => (till.endsWith(commandLine) ? till.slice(0, -commandLine.length) : till);

/**
 * The till that wrote a file, where the system tells who owns it: tills that share the folder under accounts of their own
 * change their own sales only. Null stands for the account of the app.
 */
export const folderOf = (owner: number | null): string =>
  owner === null ? tillNames.folder : `${tillNames.folder} ${owner}`;

export const isFolder = (till: string): boolean => till === tillNames.folder || till.startsWith(`${tillNames.folder} `);

/**
 * The only till of a shop: the watched folder is one of its interfaces, too. Null with several tills, because nobody
 * can tell which of them wrote a file.
 */
export function onlyTill(names: NamesOfTills): string | null {
  const [till = tillNames.fixed, ...others] = names.keys();
  return others.length === 0 ? till : null;
}

/** The names under which a till may have brought a receipt. */
export function interfacesOf(till: string, names: NamesOfTills): readonly string[] {
  const only = onlyTill(names);
  const owner = isFolder(till) ? only : ownerOf(till);
  if (owner === null) return [till];
  return [owner, commandLineOf(owner), ...(owner === only ? [tillNames.folder] : [])];
}

/** Whether both names are interfaces of one till. */
export const isSameTill = (one: string, other: string, names: NamesOfTills): boolean =>
  one === other || interfacesOf(one, names).includes(isFolder(other) ? tillNames.folder : other);

/** The tills whose sales a caller may read and change. Null: all tills. */
export type Reach = readonly string[] | null;

/**
 * A till reaches the sales of all its interfaces, because whoever has its token can ask as the till or as its command line.
 * A file reaches the sales of files with the same owner only, because others may write into the folder.
 */
export function reachOf(till: string, isShared: boolean, names: NamesOfTills): Reach {
  if (isShared) return null;
  return isFolder(till) ? [till] : interfacesOf(till, names);
}

export const reaches = (reach: Reach, till: string): boolean => reach === null || reach.includes(till);

/** The cashier's names of the paired tills, by the id of their token. */
export type NamesOfTills = ReadonlyMap<string, string>;

/** Tells one till's "0001" from another's in a list. Null if no name is needed. */
export const tillInList = (till: string, names: NamesOfTills): string | null =>
  names.size > 1 ? (names.get(ownerOf(till)) ?? null) : null;

/** For exported files: a removed till by its id, another interface by its name. Empty if it was not stored. */
export function tillInFile(till: string, names: NamesOfTills): string {
  const id = ownerOf(till);
  return `${names.get(id) ?? id}${till.slice(id.length)}`;
}

/** The scopes of a paired till. They are stored in the database beside its token. */
export const tillScopes = ['sale', 'partner'] as const;
export type TillScope = (typeof tillScopes)[number];
