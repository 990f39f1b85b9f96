import { existsSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, onTestFinished } from 'vitest';
import { countLines, createMetrics } from '../../src-main/diagnostics/metrics-registry.ts';
import type { ScreenRole } from '../../src-main/ports.ts';
import type { Program } from '../../src-main/program/program.ts';
import type { Computer } from '../../src-main/settings/computer.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openPictures } from '../../src-main/settings/shop-pictures.ts';
import { openSettings, type SettingsStore } from '../../src-main/settings/stored-settings.ts';
import type { Result } from '../../src-main/shared/result.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import type { SaleResource } from '../../src-main/shared/till-view.ts';
import type { Snapshot, ViewOf } from '../../src-main/shared/views.ts';
import { createSimulator, type SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import type { Desktop } from '../../src-main/storage/export-files.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { asTill, asWindow, type TillCommands } from './command-callers.ts';
import { programOn, recordedScreens, stopWith, waitingFor } from './program-on.ts';
import { smallBill } from './small-bill.ts';

export { smallBill };

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

const noDesktop: Desktop = {
  openFile: () => Promise.resolve(false),
  showInFolder: () => undefined,
  openPage: () => Promise.resolve(false),
};

export interface TestAppOptions {
  /** Settings of the command line, which override the file. */
  readonly settings?: SettingsPatch;
  /** The store in the settings file, which the app can change. By default `store-1` overrides the file. */
  readonly storedStoreId?: string;
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

/** A refusal of the service with problem details (receipt-service.md 7). */
export const refusal = (status: number, members: object) => ({
  kind: 'status' as const,
  status,
  body: JSON.stringify({ status, ...members }),
  headers: { 'content-type': 'application/problem+json' },
});

/** The whole app without windows, with a receipt service, real files and sockets, and the test's clock. */
export async function openTestApp(options: TestAppOptions = {}) {
  const clock = createManualClock();
  const random = createSeededRandom(42);
  const log = createTestLog();
  const dataDir = tempFolder();
  const computer = options.computer ?? { id: 'computer-1', stateDir: tempFolder() };
  const secrets = memorySecrets();
  const network = {
    down: false,
    /** The number of requests without an answer. */
    underWay: 0,
    /** Answers a request in place of the service; null sends it to the service. */
    meets: (_url: string, _init: RequestInit): Promise<Response> | null => null,
  };
  const { shown, screens } = recordedScreens();
  const simulator = createSimulator(
    { account: { storeIds: [storeId] }, ...options.simulator },
    { clock, random: createSeededRandom(7), log: createTestLog() },
  );
  const { baseUrl, authUrl } = await simulator.start();
  const { username, password, clientId, scopeBase } = simulator.account;
  const place = { baseUrl, authUrl, ...options.settings?.service };
  await liveAccount(secrets)
    .at(place)
    .set(options.credentials ?? { username, password });

  let dropped = 0;
  const { storedStoreId } = options;
  if (storedStoreId !== undefined)
    openSettings(confStore(dataDir, clock.now()), log).update({ service: { storeId: storedStoreId } });
  const service = { baseUrl, authUrl, clientId, scopeBase, ...(storedStoreId === undefined && { storeId }) };
  let settings: SettingsStore;
  const open = (): Program => {
    settings = openSettings(confStore(dataDir, clock.now()), log, {
      mode: 'live',
      ...options.settings,
      pool: { target: 5, ...options.settings?.pool },
      posApi: { port: 0, ...options.settings?.posApi },
      service: { ...service, ...options.settings?.service },
    });
    const metrics = createMetrics();
    return programOn(
      dataDir,
      {
        clock,
        random,
        log: countLines(log, metrics),
        metrics,
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
          ...screens,
          customerDisplayConnected: () => options.customerDisplay?.isOn ?? true,
          customerDisplayCanBeTouched: () => options.customerDisplayTouch?.() ?? null,
          onDisplayChange(listener) {
            if (options.customerDisplay !== undefined) options.customerDisplay.changed = listener;
            return () => undefined;
          },
        },
      },
      {
        computer,
        logTail: () =>
          log.lines.map((line) => JSON.stringify({ ...line, time: new Date(clock.now()).toISOString() })).join('\n'),
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
    await stop();
    await simulator.stop();
  }

  async function start(): Promise<void> {
    app = open();
    ({ posApiUrl } = await app.start());
  }

  const stop = (): Promise<void> => stopWith(app, clock);
  const until = waitingFor(() => isOver);

  const till = (): TillCommands => asTill(app);
  async function sale(id: string, fits: (sale: SaleResource) => boolean): Promise<SaleResource> {
    const now = (): SaleResource | null => till().findSale(id);
    await until(() => {
      const found = now();
      return found !== null && fits(found);
    });
    const found = now();
    if (found === null) throw new Error(`there is no sale ${id}`);
    return found;
  }
  const shownIn = <Role extends ScreenRole>(role: Role): ViewOf[Role] => {
    const snapshot = app.snapshot(role) as Snapshot<ViewOf[Role]> | null;
    if (snapshot === null) throw new Error('nothing is open');
    return snapshot.view;
  };
  const poolHas = (count: number): Promise<void> => until(() => till().status().pool.available >= count);
  const pay = async (id: string, bill: unknown = smallBill()): Promise<SaleResource> =>
    unwrap(await till().acceptBill(id, { bill } as never));
  const delivered = (id: string): Promise<SaleResource> => sale(id, ({ state }) => state === 'delivered');
  const inbox = join(dataDir, 'inbox');

  return {
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
    /** The address of the POS API with `/v1`; null if its port was taken. */
    get posApiUrl() {
      return posApiUrl;
    },
    simulator,
    settings: () => settings.current(),
    /** Changes the settings file while the app runs, as a person would. */
    changeSettings: (patch: SettingsPatch): void => void settings.update(patch),
    clock,
    log,
    dataDir,
    computer,
    secrets,
    shown,
    network,
    until,
    close,
    sale,
    delivered,
    pay,
    /** Corrects a refused bill as a cashier who has read its newest version. */
    async repair(saleId: string, values: Readonly<Record<string, string>>) {
      const { version } = unwrap(await asWindow(app, 'cashier')['attention.get']({ saleId }));
      return asWindow(app, 'cashier')['attention.repair']({ saleId, version: version ?? '', values });
    },
    /** A sale with a pooled id that was paid and delivered. */
    async sold(reference?: string, bill?: unknown): Promise<SaleResource> {
      const { id } = await openPooledSale({ poolHas, till: till() }, reference);
      await pay(id, bill);
      return delivered(id);
    },
    /** A sale whose bill the service has refused once, so that it needs a person. */
    async refused(members: object, { reference = 'refused', status = 400, bill = smallBill() as object } = {}) {
      simulator.faults.add({ route: 'bill', effect: refusal(status, members) });
      const { id } = await openPooledSale({ poolHas, till: till() }, reference);
      await pay(id, bill);
      await sale(id, ({ state }) => state === 'attention');
      return id;
    },
    poolHas,
    /** Confirms, like the customer window, that the last snapshot was painted. */
    async paint(): Promise<void> {
      const rev = app.snapshot('customer')?.rev ?? 0;
      unwrap(await asWindow(app, 'customer')['screen.painted']({ rev }));
    },
    reconnect() {
      network.down = false;
      app.wake('network-back');
    },
    /** Puts a file into the inbox like a till: under another name, then renamed. */
    async drop(name: string, content: object | string | Uint8Array, at = clock.now()): Promise<void> {
      await until(() => existsSync(join(inbox, 'failed')));
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(join(inbox, `${name}.tmp`), isRaw ? content : JSON.stringify(content));
      // Each file has its own time, by the clock of the test.
      dropped += 1;
      const writtenAt = new Date(at + dropped);
      utimesSync(join(inbox, `${name}.tmp`), writtenAt, writtenAt);
      renameSync(join(inbox, `${name}.tmp`), join(inbox, name));
    },
    async resultOf(name: string): Promise<Record<string, unknown>> {
      const path = join(inbox, 'done', `${name}.result.json`);
      await until(() => existsSync(path));
      return JSON.parse(readFileSync(path, 'utf8'));
    },
    stop,
    start,
    async restart(): Promise<void> {
      await stop();
      await start();
    },
  };
}

/** Closes the resource at the end of the test or earlier, and drops the reference. */
function closeAtEnd(close: () => Promise<void>): () => void {
  let open: typeof close | null = close;
  onTestFinished(() => open?.());
  return () => {
    open = null;
  };
}

export function liveFolder(dataDir: string): string {
  const found = readdirSync(dataDir).filter((name) => /^live-[0-9a-f]{16}$/.test(name));
  if (found.length !== 1) throw new Error(`expected one live connection, found ${found.length}`);
  return join(dataDir, found[0] ?? '');
}

/** Returns the value of a successful result. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message} ${JSON.stringify(result.error.fields)}`);
  return result.value;
}

/** The code of a refused result, or `ok`. */
export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

/** Opens a sale once the pool is full, so that it has a pooled id. */
export async function openPooledSale(
  testApp: Pick<TestApp, 'poolHas' | 'till'>,
  reference = 'sale-1',
  amount = 19.9,
  till?: string,
): Promise<SaleResource> {
  await testApp.poolHas(1);
  return unwrap(await testApp.till.openSale({ reference, amount }, till)).sale;
}

/** An app with an open sale that has a pooled id. */
export async function openWithSale(options?: TestAppOptions, reference?: string) {
  const testApp = await openTestApp(options);
  return { testApp, sale: await openPooledSale(testApp, reference) };
}

export const test = base
  .extend('testApp', () => openTestApp())
  .extend('sale', ({ testApp }) => openPooledSale(testApp));
