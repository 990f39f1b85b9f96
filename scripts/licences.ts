/** Which licences may come in, by name: one that is on no list stops the check until a person has read it. */

/** In what a shop installs: they ask for their text to go along, and for nothing of ours. */
const inProgram: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  // The font, which is not sold by itself.
  'OFL-1.1',
]);

/**
 * In what builds and checks it, and stays here: a change in such a file would have to be given away, and nobody changes one.
 * Python's are one licence, with and without those before it.
 */
const inTools: ReadonlySet<string> = new Set([...inProgram, 'MPL-2.0', 'Python-2.0', 'PSF-2.0', 'WTFPL']);

export type Use = 'program' | 'tools';
const lists: Readonly<Record<Use, ReadonlySet<string>>> = { program: inProgram, tools: inTools };

/** Of an SPDX expression without WITH: one side of an OR has to be allowed, both sides of an AND. */
export function isAllowed(expression: string, use: Use): boolean {
  const plain = expression.replace(/[()]/g, ' ').trim();
  if (/\bOR\b/.test(plain) && /\bAND\b/.test(plain)) return false;
  const names = plain.split(/\s+(?:OR|AND)\s+/);
  return /\bOR\b/.test(plain)
    ? names.some((name) => lists[use].has(name))
    : names.every((name) => lists[use].has(name));
}

export interface Licensed {
  readonly name: string;
  readonly license: string | null;
  readonly use: Use;
}

/** What may not come in, with what it says; empty is good. */
export const refused = (packages: readonly Licensed[]): readonly string[] =>
  packages
    .filter(({ license, use }) => license === null || !isAllowed(license, use))
    .map(({ name, license, use }) => `${name}: ${license ?? 'says no licence'} (${use})`);
