/**
 * Failures of a running program on Electron's own binary: pages are killed, one hangs, a second start, and the end of a
 * Windows session. `node scripts/try-life.ts`, for hosted machines. Passes if the log and the POS API report them
 * correctly.
 */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { listenTo } from '../test/electron/running.ts';
import { buildApp } from './build.ts';
import { isLinux, openPlace, requireElectron, until as untilIn } from './try-setup.ts';

const root = join(import.meta.dirname, '..');
const isWindows = process.platform === 'win32';
const stepMaxMs = 60_000;

const powershell = (script: string): string =>
  execFileSync('powershell', ['-NoProfile', '-NonInteractive', '-Command', script], { encoding: 'utf8' });

const pagesOf = (parent: number): readonly number[] => {
  const list = isWindows
    ? powershell(
        `Get-CimInstance Win32_Process -Filter "ParentProcessId=${parent}" | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }`,
      )
    : // Pages may be children of a zygote and not of `parent`, so every page counts. A hosted machine has no others.
      execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter((line) => line.includes('--type=renderer'))
    .map((line) => Number.parseInt(line.trim(), 10));
};

/** Sends every window of `pid` what Windows sends at the end of a session (WM_ENDSESSION). */
const endSession = (pid: number): void => {
  const type = `
    using System; using System.Runtime.InteropServices;
    public class W {
      delegate bool Each(IntPtr window, IntPtr more);
      [DllImport("user32.dll")] static extern bool EnumWindows(Each each, IntPtr more);
      [DllImport("user32.dll")] static extern uint GetWindowThreadProcessId(IntPtr window, out uint pid);
      [DllImport("user32.dll")] static extern IntPtr SendMessage(IntPtr window, uint message, IntPtr one, IntPtr two);
      public static void End(uint wanted) {
        EnumWindows((window, more) => {
          uint pid; GetWindowThreadProcessId(window, out pid);
          if (pid == wanted) SendMessage(window, 0x16, (IntPtr)1, IntPtr.Zero);
          return true;
        }, IntPtr.Zero);
      }
    }`;
  powershell(`Add-Type -TypeDefinition '${type}'; [W]::End(${pid})`);
};

const binary = requireElectron();
await buildApp({ ifStale: true });
const place = await openPlace();
const words = [...(isLinux ? ['--no-sandbox'] : []), root, '--training', '--pos-port=0', `--data-dir=${place.dataDir}`];
const begin = () =>
  spawn(binary, words, {
    cwd: root,
    env: place.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const child = begin();
const pid = child.pid ?? 0;
const output = listenTo(child);
const times = (event: string, more = ''): number =>
  output.logs.filter((line) => line.includes(`"${event}"`) && line.includes(more)).length;
const until = (what: string, holds: () => boolean | Promise<boolean>) => untilIn(what, stepMaxMs, holds);

try {
  const { posApi } = await output.ready;
  const answers = async (): Promise<boolean> => (await fetch(`${posApi}/health`)).status === 200;
  await until('both windows have a page', () => pagesOf(pid).length >= 2);

  for (const page of pagesOf(pid)) process.kill(page, 'SIGKILL');
  await until('two pages that were killed are noticed', () => times('window-lost') >= 2);
  await until('both are back, and the till is answered', async () => pagesOf(pid).length >= 2 && (await answers()));

  if (!isWindows) {
    const noticed = times('window-heartbeat-missed', 'customer');
    // Every page is stopped in turn, because this script does not know which one is the customer's.
    const stopped = pagesOf(pid);
    for (const page of stopped) process.kill(page, 'SIGSTOP');
    await until(
      'a customer’s page that hangs is noticed',
      () => times('window-heartbeat-missed', 'customer') > noticed,
    );
    for (const page of stopped) {
      if (pagesOf(pid).includes(page)) process.kill(page, 'SIGCONT');
    }
    await until('it is back, and the till is answered', async () => pagesOf(pid).length >= 2 && (await answers()));
  }

  const second = begin();
  const code = await listenTo(second).exit;
  if (code !== 0) throw new Error(`the second start ended with ${code}`);
  await until('a second start ends, and the first goes on', answers);

  if (isWindows) {
    endSession(pid);
    await until('the end of the session is written down', () => times('session-ended') > 0);
  }
} finally {
  child.kill('SIGKILL');
  console.log(output.logs.join('\n'));
  await place.close();
}
