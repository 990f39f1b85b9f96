import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root folder of the project. */
export const root = join(import.meta.dirname, '../..');

/** The text of a file, by its path from the root. */
export const projectText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The matching files in the order of their paths, which are from the root and have `/` on every system. */
export const projectFiles = (...patterns: readonly string[]) =>
  globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: projectText(path) }));
