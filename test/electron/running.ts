import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import type { InMain } from './in-main.ts';
import type { StandInOrders, WindowState } from './stand-in/orders.ts';

export type Role = 'cashier' | 'customer';

/** A started program, in Electron or the stand-in. This file has their differences, launch.ts the rest. */
export interface OpenedApp {
  readonly process: ChildProcess;
  readonly context: BrowserContext;
  /** The start of a page's address, as this browser writes it. */
  addressOf(role: Role): string;
  isAlive(page: Page): boolean;
  windows(): Promise<readonly WindowState[]>;
  readonly inMain: InMain;
  /** Disconnects from the browser without ending the program. */
  detach(): Promise<void>;
}

/**
 * The arguments before the app's folder when a test, an AppImage or a desktop entry starts it, and those after it when
 * a menu entry opens a file. The stand-in always has them; Electron gets its own from Playwright.
 */
export const switchesOfOthers = [
  '--no-sandbox',
  '--inspect=0',
  '--remote-debugging-port=0',
  '--ozone-platform=x11',
  '--updated',
] as const;
export const wordsOfOthers = ['%U', '/nowhere/dropped file.json'] as const;

/** Another process has the lock of this data folder. This one reported that and exited with 0. */
export class RunsAlready extends Error {}

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
  readonly dataDir: string;
  readonly displays: number | 'host';
  /** Whether windows are visible on a screen, virtual or not. */
  readonly headed: boolean;
}

/** Options that only the stand-in has. */
export type StandInChoices = Partial<Pick<StandInOrders, 'windows' | 'scaleFactor' | 'hasRealPulse' | 'packed'>>;

/** Options that are fixed in real Electron, which always sends requests with Chromium. */
export interface StandInStart extends StartOptions, StandInChoices, Partial<Pick<StandInOrders, 'network'>> {
  /** `shared`: the Chromium of this process (shared-chromium.ts), which is not restarted. */
  readonly chromium: 'own' | 'shared';
}

export interface Output {
  readonly logs: readonly string[];
  readonly ready: Promise<ReadyLine>;
  /** The exit code, or 128 after a signal. */
  readonly exit: Promise<number>;
}

export interface ReadyLine {
  readonly posApi: string | null;
  readonly mode: 'training' | 'live';
}

const isReadyLine = (value: unknown): value is ReadyLine =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'ready') === true;

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

export const listenTo = (child: ChildProcess): Output => {
  const logs: string[] = [];
  const exit = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 128));
  });
  const ready = new Promise<ReadyLine>((resolve, reject) => {
    if (child.stdout === null || child.stderr === null) return reject(new Error('the app was started without pipes'));
    createInterface(child.stderr).on('line', (line) => logs.push(line));
    createInterface(child.stdout).on('line', (line) => {
      const value = parsed(line);
      if (isReadyLine(value)) resolve(value);
    });
    void exit.then((code) => {
      const output = logs.join('\n');
      const why = `the app ended with ${code} before it was ready: ${output}`;
      reject(code === 0 && output.includes('is running already') ? new RunsAlready(output) : new Error(why));
    });
  });
  // A caller that does not wait for `ready` must not cause an unhandled rejection.
  ready.catch(() => undefined);
  return { logs, ready, exit };
};

/** Records crashed pages, because they stay in the browser's list for a while. Call it before anything crashes. */
export const rememberCrashes = (context: BrowserContext) => {
  const crashed = new WeakSet<Page>();
  const watch = (page: Page): void => {
    page.once('crash', () => crashed.add(page));
  };
  context.on('page', watch);
  for (const page of context.pages()) watch(page);
  return { has: (page: Page) => crashed.has(page), forget: () => void context.off('page', watch) };
};

/** Waits for the newest living page of a role. */
export const pageOf = async ({ context, addressOf, isAlive }: OpenedApp, role: Role): Promise<Page> => {
  const address = addressOf(role);
  const isIt = (page: Page): boolean => isAlive(page) && page.url().startsWith(address);
  const there = context.pages().findLast(isIt);
  if (there !== undefined) return there;
  return new Promise((resolve) => {
    const watch = (page: Page): void => {
      const look = (): void => {
        if (!isIt(page)) return;
        context.off('page', watch);
        resolve(page);
      };
      page.on('framenavigated', look);
      look();
    };
    context.on('page', watch);
    for (const page of context.pages()) watch(page);
  });
};
