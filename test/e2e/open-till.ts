import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { createSimulator } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { posClient, posToken } from '../app/program.ts';
import { type LaunchOptions, launch } from '../electron/launch.ts';
import { createTestLog } from '../fakes/test-log.ts';

export type TillApp = Awaited<ReturnType<typeof openTillApp>>;

/** A receipt service with one store. Port 0 selects a free port. */
export async function startTillService(storeId: string) {
  const simulator = createSimulator(
    { account: { storeIds: [storeId] }, switches: { slowUserChance: 0 } },
    { clock: systemClock, random: systemRandom, log: createTestLog() },
  );
  return { simulator, ...(await simulator.start()) };
}

interface TillOptions extends Pick<LaunchOptions, 'network'> {
  /** The content of the settings file at the start. */
  readonly settings?: SettingsPatch;
  readonly hasPartner?: boolean;
}

export async function openTillApp({ settings = {}, hasPartner = false, ...options }: TillOptions = {}) {
  const { simulator, baseUrl, authUrl, partnerUrl } = await startTillService('store-a');
  const { username, password, clientId, scopeBase, partnerKey } = simulator.account;
  const dataDir = mkdtempSync(join(tmpdir(), 'companion-till-'));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings));
  const app = await launch({
    ...options,
    dataDir,
    args: [
      ...['--pos-port', '0', '--store-id', 'store-a', `--service-url=${baseUrl}`, `--auth-url=${authUrl}`],
      ...[`--client-id=${clientId}`, `--scope-base=${scopeBase}`],
      ...(hasPartner ? [`--partner-url=${partnerUrl}`] : []),
    ],
    env: {
      RECEIPT_COMPANION_USERNAME: username,
      RECEIPT_COMPANION_PASSWORD: password,
      RECEIPT_COMPANION_POS_TOKEN: posToken,
      ...(hasPartner && { RECEIPT_COMPANION_PARTNER_KEY: partnerKey }),
    },
  });
  const pos = posClient(app.posApiUrl);
  const openSale = async (sale: object) => String((await pos.json('POST', '/sales', sale)).id);
  const pay = async (saleId: string, bill: object): Promise<void> => {
    await pos.json('PUT', `/sales/${saleId}/bill`, { bill });
  };
  return {
    app,
    simulator,
    partnerUrl,
    /** Opens a sale without showing it and sends its bill. Returns its id. */
    async sell(reference: string, bill: object) {
      const id = await openSale({ reference, show: false });
      await pay(id, bill);
      return id;
    },
    pay,
    /** Opens the till's next sale and shows it. */
    open: (reference: string, amount: number) => openSale({ reference, amount, currency: 'EUR' }),
    refuseNext: (errors: Readonly<Record<string, readonly string[]>>) =>
      simulator.faults.add({
        route: 'bill',
        effect: {
          kind: 'status',
          status: 400,
          body: JSON.stringify({ title: 'Validation failed', status: 400, errors, traceId: 'trace-4711' }),
          headers: { 'content-type': 'application/problem+json' },
        },
      }),
    async close() {
      await app.close();
      await simulator.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
