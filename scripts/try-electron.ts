/**
 * Starts the app in Electron's own binary without any test tool: `node scripts/try-electron.ts [--with-chromium-switches |
 * --with-failures]`. Passes if it reports ready, answers, and exits with 0 on SIGTERM (if the system has it). The failures
 * are killed pages, one that hangs, a second start, and the end of a Windows session; the log and the POS API must report
 * them correctly. For hosted machines.
 */
import { execFileSync, spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { listenTo } from '../test/electron/running.ts';
import { buildApp } from './build.ts';
import { electronBinary } from './electron-binary.ts';
import { isLinux, openPlace, until as untilIn } from './try-setup.ts';

const root = join(import.meta.dirname, '..');
const asOthers = process.argv.includes('--with-chromium-switches');
const allMaxMs = 480_000;
const stepMaxMs = 60_000;
const isWindows = process.platform === 'win32';
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

const binary = electronBinary();
if (binary === null) throw new Error("Electron's binary is not here: node node_modules/electron/install.js fetches it");
await buildApp({ ifStale: true });
const place = await openPlace(asOthers ? root : undefined);
// A runner's system forbids the sandbox to programs outside a package.
const before = isLinux ? ['--no-sandbox'] : [];
const others = asOthers
  ? ['--inspect=0', '--remote-debugging-port=0', ...(isLinux ? ['--ozone-platform=x11'] : [])]
  : [];
const folder = asOthers ? relative(root, place.dataDir) : place.dataDir;
const options = ['--training', '--pos-port=0', `--data-dir=${folder}`];
const begin = () =>
  spawn(binary, [...before, ...others, root, ...options], {
    cwd: root,
    env: place.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const child = begin();
const pid = child.pid ?? 0;
const output = listenTo(child);
const late = setTimeout(() => child.kill('SIGKILL'), allMaxMs);
const times = (event: string, more = ''): number =>
  output.logs.filter((line) => line.includes(`"${event}"`) && line.includes(more)).length;
const until = (what: string, holds: () => boolean | Promise<boolean>) => untilIn(what, stepMaxMs, holds);

const tryFailures = async (answers: () => Promise<boolean>): Promise<void> => {
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
};

try {
  const { posApi, mode } = await output.ready;
  const answers = async (): Promise<boolean> => (await fetch(`${posApi}/health`)).status === 200;
  if (!(await answers()) || mode !== 'training')
    throw new Error(`${posApi}/health does not answer, or ${mode} is wrong`);
  if (process.argv.includes('--with-failures')) await tryFailures(answers);
  else {
    child.kill('SIGTERM');
    const code = await output.exit;
    // Windows has no signals, so the program is killed there.
    if (!isWindows && code !== 0) throw new Error(`it ended with ${code}`);
    console.log(`ok: ${posApi}, ${mode}, ended with ${code}`);
  }
} finally {
  clearTimeout(late);
  child.kill('SIGKILL');
  console.log(output.logs.join('\n'));
  await place.close();
}
