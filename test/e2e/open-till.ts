import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { createSimulator, type Simulator } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { type Launched, type LaunchOptions, launch } from '../electron/launch.ts';
import { createTestLog } from '../fakes/test-log.ts';

export interface TillApp {
  readonly app: Launched;
  readonly simulator: Simulator;
  readonly partnerUrl: string;
  /** Opens a sale without showing it and sends its bill. Returns its id. */
  sell(reference: string, bill: object): Promise<string>;
  /** Opens the till's next sale and shows it. */
  open(reference: string, amount: number): Promise<string>;
  pay(saleId: string, bill: object): Promise<void>;
  refuseNext(errors: Readonly<Record<string, readonly string[]>>): void;
  close(): Promise<void>;
}

const token = 'a-pairing-token-that-is-only-a-test';

interface Service {
  readonly simulator: Simulator;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly partnerUrl: string;
}

/** A receipt service with one store. Port 0 selects a free port. */
export async function startTillService(storeId: string): Promise<Service> {
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

export async function openTillApp({
  settings = {},
  hasPartner = false,
  ...options
}: TillOptions = {}): Promise<TillApp> {
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
      RECEIPT_COMPANION_POS_TOKEN: token,
      ...(hasPartner && { RECEIPT_COMPANION_PARTNER_KEY: partnerKey }),
    },
  });
  async function ask(method: 'POST' | 'PUT', path: string, body: object): Promise<{ readonly id: string }> {
    const answer = await fetch(`${app.posApiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
  return {
    app,
    simulator,
    partnerUrl,
    async sell(reference, bill) {
      const { id } = await ask('POST', '/sales', { reference, show: false });
      await ask('PUT', `/sales/${id}/bill`, { bill });
      return id;
    },
    async pay(saleId, bill) {
      await ask('PUT', `/sales/${saleId}/bill`, { bill });
    },
    open: async (reference, amount) => (await ask('POST', '/sales', { reference, amount, currency: 'EUR' })).id,
    refuseNext: (errors) =>
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
