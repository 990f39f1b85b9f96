import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { SecretStore } from '../../src-main/ports.ts';
import { loadDataKeys } from '../../src-main/settings/data-key.ts';
import { createEncryption, type Keyring } from '../../src-main/storage/encryption.ts';
import { openTaken } from '../../src-main/storage/inbox-folder.ts';
import { databasesIn } from '../../src-main/storage/re-encrypt.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { spawnProgram } from '../app/program.ts';

/** Kills the change of the data key: an available key must decrypt everything afterwards. */

export interface KillsOf {
  readonly dataDir: string;
  /** Of the keychain that the killed processes use. */
  readonly env: Readonly<Record<string, string>>;
  /** The same keychain. */
  readonly secrets: SecretStore;
  readonly random: () => number;
}

/** Copies the live folder under other names: with more rows, more kills happen during their change. */
export function multiplyLive(dataDir: string, times: number): void {
  const live = readdirSync(dataDir).find((name) => /^live-[0-9a-f]{16}$/.test(name));
  if (live === undefined) throw new Error('there is no live folder');
  for (let copy = 0; copy < times; copy += 1) {
    cpSync(join(dataDir, live), join(dataDir, `live-${String(copy).padStart(16, '0')}`), { recursive: true });
  }
}

/**
 * Runs `--rotate-key` and kills it at a random moment of the change or of its start; returns whether it ended before
 * the kill.
 */
async function killOnce({ dataDir, env, random }: KillsOf): Promise<boolean> {
  const program = spawnProgram('src-main/headless.ts', ['--rotate-key', '--data-dir', dataDir], env);
  let isOver = false;
  program.ready.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  const hasBegun = (): boolean => /data-key-change-(?:begun|goes-on)/.test(program.stderr());
  if (random() < 0.1) await wait(random() * 400);
  else {
    while (!hasBegun() && !isOver) await wait(1);
    await wait(random() * 250);
  }
  return (await program.end('SIGKILL')) === 0;
}

export interface KillReport {
  readonly kills: number;
  /** Runs that came to their end before the kill. */
  readonly ended: number;
  /** Kills after which rows were under either key. */
  readonly between: number;
  readonly broken: readonly string[];
}

/** The planned number of kills, and some more if too few happened among the rows, since the others prove nothing. */
export async function killKeyChanges(parts: KillsOf, kills: number): Promise<KillReport> {
  const broken: string[] = [];
  let ended = 0;
  let between = 0;
  for (let done = 0; done < kills || between < kills / 10; ) {
    if (await killOnce(parts)) ended += 1;
    else done += 1;
    const state = await stateOf(parts);
    if (state.unreadable.length > 0) broken.push(`after kill ${done}: ${state.unreadable.slice(0, 3).join(', ')}`);
    if (state.isMixed) between += 1;
  }
  return { kills, ended, between, broken };
}

export interface SealedState {
  readonly rows: number;
  readonly unreadable: readonly string[];
  /** Encrypted with a different key than the current one. */
  readonly older: number;
  readonly isMixed: boolean;
}

/** Decrypts every encrypted row and file with the current keys of the keychain. */
export async function stateOf({ dataDir, secrets }: Pick<KillsOf, 'dataDir' | 'secrets'>): Promise<SealedState> {
  const keys = await loadDataKeys(secrets, systemRandom);
  if (!keys.ok) throw new Error(keys.error.message);
  const keyring = createEncryption(keys.value.current, systemRandom, keys.value.before);
  const unreadable: string[] = [];
  let rows = 0;
  let older = 0;
  const look = (name: string, encrypted: Uint8Array, open: (keyring: Keyring) => unknown): void => {
    rows += 1;
    if (!keyring.isCurrent(encrypted)) older += 1;
    try {
      open(keyring);
    } catch {
      unreadable.push(name);
    }
  };
  for (const { path } of databasesIn(dataDir)) {
    // A killed process leaves a journal, which belongs to the database.
    const database = new DatabaseSync(path);
    for (const [table, bound, prefix] of [
      ['sales', 'id', ''],
      ['bills', 'sale_id', 'bill:'],
      ['kept', 'name', 'kept:'],
      ['partner_users', 'by_external', 'partner-user:'],
    ] as const) {
      if (database.prepare('select 1 from sqlite_schema where name = ?').get(table) === undefined) continue;
      for (const row of database.prepare(`select ${bound} as bound, encrypted from ${table}`).all()) {
        const encrypted = row.encrypted as Uint8Array;
        look(`${path} ${table} ${row.bound}`, encrypted, (with_) => with_.decrypt(`${prefix}${row.bound}`, encrypted));
      }
    }
    database.close();
  }
  const done = join(dataDir, 'inbox', 'done');
  for (const name of readdirSync(done).filter((found) => found.endsWith('.json.encrypted'))) {
    const encrypted = readFileSync(join(done, name));
    look(name, encrypted, (with_) => openTaken(with_, encrypted));
  }
  return { rows, unreadable, older, isMixed: older > 0 && older < rows };
}
