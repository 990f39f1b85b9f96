import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { AppConfig } from '../../src-main/app-parts.ts';
import type { Clock, Fetch, SecretStore } from '../../src-main/ports.ts';
import type { Program } from '../../src-main/program.ts';
import type { Computer } from '../../src-main/settings/computer.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { liveFolderName } from '../../src-main/storage/connection-folders.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { asTill } from './command-callers.ts';
import { programOn, recordedScreens } from './program-on.ts';
import { smallBill, unwrap } from './test-app.ts';

export interface StoredAppOptions {
  readonly dataDir: string;
  readonly secrets?: SecretStore;
  readonly dataKey?: Uint8Array;
  readonly settings?: SettingsPatch;
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  /** All tests of a file have the same computer by default. */
  readonly computer?: Computer;
  readonly config?: Partial<Pick<AppConfig, 'fixedPosToken' | 'keyPlace' | 'keyStorage'>>;
}

export const computerOfFile = { id: 'computer-1', stateDir: mkdtempSync(join(tmpdir(), 'receipt-companion-state-')) };
afterAll(() => rmSync(computerOfFile.stateDir, { recursive: true, force: true }));

const nobodyThere = 'http://127.0.0.1:9';
/** The live folder of an app without an account. */
export const startedFolder = liveFolderName(nobodyThere, '');

const noNetwork: Fetch = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));

/** Starts the whole app on a folder, without a network. It stops at the end of the test. */
export async function startOn({ dataDir, settings = {}, clock = systemClock, ...options }: StoredAppOptions) {
  const log = createTestLog();
  const app = programOn(
    dataDir,
    {
      clock,
      log,
      secrets: options.secrets ?? memorySecrets(),
      fetch: options.fetch ?? noNetwork,
      settings: openSettings(confStore(dataDir, clock.now()), log, {
        mode: 'live',
        ...settings,
        posApi: { port: 0 },
        service: {
          baseUrl: nobodyThere,
          authUrl: `${nobodyThere}/token`,
          clientId: 'test-client',
          scopeBase: 'https://scope.invalid',
          storeId: 'store-1',
          ...settings.service,
        },
      }),
      screens: recordedScreens().screens,
    },
    {
      computer: options.computer ?? computerOfFile,
      secretsOutliveRun: false,
      ...(options.dataKey !== undefined && { dataKey: options.dataKey }),
      ...options.config,
    },
  );
  onTestFinished(() => app.stop());
  const { posApiUrl } = await app.start();
  return { app, till: asTill(app), log, posApiUrl };
}

export async function acceptedSale(app: Program, reference: string, amount = 19.9): Promise<string> {
  const { sale } = unwrap(await asTill(app).openSale({ reference, amount }));
  unwrap(await asTill(app).acceptBill(sale.id, { bill: smallBill(amount) }));
  return sale.id;
}
