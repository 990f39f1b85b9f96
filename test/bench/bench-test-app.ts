import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../../src-main/program.ts';
import { silentLog } from '../../src-main/service/connection-test.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { createSimulator } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { posToken } from '../app/program.ts';
import { programOn } from '../app/program-on.ts';

export const benchDataKey = new Uint8Array(32).fill(7);

/** The app with the real clock against a service in the same process. It was started once, so that its files exist. */
export async function openBenchTestApp(settings: SettingsPatch = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'receipt-companion-bench-'));
  const ports = { clock: systemClock, random: systemRandom, log: silentLog };
  const simulator = createSimulator({ account: { storeIds: ['store-1'] } }, ports);
  const { baseUrl, authUrl } = await simulator.start();
  const { username, password, clientId, scopeBase } = simulator.account;
  const secrets = memorySecrets();
  await liveAccount(secrets).at({ baseUrl, authUrl }).set({ username, password });
  const reopen = (): Program =>
    programOn(
      dataDir,
      {
        log: silentLog,
        secrets,
        settings: openSettings(confStore(dataDir, systemClock.now()), silentLog, {
          mode: 'live',
          posApi: { port: 0, requestsPerMinute: 10_000_000, megabytesPerMinute: 100_000 },
          ...settings,
          service: { baseUrl, authUrl, clientId, scopeBase, storeId: 'store-1', ...settings.service },
        }),
      },
      {
        computer: { id: 'bench', stateDir: join(dataDir, 'state') },
        fixedPosToken: posToken,
      },
    );
  const app = reopen();
  await app.start();
  await app.stop();
  return {
    dataDir,
    reopen,
    async close() {
      await simulator.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
