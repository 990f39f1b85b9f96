/** Checks the form of CHANGELOG.md (Keep a Changelog 1.1.0). It is pure, so that a test can plant mistakes. */

const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;

interface Section {
  readonly version: string;
  readonly date: string | null;
  readonly text: string;
}

const isDay = (text: string | null): text is string => {
  const day = new Date(`${text}T00:00:00Z`);
  return text !== null && !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
};

const number = (version: string): readonly number[] => (version.split('-')[0] ?? '').split('.').map(Number);
const isLater = (one: string, other: string): boolean => {
  const [a, b] = [number(one), number(other)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0);
};

const sectionsOf = (text: string): readonly Section[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const head = part.split('\n', 1)[0] ?? '';
      const [, version = head, date = null] = /^\[([^\]]+)\](?: - (.+))?$/.exec(head) ?? [];
      return { version, date, text: part.slice(head.length) };
    });

function faultsOfSection({ version, date, text }: Section): readonly string[] {
  const where = `[${version}]`;
  const parts = text.split(/^### /m);
  const entries = parts.slice(1).map((part) => ({ kind: part.split('\n', 1)[0] ?? '', body: part }));
  const released = version !== 'Unreleased';
  return [
    ...(released && !/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version) ? [`${where}: no version`] : []),
    ...(released && !isDay(date) ? [`${where}: no day`] : []),
    ...(!released && date !== null ? [`${where}: a day before it is released`] : []),
    ...((parts[0] ?? '').trim() === '' ? [] : [`${where}: text outside of Added, Changed and so on`]),
    ...(released && entries.length === 0 ? [`${where}: nothing in it`] : []),
    ...entries
      .filter(({ kind }) => !kinds.some((one) => one === kind))
      .map(({ kind }) => `${where}: ${kind} is none of ${kinds.join(', ')}`),
    ...entries.filter(({ body }) => !/^- \S/m.test(body)).map(({ kind }) => `${where}: nothing below ${kind}`),
    ...(new Set(entries.map(({ kind }) => kind)).size < entries.length ? [`${where}: a kind twice`] : []),
  ];
}

/** The faults of a changelog for a program of this version. Empty if there are none. */
export function faultsOf(text: string, version: string): readonly string[] {
  const sections = sectionsOf(text);
  const released = sections.filter((section) => section.version !== 'Unreleased');
  const newest = released[0]?.version;
  return [
    ...(text.startsWith('# Changelog\n') ? [] : ['it begins with # Changelog']),
    ...(sections[0]?.version === 'Unreleased' ? [] : ['[Unreleased] comes first']),
    ...sections.flatMap(faultsOfSection),
    ...released.slice(1).flatMap((older, index) => {
      const newer = released[index];
      if (newer === undefined) return [];
      return [
        ...(isLater(newer.version, older.version) ? [] : [`[${older.version}] stands below [${newer.version}]`]),
        ...(!isDay(newer.date) || !isDay(older.date) || newer.date >= older.date
          ? []
          : [`[${newer.version}] is older than [${older.version}]`]),
      ];
    }),
    ...(newest === undefined && !text.split('## ')[0]?.includes(`becomes ${version}.`)
      ? [`nothing says what becomes of ${version}`]
      : []),
    ...(newest !== undefined && newest !== version ? [`the newest is ${newest}, the program is ${version}`] : []),
  ];
}
