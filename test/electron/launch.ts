import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { buildApp } from '../../scripts/build.ts';
import { electronBinary } from '../../scripts/electron-binary.ts';
import { type InMain, plugDisplays, recordOpened } from './in-main.ts';
import { openKeychainSession } from './keychain-session.ts';
import { runElectron } from './run-electron.ts';
import { runStandIn, type StandInControl } from './run-stand-in.ts';
import { type OpenedApp, type Output, pageOf, type Role, type StandInChoices, type StandInStart } from './running.ts';
import type { WindowState } from './stand-in/orders.ts';
import { openXDisplay } from './x-display.ts';

export interface LaunchOptions {
  /** A given folder is kept for another launch. Otherwise `close` removes the new folder. */
  readonly dataDir?: string;
  /** Uses real windows on a virtual X display. Most specs need none. */
  readonly headed?: boolean;
  /** With `headed`, uses the display in `DISPLAY` instead of a virtual one. */
  readonly ownDisplay?: boolean;
  /** The displays at the start, by default 2. `host` uses those of the computer. */
  readonly displays?: 1 | 2 | 'host';
  /** The program that sends requests: Node (default) or Chromium. Electron always uses Chromium. */
  readonly network?: 'node' | 'chromium';
  /**
   * `own` starts a Chromium for this program. `shared`, the default in vitest, uses that of the worker unless `headed`.
   */
  readonly chromium?: 'own' | 'shared';
  /** Options of the app. Default: training on a free port. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A keychain below the data folder (default), the computer's, or one that does not answer. */
  readonly keychain?: 'private' | 'host' | 'none';
}

export interface StandInOptions extends Omit<LaunchOptions, 'displays'>, StandInChoices {
  readonly displays?: 1 | 2 | 3;
}

export interface Launched {
  readonly cashier: Page;
  readonly customer: Page;
  /** The page of a window that was recreated. */
  windowOf(role: Role): Promise<Page>;
  /** `http://127.0.0.1:PORT/v1`, or empty if another program has the port. */
  readonly posApiUrl: string;
  readonly mode: 'training' | 'live';
  readonly dataDir: string;
  readonly isElectron: boolean;
  readonly displays: { unplug(): Promise<unknown>; replug(): Promise<unknown> };
  readonly inMain: InMain;
  windowState(role: Role): Promise<WindowState>;
  /** The log so far, each line as JSON. */
  readonly logs: readonly string[];
  readonly ended: Promise<number>;
  /** Kills the app and returns its exit code. The data folder stays. */
  kill(signal: NodeJS.Signals): Promise<number>;
  /** Quits like a user and removes the files of this start. May be called twice. */
  close(): Promise<void>;
}

/** No bus answers here, as on a host without a keychain. */
const noBus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } as const;

/** Specs expect one language on any computer. */
const noLanguage = { LANGUAGE: '', LC_ALL: '', LC_MESSAGES: '', LANG: 'C.UTF-8' } as const;

export type OnStandIn = Launched & StandInControl;

type Run<Kind extends OpenedApp> = (start: StandInStart) => Promise<{ running: Kind; output: Output }>;

export const launch = async (options: LaunchOptions = {}): Promise<Launched> =>
  (await open(options, electronBinary() === null ? runStandIn : runElectron)).app;

export const launchStandIn = async (options: StandInOptions = {}): Promise<OnStandIn> => {
  const { app, running } = await open(options, runStandIn);
  return { ...app, happen: running.happen, effects: running.effects };
};

async function open<Kind extends OpenedApp>(
  options: LaunchOptions | StandInOptions,
  run: Run<Kind>,
): Promise<{ readonly app: Launched; readonly running: Kind }> {
  await buildApp({ ifStale: true });
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'companion-'));
  mkdirSync(dataDir, { recursive: true });
  const isElectron = run === (runElectron as unknown);
  const headed = options.headed ?? isElectron;
  const x = headed && options.ownDisplay !== true && process.platform === 'linux' ? await openXDisplay() : null;
  const kind = options.keychain ?? 'private';
  const keychain = kind === 'private' ? await openKeychainSession(dataDir) : null;
  const start: StandInStart = {
    ...options,
    env: {
      ...process.env,
      ...noLanguage,
      ...x?.env,
      ...keychain?.env,
      ...(kind === 'none' ? noBus : {}),
      ...options.env,
    },
    args: ['--data-dir', dataDir, ...(options.args ?? ['--training', '--pos-port', '0'])],
    dataDir,
    displays: options.displays ?? 2,
    headed,
    chromium: options.chromium ?? (process.env.VITEST_WORKER_ID === undefined ? 'own' : 'shared'),
  };

  const cleanUp = async (): Promise<void> => {
    await keychain?.close();
    await x?.close();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };

  const { running, output } = await run(start).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });

  const end = async (signal: NodeJS.Signals): Promise<number> => {
    running.process.kill(signal);
    const code = await output.exit;
    await running.detach().catch(() => undefined);
    return code;
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= end('SIGTERM').then(cleanUp);
    return closing;
  };

  try {
    const { posApi, mode } = await output.ready;
    await running.inMain(recordOpened, null);
    const app: Launched = {
      cashier: await pageOf(running, 'cashier'),
      customer: await pageOf(running, 'customer'),
      windowOf: (role) => pageOf(running, role),
      posApiUrl: posApi ?? '',
      mode,
      dataDir,
      isElectron,
      displays: { unplug: () => running.inMain(plugDisplays, 1), replug: () => running.inMain(plugDisplays, 2) },
      inMain: running.inMain,
      windowState: async (role) => {
        const all = await running.windows();
        const found = all.findLast(({ url }) => url.startsWith(`app://${role}/`));
        if (found === undefined) throw new Error(`no window of ${role}; there are ${all.map(({ url }) => url)}`);
        return found;
      },
      logs: output.logs,
      ended: output.exit,
      kill: end,
      close,
    };
    return { app, running };
  } catch (error) {
    await close();
    throw error;
  }
}
