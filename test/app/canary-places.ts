import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type CanaryMatch, findWords } from '../fakes/canary-search.ts';
import type { Collector } from './collector.ts';
import type { TestApp } from './test-app.ts';

export interface Find extends CanaryMatch {
  readonly place: string;
}

export interface Allowed {
  readonly place: RegExp;
  readonly words: readonly string[];
  readonly why: string;
}

/** The bytes of every file below a folder by relative path, including journals, notices and locks. */
export function filesOf(folder: string, name: string): Readonly<Record<string, Uint8Array>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [`${name}/${relative(folder, path)}`, readFileSync(path)]));
}

type Places = Readonly<Record<string, Uint8Array | string>>;

/** Everything that an app writes, shows or sends to a collector: folders, log, the views of both windows, metrics. */
export const leakPlacesOf = (testApp: TestApp, collector: Collector): Places => ({
  ...filesOf(testApp.dataDir, 'disk'),
  ...filesOf(testApp.computer.stateDir, 'computer'),
  log: JSON.stringify(testApp.log.lines),
  'display of the customers': JSON.stringify(testApp.shown.customer),
  'window of the cashier': JSON.stringify(testApp.shown.cashier),
  metrics: collector.received(),
});

export function findIn(places: Places, words: readonly string[]): readonly Find[] {
  return Object.entries(places).flatMap(([place, content]) =>
    // File names are searched, too.
    [...findWords(content, words), ...findWords(place, words)].map((found) => ({ place, ...found })),
  );
}

const allows =
  ({ place, word }: Find) =>
  (allowed: Allowed): boolean =>
    allowed.place.test(place) && allowed.words.includes(word);

export const unexpectedFinds = (finds: readonly Find[], allowed: readonly Allowed[]): readonly string[] =>
  finds.filter((find) => !allowed.some(allows(find))).map(({ place, word, as }) => `${word} as ${as} in ${place}`);

export const unusedExceptions = (finds: readonly Find[], allowed: readonly Allowed[]): readonly string[] =>
  allowed.filter((one) => !finds.some((find) => allows(find)(one))).map(({ why }) => why);
