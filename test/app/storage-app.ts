import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { AppConfig } from '../../src-main/app-parts.ts';
import type { Clock, Fetch, SecretStore } from '../../src-main/ports.ts';
import { createProgram, type Program } from '../../src-main/program.ts';
import type { Computer } from '../../src-main/settings/computer.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { liveFolderName } from '../../src-main/storage/connection-folders.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { createKeptLog, type KeptLog } from '../fakes/kept-log.ts';
import { asTill } from './command-callers.ts';
import { good, smallBill } from './test-app.ts';

export interface StoredApp {
  readonly app: Program;
  readonly log: KeptLog;
  readonly posApiUrl: string | null;
}

export interface StoredAppOptions {
  readonly dataDir: string;
  readonly secrets?: SecretStore;
  readonly dataKey?: Uint8Array;
  readonly settings?: SettingsPatch;
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly secretsOutliveRun?: boolean;
  readonly keychain?: 'ok' | 'missing';
  /** All tests of a file have the same computer by default. */
  readonly computer?: Computer;
  readonly config?: Partial<Pick<AppConfig, 'fixedPosToken' | 'keyPlace'>>;
}

/** The computer of tests that set no other. */
export const computerOfFile = { id: 'computer-1', stateDir: mkdtempSync(join(tmpdir(), 'receipt-companion-state-')) };
afterAll(() => rmSync(computerOfFile.stateDir, { recursive: true, force: true }));

const nobodyThere = 'http://127.0.0.1:9';
/** The live folder of an app without an account. */
export const startedFolder = liveFolderName(nobodyThere, '');

const noNetwork: Fetch = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));

/** Starts the whole app on a folder, without a network. It stops at the end of the test. */
export async function startOn(options: StoredAppOptions): Promise<StoredApp> {
  const log = createKeptLog();
  const clock = options.clock ?? systemClock;
  const app = createProgram(
    {
      clock,
      random: systemRandom,
      log,
      secrets: options.secrets ?? memorySecrets(),
      fetch: options.fetch ?? noNetwork,
      settings: openSettings(confStore(options.dataDir, clock.now()), log, {
        mode: 'live',
        ...options.settings,
        posApi: { port: 0 },
        service: {
          baseUrl: nobodyThere,
          authUrl: `${nobodyThere}/token`,
          clientId: 'test-client',
          scopeBase: 'https://scope.invalid',
          storeId: 'store-1',
          ...options.settings?.service,
        },
      }),
      screens: { show: () => undefined, customerDisplayConnected: () => true, onDisplayChange: () => () => undefined },
    },
    {
      version: '0.0.0',
      dataDir: options.dataDir,
      computer: options.computer ?? computerOfFile,
      dataKey: options.dataKey ?? new Uint8Array(32).fill(7),
      keyStorage: options.keychain === 'missing' ? 'none' : 'keychain',
      secretsOutliveRun: options.secretsOutliveRun ?? false,
      program: 'headless',
      keychain: options.keychain ?? 'ok',
      retryKeychain: () => undefined,
      quit: () => undefined,
      fixedPosToken: null,
      ...options.config,
    },
  );
  onTestFinished(() => app.stop());
  const { posApiUrl } = await app.start();
  return { app, log, posApiUrl };
}

/** Opens a sale and sends its bill. Returns the id once both are accepted. */
export async function acceptedSale(app: Program, reference: string, amount = 19.9): Promise<string> {
  const { sale } = good(await asTill(app).openSale({ reference, amount }));
  good(await asTill(app).acceptBill(sale.id, { bill: smallBill(amount) }));
  return sale.id;
}
