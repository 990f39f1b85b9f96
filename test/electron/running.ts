import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import type { InMain } from './in-main.ts';
import type { WindowProfile, WindowState } from './stand-in/orders.ts';

export type Role = 'cashier' | 'customer';

/** A started program: real Electron or the stand-in. What differs between them is here, what does not is in launch.ts. */
export interface Running {
  readonly process: ChildProcess;
  readonly context: BrowserContext;
  /** The start of the address of a role's page, as this browser writes it. */
  addressOf(role: Role): string;
  /** Whether it is a page of this program that neither crashed nor was closed. */
  isAlive(page: Page): boolean;
  windows(): Promise<readonly WindowState[]>;
  readonly inMain: InMain;
  /** Lets go of the browser without ending the program. */
  detach(): Promise<void>;
}

/**
 * What stands in argv before the app's folder when a test, an AppImage or a desktop entry has started it, and behind it
 * when its entry in the menu opens a file. Every start of the stand-in has them; Electron gets its own from Playwright.
 */
export const switchesOfOthers = [
  '--no-sandbox',
  '--inspect=0',
  '--remote-debugging-port=0',
  '--ozone-platform=x11',
  '--updated',
] as const;
export const wordsOfOthers = ['%U', '/nowhere/dropped file.json'] as const;

/** Another start has this data folder; this one has said so and ended with 0. */
export class RunsAlready extends Error {}

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Options of the app itself. */
  readonly args: readonly string[];
  readonly dataDir: string;
  readonly displays: number | 'host';
  /** Whether there is a screen, virtual or not, on which windows are to be seen. */
  readonly headed: boolean;
}

/** What only the stand-in can be told. */
export interface StandInChoices {
  /** How windows behave; exactly as told unless said otherwise. */
  readonly windows?: WindowProfile;
  /** Of every display but the first; 1 unless told. */
  readonly scaleFactor?: number;
  /** Whether a page that does not answer in time is one that hangs. */
  readonly hasRealPulse?: boolean;
  /** The packed program, unpacked; else the checkout. */
  readonly packed?: string;
}

/** What a start of the stand-in chooses beside that, and what real Electron has no choice about. */
export interface StandInStart extends StartOptions, StandInChoices {
  /** Whose requests they are; Node's unless told, Electron's are always Chromium's. */
  readonly network?: 'node' | 'chromium' | undefined;
  /** `shared`: the one of this process (shared-chromium.ts), which the stand-in does not start anew. */
  readonly chromium: 'own' | 'shared';
}

export interface Output {
  /** What was written on stderr so far, line by line. */
  readonly logs: readonly string[];
  /** The line of JSON that says that the app is ready. */
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

/** Listens to a program from its first line on. */
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
  // Who does not ask for `ready` does not want to hear that it never came.
  ready.catch(() => undefined);
  return { logs, ready, exit };
};

export interface Crashes {
  has(page: Page): boolean;
  /** From now on nothing is remembered. */
  forget(): void;
}

/** A crashed page stays in the browser's list for a while; this remembers which are dead. Call before anything crashes. */
export const rememberCrashes = (context: BrowserContext): Crashes => {
  const crashed = new WeakSet<Page>();
  const watch = (page: Page): void => {
    page.once('crash', () => crashed.add(page));
  };
  context.on('page', watch);
  for (const page of context.pages()) watch(page);
  return { has: (page) => crashed.has(page), forget: () => void context.off('page', watch) };
};

/** The newest page of a role that is alive; waits for it when there is none. */
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
