import { join } from 'node:path';
import type { SystemPorts } from '../../src-main/ports.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { tillFormat } from '../../src-main/storage/schema.ts';
import {
  createTillTable,
  createTokenStore,
  type TillTable,
  type TokenStore,
} from '../../src-main/tills/token-store.ts';
import { tempFolder } from './temp-folder.ts';

/** The paired tills of an app, in a file until the end of the test. */
export function openTillTokens(ports: Pick<SystemPorts, 'clock' | 'random'>): {
  readonly tills: TillTable;
  readonly tokens: TokenStore;
} {
  const tills = createTillTable(openDatabase(join(tempFolder(), 'tills.db'), tillFormat), ports.clock, () => undefined);
  return { tills, tokens: createTokenStore({ ...ports, tills: () => tills }) };
}
