import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { programOfWindows } from '../settings/computer.ts';

type AskProgram = (program: string, args: readonly string[]) => Promise<string>;

interface System {
  readonly platform?: NodeJS.Platform;
  readonly ask?: AskProgram;
  readonly folder?: string;
}

/**
 * Finds the program that listens on a TCP port of this computer: the account on Linux, the program and its session on
 * Windows. Null elsewhere, or if the system does not tell. Use it only in texts for people.
 */
export async function holderOfPort(
  port: number,
  { platform = process.platform, ask = askProgram, folder }: System = {},
): Promise<string | null> {
  if (platform === 'linux') return accountOfPort(port);
  return platform === 'win32' ? programOfPort(port, ask, folder).catch(() => null) : null;
}

/** Windows translates the state of a socket, so a listening one is recognised by its remote port 0. */
async function programOfPort(port: number, ask: AskProgram, folder?: string): Promise<string | null> {
  const sockets = await ask(programOfWindows('netstat.exe', folder), ['-ano']);
  const pid = new RegExp(`^ *TCP +\\S+:${port} +\\S+:0 .* (\\d+)\\r?$`, 'm').exec(sockets)?.[1];
  if (pid === undefined) return null;
  const args = ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh'];
  const [, name, session] =
    /"([^"]+)","\d+","([^"]*)"/.exec(await ask(programOfWindows('tasklist.exe', folder), args)) ?? [];
  return name === undefined ? null : [name, session].filter(Boolean).join(', ');
}

const askProgram: AskProgram = async (program, args) =>
  (await promisify(execFile)(program, args, { encoding: 'utf8', timeout: 5_000, windowsHide: true })).stdout;

function accountOfPort(port: number): string | null {
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
