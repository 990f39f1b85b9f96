/**
 * Puts two `latest-mac.yml` together: each processor's runner writes one of the same name, and the program that looks for a later
 * version reads one. `node scripts/update-files.ts ONE OTHER > latest-mac.yml`.
 */
import { readFileSync } from 'node:fs';

const head = /^version: (.+)$/m;
/** The list of files, one entry of indented lines after the other. */
const list = /^files:\n((?: {2,}.*\n)+)/m;

/** `one` with the files of `other` behind its own. Throws when they are not of one version. */
const joinUpdateFiles = (one: string, other: string): string => {
  const versions = [one, other].map((text) => head.exec(text)?.[1]);
  const lists = [one, other].map((text) => list.exec(text)?.[1]);
  if (versions[0] === undefined || versions[0] !== versions[1]) {
    throw new Error(`these are not of one version: ${versions.join(' and ')}`);
  }
  if (lists.includes(undefined)) throw new Error('a list of files is missing');
  return one.replace(list, `files:\n${lists.join('')}`);
};

if (import.meta.main) {
  const [one = '', other = ''] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));
  process.stdout.write(joinUpdateFiles(one, other));
}
