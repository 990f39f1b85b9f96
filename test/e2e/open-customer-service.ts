import { createSimulator, type Simulator } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { type Launched, launch } from '../electron/launch.ts';
import { createKeptLog } from '../fakes/kept-log.ts';

/** A live till with its windows, a partner interface and a service. */
export interface OpenCustomerService {
  readonly app: Launched;
  readonly simulator: Simulator;
  readonly partnerUrl: string;
  close(): Promise<void>;
}

export async function openCustomerService(): Promise<OpenCustomerService> {
  const simulator = createSimulator(
    { account: { storeIds: ['store-a'] }, switches: { slowUserChance: 0 } },
    { clock: systemClock, random: systemRandom, log: createKeptLog() },
  );
  const { baseUrl, authUrl, partnerUrl } = await simulator.start();
  const { username, password, clientId, scopeBase, partnerKey } = simulator.account;
  const app = await launch({
    args: [
      ...['--pos-port', '0', '--store-id', 'store-a', `--service-url=${baseUrl}`, `--auth-url=${authUrl}`],
      ...[`--partner-url=${partnerUrl}`, `--client-id=${clientId}`, `--scope-base=${scopeBase}`],
    ],
    env: {
      RECEIPT_COMPANION_USERNAME: username,
      RECEIPT_COMPANION_PASSWORD: password,
      RECEIPT_COMPANION_PARTNER_KEY: partnerKey,
    },
  });
  return {
    app,
    simulator,
    partnerUrl,
    async close() {
      await app.close();
      await simulator.stop();
    },
  };
}
