import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confStore } from '../../src-main/settings/conf-store.ts';
import type { SettingsPatch } from '../../src-main/settings/schema.ts';
import { openSettings } from '../../src-main/settings/settings.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src-main/simulator/server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { createKeptLog } from '../fakes/kept-log.ts';

/** The windows of a live till with a partner interface, and the service behind both. */
export interface OpenDesk {
  readonly app: Launched;
  readonly simulator: Simulator;
  readonly partnerUrl: string;
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly switches?: SimulatorOptions['switches'];
  readonly account?: SimulatorOptions['account'];
  /** As a person wrote them into the settings file before the start. */
  readonly partner?: SettingsPatch['partner'];
  /** What stands in the environment as the key of the partner interface; null: none. Default: the account's. */
  readonly key?: string | null;
}

export async function openDesk(options: DeskOptions = {}): Promise<OpenDesk> {
  const simulator = createSimulator(
    {
      account: { storeIds: ['store-a'], ...options.account },
      switches: { slowUserChance: 0, ...options.switches },
    },
    { clock: systemClock, random: systemRandom, log: createKeptLog() },
  );
  const { baseUrl, authUrl, partnerUrl } = await simulator.start();
  const { username, password, clientId, scopeBase, partnerKey } = simulator.account;
  const dataDir = mkdtempSync(join(tmpdir(), 'companion-desk-'));
  if (options.partner !== undefined)
    openSettings(confStore(dataDir, systemClock.now()), createKeptLog()).update({ partner: options.partner });
  const key = options.key === undefined ? partnerKey : options.key;
  const app = await launch({
    dataDir,
    args: [
      ...['--pos-port', '0', '--store-id', 'store-a', `--service-url=${baseUrl}`, `--auth-url=${authUrl}`],
      ...[`--partner-url=${partnerUrl}`, `--client-id=${clientId}`, `--scope-base=${scopeBase}`],
    ],
    env: {
      RECEIPT_COMPANION_USERNAME: username,
      RECEIPT_COMPANION_PASSWORD: password,
      ...(key !== null && { RECEIPT_COMPANION_PARTNER_KEY: key }),
    },
  });
  return {
    app,
    simulator,
    partnerUrl,
    async close() {
      await app.close();
      await simulator.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
