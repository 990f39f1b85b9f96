import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import {
  listenTo,
  type OpenedApp,
  type Output,
  rememberCrashes,
  type StandInStart,
  switchesOfOthers,
  wordsOfOthers,
} from './running.ts';
import { sharedChromium } from './shared-chromium.ts';
import { toChromium } from './stand-in/addresses.ts';
import {
  ordersVariable,
  plainOrders,
  type SideEffect,
  type StandInEvent,
  type StandInMessage,
  type StandInOrders,
  type StandInQuestion,
  type StandInRequest,
} from './stand-in/orders.ts';

const root = join(import.meta.dirname, '../..');
const main = join(root, 'dist/main-stand-in/main.js');
const hooks = join(import.meta.dirname, 'stand-in/hooks.ts');

/** With real Electron a test could neither see these effects nor cause these events. */
export interface StandInControl {
  /** Effects on the system that no page shows, oldest first. */
  effects(): Promise<readonly SideEffect[]>;
  /** Causes the event and returns the effects so far. */
  happen(what: StandInEvent): Promise<readonly SideEffect[]>;
}

export const runStandIn = async (
  options: StandInStart,
): Promise<{ running: OpenedApp & StandInControl; output: Output }> => {
  const { env, args, dataDir, displays, headed, chromium: kind, ...choices } = options;
  const shared = kind === 'shared' && !headed ? await sharedChromium() : null;
  const orders: StandInOrders = {
    ...plainOrders(join(dataDir, 'chromium')),
    ...choices,
    chromium: shared?.endpoint ?? null,
    headless: !headed,
    // Chromium cannot report displays.
    displays: displays === 'host' ? 2 : displays,
  };
  /** Other open pages belong to other starts. */
  const before = new Set(shared?.context.pages());
  // Without the switch for x11 the program gets native Wayland.
  const switches = switchesOfOthers.filter((word) => orders.windows !== 'wayland' || !word.includes('ozone'));
  // An installed program has no folder in its argv and gets `electron` from Node.
  const argv =
    orders.packed === null
      ? [main, ...switches, root, ...wordsOfOthers, ...args]
      : ['--import', hooks, join(orders.packed, 'dist/main/main.js'), ...switches, ...wordsOfOthers, ...args];
  const child = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...env, [ordersVariable]: JSON.stringify(orders) },
  });
  const output = listenTo(child);

  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  const endpoint = new Promise<string>((resolve, reject) => {
    child.on('message', (message: StandInMessage) => {
      if ('chromium' in message) return resolve(message.chromium);
      const pending = answers.get(message.id);
      answers.delete(message.id);
      if ('failed' in message) pending?.reject(new Error(message.failed));
      else pending?.resolve(message.gave);
    });
    child.on('exit', () => {
      for (const pending of answers.values()) pending.reject(new Error('the app ended before it answered'));
      answers.clear();
    });
    output.ready.catch(reject);
  });
  let lastId = 0;
  const ask = <Gave>(question: StandInQuestion): Promise<Gave> => {
    const pending = Promise.withResolvers<unknown>();
    lastId += 1;
    answers.set(lastId, pending);
    child.send({ id: lastId, ...question } satisfies StandInRequest);
    return pending.promise as Promise<Gave>;
  };

  const address = await endpoint;
  const attached = shared === null ? await attach(address, output.ready) : null;
  const context = shared?.context ?? attached?.contexts()[0];
  if (context === undefined) throw new Error('Chromium has no context to attach to');
  const crashes = rememberCrashes(context);
  return {
    output,
    running: {
      process: child,
      context,
      isAlive: (page) => !before.has(page) && !page.isClosed() && !crashes.has(page),
      addressOf: (role) => toChromium(`app://${role}/`),
      windows: () => ask({ asks: 'windows' }),
      inMain: (act, given) => ask({ act: String(act), given }),
      effects: () => ask({ asks: 'effects' }),
      happen: (happens) => ask({ happens }),
      detach: async () => {
        crashes.forget();
        await attached?.close();
      },
    },
  };
};

/** Connects to the Chromium of an app. If the app refuses to start, the error is its own sentence (`ready` rejects). */
function attach(address: string, ready: Output['ready']): Promise<Browser> {
  const connected = chromium
    .connectOverCDP(address)
    .catch((error: unknown) => ready.then(() => Promise.reject<Browser>(error)));
  return Promise.race([connected, ready.then(() => connected)]);
}
