import { execFileSync } from 'node:child_process';
import { type BigIntStats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Administrators, SYSTEM and TrustedInstaller, as SDDL writes them. */
const trusted = ['BA', 'SY', 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'];

/** The owners in security descriptors, one a line. Throws for a line that names none. */
const ownersIn = (descriptors: string): readonly string[] =>
  descriptors
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const owner = /^O:(\w\w|S(?:-\d+)+)G:/.exec(line)?.[1];
      if (owner === undefined) throw new Error(`found "${line.slice(0, 80)}", expected a security descriptor`);
      return owner;
    });

/** The account, not an administrator's, that one of two owners is; null where both are trusted. */
export const stranger = (owners: readonly string[]): string | null =>
  owners.find((owner) => !trusted.includes(owner)) ?? null;

/** Nothing of the environment goes along: the account at the till sets it. */
const askPowerShell = (path: string): string =>
  execFileSync(
    'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    [
      ...['-NoProfile', '-NonInteractive', '-Command'],
      '$env:ASKED, (Split-Path -LiteralPath $env:ASKED) | ForEach-Object { (Get-Acl -LiteralPath $_).Sddl }',
    ],
    {
      env: { SystemRoot: 'C:\\Windows', ASKED: path },
      encoding: 'utf8',
      timeout: 20_000,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );

/**
 * Whose a file and its folder are on Windows, which has no user ids. Asked again only when one of the two has changed; throws
 * where it cannot be found out.
 */
export function createWindowsOwners(
  ask: (path: string) => string = askPowerShell,
): (path: string) => readonly string[] {
  let known: { readonly of: string; readonly owners: readonly string[] } | null = null;
  const mark = ({ ino, ctimeNs }: BigIntStats): string => `${ino} ${ctimeNs}`;
  return (path) => {
    const of = [path, ...[path, dirname(path)].map((one) => mark(statSync(one, { bigint: true })))].join(' ');
    if (known?.of !== of) known = { of, owners: ownersIn(ask(path)) };
    return known.owners;
  };
}
