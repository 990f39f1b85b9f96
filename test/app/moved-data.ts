import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { connectedTo, posClient, posToken, startProgram } from './processes.ts';
import { openService } from './service.ts';
import { numberedBill, numberOf } from './small-bill.ts';
import { startOn } from './storage-app.ts';

export type Shops = Awaited<ReturnType<typeof openShops>>;

type SaleJson = Awaited<ReturnType<ReturnType<typeof posClient>['json']>>;

/** A till connected to a running app. */
export type ShopComputer = ReturnType<typeof placeAt>;

export async function openShops() {
  const service = await openService();
  const { simulator, baseUrl, authUrl, username, password, clientId, scopeBase } = service;
  const stateHomeOfShop = tempFolder();
  return {
    simulator,
    /** On Linux, the folder of the records that the app keeps outside its data folder. */
    stateHome: stateHomeOfShop,
    service,
    /** Makes the service answer 503 until the returned function is called. */
    serviceDown(): () => void {
      for (const route of ['register', 'bill', 'printed', 'cancel'] as const) {
        simulator.faults.add({ route, effect: { kind: 'status', status: 503 }, times: 'forever' });
      }
      return () => simulator.faults.clear();
    },
    /** Starts the app and its POS API on `dataDir`. `stateHome` replaces that of the shop, as on another computer. */
    async start(dataDir: string, { stateHome = stateHomeOfShop, poolSize = 5 } = {}) {
      const secrets = memorySecrets();
      await liveAccount(secrets).at({ baseUrl, authUrl }).set({ username, password });
      const { app, posApiUrl } = await startOn({
        dataDir,
        secrets,
        network: { down: false },
        settings: { service: { baseUrl, authUrl, clientId, scopeBase }, pool: { target: poolSize } },
        config: {
          // The folder where a process looks for the computer's records.
          computer: { id: 'computer-1', stateDir: join(stateHome, 'receipt-companion') },
          fixedPosToken: posToken,
        },
      });
      return placeAt(posApiUrl ?? '', () => app.stop());
    },
    /** Starts headless as a separate process; `more` has additional variables, for example of a keychain. */
    async startProcess(dataDir: string, more: Readonly<Record<string, string>> = {}) {
      const { args, env } = connectedTo(service, dataDir);
      const program = await startProgram([...args, '--pool-size', '5'], {
        ...env,
        ...more,
        XDG_STATE_HOME: stateHomeOfShop,
      });
      return { ...placeAt(program.ready.posApi ?? '', () => program.end('SIGTERM')), program };
    },
    stored(): ReadonlyMap<string, number> {
      const counts = new Map<string, number>();
      for (const { body } of simulator.ledger().bills) {
        counts.set(numberOf(body), (counts.get(numberOf(body)) ?? 0) + 1);
      }
      return counts;
    },
  };
}

interface Status {
  readonly notices: readonly string[];
  readonly outbox: { readonly queued: number; readonly attention: number };
}

function placeAt(posApi: string, stop: () => Promise<unknown>) {
  const pos = posClient(posApi);
  const status = async () => (await pos.json('GET', '/status')) as unknown as Status;
  const open = (reference: string): Promise<SaleJson> => pos.json('POST', '/sales', { reference, amount: 19.9 });
  const bill = (sale: SaleJson, reference: string): Promise<SaleJson> =>
    pos.json('PUT', `/sales/${sale.id}/bill`, { bill: numberedBill(reference) });
  return {
    pos,
    status,
    open,
    bill,
    sell: async (reference: string): Promise<SaleJson> => bill(await open(reference), reference),
    async settled(): Promise<void> {
      while ((await status()).outbox.queued > 0) await wait(20);
    },
    async sales(): Promise<readonly SaleJson[]> {
      const { items } = (await pos.json('GET', '/sales?limit=100')) as { items: SaleJson[] };
      return items;
    },
    stop,
  };
}

export function copyOf(dataDir: string): string {
  const copy = tempFolder();
  cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

export function restore(backup: string, dataDir: string): void {
  const away = `${dataDir}-away`;
  rmSync(away, { recursive: true, force: true });
  renameSync(dataDir, away);
  onTestFinished(() => rmSync(away, { recursive: true, force: true }));
  cpSync(backup, dataDir, { recursive: true, preserveTimestamps: true });
}
