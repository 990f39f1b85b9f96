import { readFileSync } from 'node:fs';

/** The account whose program listens on this port. Only Linux shows it; used in a sentence for people. */
export function holderOfPort(port: number): string | null {
  if (process.platform !== 'linux') return null;
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) =>
    linesOf(path).map((line) => line.trim().split(/\s+/)),
  );
  // The columns of proc_net_tcp(5): 1 is the local address, 3 the state (0A listens), 7 the user id.
  const uid = rows.find((row) => row[1]?.endsWith(wanted) && row[3] === '0A')?.[7];
  if (uid === undefined) return null;
  const account = linesOf('/etc/passwd').find((line) => line.split(':')[2] === uid);
  return account?.split(':')[0] ?? uid;
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
