/**
 * Who uses a reference: two tills may count alike, and each door counts for itself. A paired till is named by the id of
 * its pairing token (the fixed token of a headless host is one till), the command line by that id with a word behind it,
 * everything else by one of these.
 */
export const tillNames = {
  /** The watched folder. */
  folder: 'folder',
  /** A sale that the cashier opens. */
  hand: 'hand',
  /** Code of this program that speaks for no till. */
  program: 'program',
  /** Sales of versions that did not know their till. */
  unknown: 'before',
} as const;

const commandLine = ' command line';
/** `receipt-companion send` with the token of this till: its references are not the till's. */
export const commandLineOf = (tillId: string): string => `${tillId}${commandLine}`;

/** What the cashier calls the paired tills, by the id of their token. */
export type NamesOfTills = ReadonlyMap<string, string>;

/** What tells one till's "0001" from another's in a list; null where that needs no word. */
export const tillInList = (till: string, names: NamesOfTills): string | null =>
  names.size > 1 ? (names.get(till.replace(commandLine, '')) ?? null) : null;

/** For files that are read later: a till that is not paired any more by its id, what is no till by its door; empty where it was not kept. */
export function tillInFile(till: string, names: NamesOfTills): string {
  if (till === tillNames.unknown) return '';
  const id = till.replace(commandLine, '');
  return `${names.get(id) ?? id}${till.slice(id.length)}`;
}
