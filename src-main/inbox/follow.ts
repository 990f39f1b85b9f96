import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawCodes, isThere, resultText, type TakenSale, writeWhole } from './put-away.ts';

/** Each result in `done/` is rewritten after a change of its sale, until the sale is final. */
export function createFollowing(now: (saleId: string) => TakenSale | null) {
  /** By sale, the names of its results without `.result.json`. */
  const results = new Map<string, Set<string>>();
  const changed = new Set<string>();

  function follow(base: string, { id }: TakenSale): void {
    results.set(id, (results.get(id) ?? new Set()).add(base));
    changed.add(id);
  }

  /** A result that the till took away stays away. */
  async function write(done: string, base: string, sale: TakenSale): Promise<void> {
    const path = join(done, `${base}.result.json`);
    if (!isThere(path)) return;
    const before = readFileSync(path, 'utf8');
    const text = resultText(sale);
    if (before === text) return;
    if (isThere(join(done, `${base}.qr.png`)) && sale.url !== JSON.parse(before).url) await drawCodes(done, base, sale);
    await writeWhole(done, path, text);
  }

  async function writeAll(done: string, id: string): Promise<void> {
    const sale = now(id);
    for (const base of results.get(id) ?? []) if (sale !== null) await write(done, base, sale);
    if (sale === null || (isSettled(sale) && !changed.has(id))) results.delete(id);
  }

  return {
    follow,
    /** Reads the unfinished results of an earlier run. */
    async find(done: string, nextTurn: () => Promise<void>): Promise<void> {
      for (const name of readdirSync(done).filter((found) => found.endsWith('.result.json'))) {
        await nextTurn();
        const sale = savedSale(join(done, name));
        if (sale !== null && !isSettled(sale)) follow(name.slice(0, -'.result.json'.length), sale);
      }
    },
    /** True if a result has to be written again. */
    note(saleId: string): boolean {
      if (results.has(saleId)) changed.add(saleId);
      return changed.has(saleId);
    },
    /** False if a result could not be written, such as while a till on Windows reads it: it is written with a later look. */
    async writeChanged(done: string, isOver: () => boolean): Promise<boolean> {
      for (const id of [...changed]) {
        if (isOver()) break;
        changed.delete(id);
        await writeAll(done, id).catch(() => changed.add(id));
      }
      return changed.size === 0;
    },
  };
}

const isSettled = ({ state, printed, cancelled }: TakenSale): boolean =>
  (state === 'delivered' || state === 'cancelled') && printed !== 'queued' && cancelled !== 'queued';

function savedSale(path: string): TakenSale | null {
  try {
    const sale: TakenSale | null = JSON.parse(readFileSync(path, 'utf8'));
    return typeof sale?.id === 'string' ? sale : null;
  } catch {
    return null;
  }
}
