/** Something in Settings that can be looked for. */
export interface Findable {
  /** `data-setting` of its place on the page; null: the page itself. */
  readonly setting: string | null;
  readonly page: string;
  /** What it is called, where it is, and what else stands beside it, in the cashier's language. */
  readonly label: string;
  readonly where: string;
  readonly help: string;
}

/** As many as a person looks through at a glance, and as fit above a keyboard on the screen. */
const most = 6;

/** Without accents and capitals: nobody types those into a search. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();

/** What holds every word that was typed, those first whose name does. */
export function findSettings(all: readonly Findable[], typed: string): readonly Findable[] {
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const holds = (text: string): boolean => words.every((word) => plain(text).includes(word));
  const byName = all.filter(({ label }) => holds(label));
  const byRest = all.filter((each) => !byName.includes(each) && holds(`${each.label} ${each.where} ${each.help}`));
  return [...byName, ...byRest].slice(0, most);
}
