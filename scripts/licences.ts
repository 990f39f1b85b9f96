/** The allowed licences. Any other fails the check until a person has read it. */

/** The licences of the installed program. They require their text to be included, and nothing else. */
const inProgram: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  // The font, which is not sold separately.
  'OFL-1.1',
]);

/**
 * The licences of tools that are not distributed. None of the tools is changed; a changed one would have to be
 * published.
 */
const inTools: ReadonlySet<string> = new Set([...inProgram, 'MPL-2.0', 'Python-2.0', 'PSF-2.0', 'WTFPL']);

export type PackageUse = 'program' | 'tools';
const lists: Readonly<Record<PackageUse, ReadonlySet<string>>> = { program: inProgram, tools: inTools };

/** Whether an SPDX expression is allowed: one side of an OR must be allowed, or both sides of an AND. */
export function isAllowed(expression: string, use: PackageUse): boolean {
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
  readonly use: PackageUse;
}

export const refusedPackages = (packages: readonly Licensed[]): readonly string[] =>
  packages
    .filter(({ license, use }) => license === null || !isAllowed(license, use))
    .map(({ name, license, use }) => `${name}: ${license ?? 'says no licence'} (${use})`);
