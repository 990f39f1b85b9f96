/**
 * Who uses a reference: two tills may count alike, and each door counts for itself. A paired till is named by the id of
 * its pairing token (the fixed token of a headless host is one till), the command line by that id with a word behind it,
 * everything else by one of these.
 */
export const tillNames = {
  /** Who has the fixed token of a headless host. */
  fixed: 'environment',
  /** The watched folder. */
  folder: 'folder',
  hand: 'hand',
  /** Sales of versions that did not know their till. */
  unknown: 'before',
} as const;

const commandLine = ' command line';
/** `receipt-companion send` with the token of this till: its references are not the till's. */
export const commandLineOf = (tillId: string): string => `${tillId}${commandLine}`;

const ownerOf = (till: string): string => (till.endsWith(commandLine) ? till.slice(0, -commandLine.length) : till);

/** The same till by whichever of its doors. */
export const isSameTill = (one: string, other: string): boolean =>
  one !== tillNames.unknown && ownerOf(one) === ownerOf(other);

/** Whose sales somebody reads and changes: those of the tills in the list; null: everybody's. */
export type Reach = readonly string[] | null;

/**
 * A till reaches the sales that it opened itself, and those that its own command line did: whoever has the token can ask as
 * either. Sales of versions that did not know their till are nobody's: every till may still bring their bill.
 */
export function reachOf(till: string, isShared: boolean): Reach {
  if (isShared) return null;
  const owner = ownerOf(till);
  return [owner, commandLineOf(owner), tillNames.unknown];
}

export const reaches = (reach: Reach, till: string): boolean => reach === null || reach.includes(till);

/** What the cashier calls the paired tills, by the id of their token. */
export type NamesOfTills = ReadonlyMap<string, string>;

/** What tells one till's "0001" from another's in a list; null where that needs no word. */
export const tillInList = (till: string, names: NamesOfTills): string | null =>
  names.size > 1 ? (names.get(ownerOf(till)) ?? null) : null;

/** For files that are read later: a till that is not paired any more by its id, what is no till by its door; empty where it was not kept. */
export function tillInFile(till: string, names: NamesOfTills): string {
  if (till === tillNames.unknown) return '';
  const id = ownerOf(till);
  return `${names.get(id) ?? id}${till.slice(id.length)}`;
}

/** What a paired till may ask for; they stand in the database beside its token. */
export const tillScopes = ['sale', 'partner'] as const;
export type TillScope = (typeof tillScopes)[number];

/** The scope of the customer desk was called `desk`: tills that were paired then keep it. */
export const scopeOf = (name: string): string => (name === 'desk' ? 'partner' : name);
