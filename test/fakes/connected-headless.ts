import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../src-main/service/connection-test.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { createSimulator } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { connectedTo, spawnProgram } from '../app/program.ts';

/** A receipt service that keeps everything, and starts of the app without windows that is connected to it. */
export async function openConnected(dataDir: string, settings: SettingsPatch, more: Readonly<Record<string, string>>) {
  const simulator = createSimulator(
    { account: { storeIds: ['store-1'] }, keep: 1_000_000 },
    { clock: systemClock, random: systemRandom, log: silentLog },
  );
  const { baseUrl, authUrl } = await simulator.start();
  // One token has the traffic of many tills.
  const posApi = { requestsPerMinute: 10_000_000, megabytesPerMinute: 100_000 };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ ...settings, posApi }));
  const { args, env } = connectedTo({ url: baseUrl, authUrl, ...simulator.account }, dataDir);
  return { simulator, start: () => spawnProgram('src-main/headless.ts', args, { ...env, ...more }) };
}
