import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Program } from '../../src-main/program.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { createSimulator, type Simulator } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { programOn } from '../app/program-on.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const benchDataKey = new Uint8Array(32).fill(7);
export const benchToken = 'bench-token-0123456789-0123456789-0123456789';

export interface BenchTestApp {
  readonly app: Program;
  readonly simulator: Simulator;
  readonly posApiUrl: string;
  readonly dataDir: string;
  readonly network: { down: boolean };
  /** Opens another app on the same files, after the first was stopped. */
  reopen(): Program;
  until(holds: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** The app with the real clock against a service in the same process. */
export async function openBenchTestApp(settings: SettingsPatch = {}): Promise<BenchTestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'receipt-companion-bench-'));
  const ports = { clock: systemClock, random: systemRandom, log: silent };
  const simulator = createSimulator({ account: { storeIds: ['store-1'] } }, ports);
  const { baseUrl, authUrl } = await simulator.start();
  const { username, password, clientId, scopeBase } = simulator.account;
  const secrets = memorySecrets();
  await liveAccount(secrets).at({ baseUrl, authUrl }).set({ username, password });
  const network = { down: false };
  const reopen = (): Program =>
    programOn(
      dataDir,
      {
        log: silent,
        secrets,
        fetch: (url, init) => (network.down ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)),
        settings: openSettings(confStore(dataDir, systemClock.now()), silent, {
          mode: 'live',
          posApi: { port: 0, requestsPerMinute: 10_000_000, megabytesPerMinute: 100_000 },
          ...settings,
          service: { baseUrl, authUrl, clientId, scopeBase, storeId: 'store-1', ...settings.service },
        }),
        screens: {
          show: () => undefined,
          customerDisplayConnected: () => false,
          onDisplayChange: () => () => undefined,
        },
      },
      {
        computer: { id: 'bench', stateDir: join(dataDir, 'state') },
        dataKey: benchDataKey,
        fixedPosToken: benchToken,
      },
    );
  const app = reopen();
  const { posApiUrl } = await app.start();
  return {
    app,
    simulator,
    posApiUrl: posApiUrl ?? '',
    dataDir,
    network,
    reopen,
    async until(holds) {
      while (!holds()) await wait(2);
    },
    async close() {
      await app.stop();
      await simulator.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
