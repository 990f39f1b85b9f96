import { existsSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test as base, onTestFinished } from 'vitest';
import { countLines, createMetrics } from '../../src-main/diagnostics/metrics-registry.ts';
import type { Metrics, ScreenRole, SecretStore } from '../../src-main/ports.ts';
import { createProgram, type Program } from '../../src-main/program.ts';
import type { Desktop } from '../../src-main/records/export-files.ts';
import type { Computer } from '../../src-main/settings/computer.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openPictures } from '../../src-main/settings/shop-pictures.ts';
import { openSettings, type SettingsStore } from '../../src-main/settings/stored-settings.ts';
import type { Result } from '../../src-main/shared/result.ts';
import type { Settings, SettingsPatch } from '../../src-main/shared/settings.ts';
import type { SaleResource } from '../../src-main/shared/till-view.ts';
import type { Snapshot, ViewOf } from '../../src-main/shared/views.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { createKeptLog, type KeptLog } from '../fakes/kept-log.ts';
import { createManualClock, type ManualClock } from '../fakes/manual-clock.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { type AskingTill, type AskingWindow, asTill, asWindow } from './command-callers.ts';
import { smallBill } from './small-bill.ts';

export { smallBill };

/** The whole app without windows, with a receipt service, real files and sockets, and the test's clock. */
export interface TestApp {
  readonly app: Program;
  readonly till: AskingTill;
  readonly cashier: AskingWindow;
  readonly customer: AskingWindow;
  readonly view: ViewOf['cashier'];
  readonly screen: ViewOf['customer']['screen'];
  readonly simulator: Simulator;
  /** The address of the POS API with `/v1`; null if its port was taken. */
  readonly posApiUrl: string | null;
  readonly settings: () => Settings;
  /** Changes the settings file while the app runs, as a person would. */
  readonly changeSettings: (patch: SettingsPatch) => void;
  readonly clock: ManualClock;
  readonly log: KeptLog;
  readonly metrics: Metrics;
  readonly dataDir: string;
  readonly computer: Computer;
  readonly secrets: SecretStore;
  /** The snapshots that were sent to a window, oldest first. */
  readonly shown: { readonly [Role in ScreenRole]: Snapshot<ViewOf[Role]>[] };
  /** The network between app and service. `underWay` counts requests without an answer. */
  readonly network: {
    down: boolean;
    underWay: number;
    /** Answers a request in place of the service; null sends it to the service. */
    meets: (url: string, init: RequestInit) => Promise<Response> | null;
  };
  /** Restores the network and informs the app. */
  reconnect(): void;
  /** Resolves when the sale meets the condition. */
  sale(id: string, fits: (sale: SaleResource) => boolean): Promise<SaleResource>;
  delivered(id: string): Promise<SaleResource>;
  /** Sends the sale's bill, which must be accepted. */
  pay(id: string, bill?: unknown): Promise<SaleResource>;
  /** A sale with a pooled id that was paid and delivered. */
  sold(reference?: string, bill?: unknown): Promise<SaleResource>;
  poolHas(count: number): Promise<void>;
  /** Puts a file into the inbox like a till: under another name, then renamed. */
  drop(name: string, content: object | string | Uint8Array): Promise<void>;
  /** Waits for the result of this file in `done/`. */
  resultOf(name: string): Promise<Record<string, unknown>>;
  /** Resolves when the condition is true, which is checked after every turn. */
  until(holds: () => boolean): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Stops the app and its service before the test ends. */
  close(): Promise<void>;
}

const noDesktop: Desktop = {
  openFile: () => Promise.resolve(false),
  showInFolder: () => undefined,
  openPage: () => Promise.resolve(false),
};

export interface TestAppOptions {
  /** Settings of the command line, which override the file. */
  readonly settings?: SettingsPatch;
  /** The store in the settings file, which the app can change. By default `store-1` overrides the file. */
  readonly keptStoreId?: string;
  readonly simulator?: SimulatorOptions;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly customerDisplay?: { isOn: boolean; changed: () => void };
  /** The system's report of touch for that display; unknown by default. */
  readonly customerDisplayTouch?: () => boolean | null;
  /** A pairing token with every scope, for requests over the POS API. */
  readonly posToken?: string;
  /** By default there is no desktop, as in headless. */
  readonly desktop?: Partial<Desktop>;
  readonly computer?: Computer;
}

const storeId = 'store-1';
const noConnection = (): Promise<Response> =>
  Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));

export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = createManualClock();
  const random = createSeededRandom(42);
  const log = createKeptLog();
  const dataDir = tempFolder();
  const computer = options.computer ?? { id: 'computer-1', stateDir: tempFolder() };
  const secrets = memorySecrets();
  const network: TestApp['network'] = { down: false, underWay: 0, meets: () => null };
  const shown: TestApp['shown'] = { cashier: [], customer: [] };
  const simulator = createSimulator(
    {
      account: { storeIds: [storeId] },
      ...options.simulator,
    },
    { clock, random: createSeededRandom(7), log: createKeptLog() },
  );
  const { baseUrl, authUrl } = await simulator.start();
  const { username, password, clientId, scopeBase } = simulator.account;
  const place = { baseUrl, authUrl, ...options.settings?.service };
  await liveAccount(secrets)
    .at(place)
    .set(options.credentials ?? { username, password });

  let dropped = 0;
  const { keptStoreId } = options;
  if (keptStoreId !== undefined)
    openSettings(confStore(dataDir, clock.now()), log).update({ service: { storeId: keptStoreId } });
  const service = { baseUrl, authUrl, clientId, scopeBase, ...(keptStoreId === undefined && { storeId }) };
  let settings: SettingsStore;
  let metrics: Metrics;
  const open = (): Program => {
    settings = openSettings(confStore(dataDir, clock.now()), log, {
      mode: 'live',
      ...options.settings,
      pool: { target: 5, ...options.settings?.pool },
      posApi: { port: 0, ...options.settings?.posApi },
      service: { ...service, ...options.settings?.service },
    });
    const room = createMetrics();
    metrics = room;
    return createProgram(
      {
        clock,
        random,
        log: countLines(log, room),
        metrics: room,
        secrets,
        fetch: (url, init) => {
          network.underWay += 1;
          const answer = network.down ? noConnection() : (network.meets(url, init) ?? fetch(url, init));
          const ended = (): void => {
            network.underWay -= 1;
          };
          // The request runs until the last byte of its answer.
          answer.then((response) => response.clone().arrayBuffer().then(ended, ended), ended);
          return answer;
        },
        settings,
        pictures: openPictures(join(dataDir, 'pictures'), log),
        screens: {
          show(role, snapshot) {
            const list: Snapshot<unknown>[] = shown[role];
            list.push(snapshot);
          },
          customerDisplayConnected: () => options.customerDisplay?.isOn ?? true,
          customerDisplayCanBeTouched: () => options.customerDisplayTouch?.() ?? null,
          onDisplayChange(listener) {
            if (options.customerDisplay !== undefined) options.customerDisplay.changed = listener;
            return () => undefined;
          },
        },
      },
      {
        version: '0.0.0',
        dataDir,
        computer,
        dataKey: new Uint8Array(32).fill(7),
        keyStorage: 'keychain',
        secretsOutliveRun: true,
        logTail: () =>
          log.lines.map((line) => JSON.stringify({ ...line, time: new Date(clock.now()).toISOString() })).join('\n'),
        program: 'headless',
        keychain: 'ok',
        retryKeychain: () => undefined,
        quit: () => undefined,
        fixedPosToken: options.posToken ?? null,
        ...(options.desktop !== undefined && { desktop: { ...noDesktop, ...options.desktop } }),
      },
    );
  };

  let app = open();
  let { posApiUrl } = await app.start();
  let isOver = false;
  const isClosed = closeAtEnd(close);

  async function close(): Promise<void> {
    isOver = true;
    isClosed();
    await stopApp();
    await simulator.stop();
  }

  async function start(): Promise<void> {
    app = open();
    ({ posApiUrl } = await app.start());
  }

  /** A request runs until the last byte of its answer. */
  async function stopApp(): Promise<void> {
    const stopping = app.stop();
    let stopped = false;
    void stopping.finally(() => {
      stopped = true;
    });
    for (let turns = 0; !stopped; turns += 1) {
      await nextTurn();
      if (turns < 600) clock.advance(100);
    }
    await stopping;
  }

  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      // A failed test must not wait forever.
      if (isOver) throw new Error('the test was over before it came to this');
      await nextTurn();
    }
  };

  const till = (): AskingTill => asTill(app);
  const sale = async (id: string, fits: (sale: SaleResource) => boolean): Promise<SaleResource> => {
    const now = (): SaleResource | null => till().findSale(id);
    await until(() => {
      const found = now();
      return found !== null && fits(found);
    });
    const found = now();
    if (found === null) throw new Error(`there is no sale ${id}`);
    return found;
  };
  const shownIn = <Role extends ScreenRole>(role: Role): ViewOf[Role] => {
    const snapshot = app.snapshot(role) as Snapshot<ViewOf[Role]> | null;
    if (snapshot === null) throw new Error('nothing is open');
    return snapshot.view;
  };
  const inbox = join(dataDir, 'inbox');

  const testApp: TestApp = {
    get app() {
      return app;
    },
    get till() {
      return till();
    },
    get cashier() {
      return asWindow(app, 'cashier');
    },
    get customer() {
      return asWindow(app, 'customer');
    },
    get view() {
      return shownIn('cashier');
    },
    get screen() {
      return shownIn('customer').screen;
    },
    get posApiUrl() {
      return posApiUrl;
    },
    simulator,
    settings: () => settings.current(),
    changeSettings: (patch) => {
      settings.update(patch);
    },
    clock,
    log,
    get metrics() {
      return metrics;
    },
    dataDir,
    computer,
    secrets,
    shown,
    network,
    until,
    close,
    sale,
    delivered: (id) => sale(id, ({ state }) => state === 'delivered'),
    pay: async (id, bill = smallBill()) => good(await till().acceptBill(id, { bill })),
    async sold(reference, bill) {
      const { id } = await openPooledSale(testApp, reference);
      await testApp.pay(id, bill);
      return testApp.delivered(id);
    },
    poolHas: (count) => until(() => till().status().pool.available >= count),
    reconnect() {
      network.down = false;
      app.wake('network-back');
    },
    async drop(name, content) {
      await until(() => existsSync(join(inbox, 'failed')));
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(join(inbox, `${name}.tmp`), isRaw ? content : JSON.stringify(content));
      // Each file has its own time, by the clock of the test.
      dropped += 1;
      const writtenAt = new Date(clock.now() + dropped);
      utimesSync(join(inbox, `${name}.tmp`), writtenAt, writtenAt);
      renameSync(join(inbox, `${name}.tmp`), join(inbox, name));
    },
    async resultOf(name) {
      const path = join(inbox, 'done', `${name}.result.json`);
      await until(() => existsSync(path));
      return JSON.parse(readFileSync(path, 'utf8'));
    },
    stop: stopApp,
    start,
    async restart() {
      await stopApp();
      await start();
    },
  };
  return testApp;
}

/** Closes the resource at the end of the test or earlier, and drops the reference. */
function closeAtEnd(close: () => Promise<void>): () => void {
  let open: typeof close | null = close;
  onTestFinished(() => open?.());
  return () => {
    open = null;
  };
}

/** The folder of the only live connection in this data folder. */
export function liveFolder(dataDir: string): string {
  const found = readdirSync(dataDir).filter((name) => /^live-[0-9a-f]{16}$/.test(name));
  if (found.length !== 1) throw new Error(`expected one live connection, found ${found.length}`);
  return join(dataDir, found[0] ?? '');
}

/** Returns the value of a successful result. */
export function good<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message} ${JSON.stringify(result.error.fields)}`);
  return result.value;
}

/** Opens a sale once the pool is full, so that it has a pooled id. */
export async function openPooledSale(
  testApp: TestApp,
  reference = 'sale-1',
  amount = 19.9,
  till?: string,
): Promise<SaleResource> {
  await testApp.poolHas(1);
  return good(await testApp.till.openSale({ reference, amount }, till)).sale;
}

export const test = base
  .extend('testApp', () => openTestApp())
  .extend('sale', ({ testApp }) => openPooledSale(testApp));
