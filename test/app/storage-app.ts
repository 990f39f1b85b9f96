import type { SecretStore } from '../../src-main/ports.ts';
import type { AppConfig } from '../../src-main/program/app-parts.ts';
import type { Program } from '../../src-main/program/program.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { liveFolderName } from '../../src-main/storage/connection-folders.ts';
import { folderOfFile } from '../fakes/temp-folder.ts';
import { asTill } from './command-callers.ts';
import { openShop } from './shop.ts';
import { smallBill, unwrap } from './test-app.ts';

export const computerOfFile = { id: 'computer-1', stateDir: folderOfFile() };

const nobodyThere = 'http://127.0.0.1:9';
/** The live folder of an app without an account. */
export const startedFolder = liveFolderName(nobodyThere, '');

interface StoredAppOptions {
  readonly dataDir: string;
  readonly secrets?: SecretStore;
  readonly settings?: SettingsPatch;
  readonly network?: { readonly down: boolean };
  readonly config?: Partial<AppConfig>;
}

/**
 * Starts the whole app on a folder, by default without a network, on the same computer for all tests of a file. It
 * stops at the end of the test.
 */
export const startOn = ({ settings = {}, network = { down: true }, config, ...options }: StoredAppOptions) =>
  openShop({
    ...options,
    network,
    overrides: {
      mode: 'live',
      ...settings,
      service: {
        baseUrl: nobodyThere,
        authUrl: `${nobodyThere}/token`,
        clientId: 'test-client',
        scopeBase: 'https://scope.invalid',
        storeId: 'store-1',
        ...settings.service,
      },
    },
    config: { computer: computerOfFile, program: 'headless', secretsOutliveRun: false, ...config },
  });

export async function acceptedSale(app: Program, reference: string, amount = 19.9): Promise<string> {
  const { sale } = unwrap(await asTill(app).openSale({ reference, amount }));
  unwrap(await asTill(app).acceptBill(sale.id, { bill: smallBill(amount) }));
  return sale.id;
}
