import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import type { InMain } from './in-main.ts';
import type { WindowProfile, WindowState } from './stand-in/orders.ts';

export type Role = 'cashier' | 'customer';

/**
 * A started program, real Electron or the stand-in. This file has the differences between them; launch.ts has the rest.
 */
export interface Running {
  readonly process: ChildProcess;
  readonly context: BrowserContext;
  /** The start of the address of a role's page, as this browser writes it. */
  addressOf(role: Role): string;
  /** Whether it is a page of this program that neither crashed nor was closed. */
  isAlive(page: Page): boolean;
  windows(): Promise<readonly WindowState[]>;
  readonly inMain: InMain;
  /** Disconnects from the browser without ending the program. */
  detach(): Promise<void>;
}

/**
 * The arguments in argv before the app's folder when a test, an AppImage or a desktop entry starts it, and the
 * arguments after it when a menu entry opens a file. Each start of the stand-in has them; Electron gets its own from
 * Playwright.
 */
export const switchesOfOthers = [
  '--no-sandbox',
  '--inspect=0',
  '--remote-debugging-port=0',
  '--ozone-platform=x11',
  '--updated',
] as const;
export const wordsOfOthers = ['%U', '/nowhere/dropped file.json'] as const;

/** Another process has locked this data folder. This process reported that and exited with 0. */
export class RunsAlready extends Error {}

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Options of the app itself. */
  readonly args: readonly string[];
  readonly dataDir: string;
  readonly displays: number | 'host';
  /** Whether there is a screen, virtual or not, on which windows are visible. */
  readonly headed: boolean;
}

/** Orders that only the stand-in accepts. */
export interface StandInChoices {
  /** The behaviour of windows. By default they do exactly as asked. */
  readonly windows?: WindowProfile;
  /** The scale of every display except the first, 1 by default. */
  readonly scaleFactor?: number;
  /** Whether a page that does not answer in time counts as hanging. */
  readonly hasRealPulse?: boolean;
  /** The unpacked program; without it the checkout. */
  readonly packed?: string;
}

/** Options that only a start of the stand-in has; real Electron has fixed values. */
export interface StandInStart extends StartOptions, StandInChoices {
  /** The network stack of requests, by default Node's. Electron always uses Chromium's. */
  readonly network?: 'node' | 'chromium' | undefined;
  /** `shared` is the Chromium of this process (shared-chromium.ts), which the stand-in does not restart. */
  readonly chromium: 'own' | 'shared';
}

export interface Output {
  /** The lines written to stderr so far. */
  readonly logs: readonly string[];
  /** The JSON line that reports that the app is ready. */
  readonly ready: Promise<ReadyLine>;
  /** The exit code, or 128 when a signal ended it. */
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

/** Reads the output of a program from its first line. */
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
      const said = logs.join('\n');
      const why = `the app ended with ${code} before it was ready: ${said}`;
      reject(code === 0 && said.includes('is running already') ? new RunsAlready(said) : new Error(why));
    });
  });
  // A caller that does not wait for `ready` must not get an unhandled rejection.
  ready.catch(() => undefined);
  return { logs, ready, exit };
};

export interface Crashes {
  has(page: Page): boolean;
  /** Removes the listeners of this object. */
  forget(): void;
}

/**
 * A crashed page stays in the browser's list for a while, so this remembers the crashed pages. Call it before anything
 * crashes.
 */
export const rememberCrashes = (context: BrowserContext): Crashes => {
  const crashed = new WeakSet<Page>();
  const watch = (page: Page): void => {
    page.once('crash', () => crashed.add(page));
  };
  context.on('page', watch);
  for (const page of context.pages()) watch(page);
  return { has: (page) => crashed.has(page), forget: () => void context.off('page', watch) };
};

/** The newest living page of a role. Waits until there is one. */
export const pageOf = async ({ context, addressOf, isAlive }: Running, role: Role): Promise<Page> => {
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
