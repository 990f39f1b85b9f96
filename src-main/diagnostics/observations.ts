import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Observation } from '../lib/metrics.ts';
import { type NoticeCode, noticeCodes } from '../lib/notices.ts';
import { type StatusResource, statusSchema } from '../lib/till-view.ts';

/** What stands at this moment: counts and states alone, no id of a sale, a store or a till. */
export function observationsOf(status: StatusResource): readonly Observation[] {
  const { mode, service, pool, outbox, display, notices } = status;
  const standing = new Set<NoticeCode>(notices);
  return [
    { name: 'receipt_companion.queue.jobs', value: outbox.queued, attributes: { mode } },
    { name: 'receipt_companion.queue.oldest.age', value: outbox.oldestSeconds, attributes: { mode } },
    { name: 'receipt_companion.attention.receipts', value: outbox.attention, attributes: { mode } },
    { name: 'receipt_companion.queue.unknown_stores', value: outbox.storesUnknown?.length ?? 0, attributes: { mode } },
    { name: 'receipt_companion.pool.available', value: pool.available, attributes: { mode } },
    { name: 'receipt_companion.pool.target', value: pool.target, attributes: { mode } },
    { name: 'receipt_companion.display.connected', value: display.connected ? 1 : 0, attributes: { mode } },
    ...statusSchema.shape.service.options.map((state) => ({
      name: 'receipt_companion.service.state' as const,
      value: state === service ? 1 : 0,
      attributes: { mode, state },
    })),
    // The others too, so that the end of one is seen at once.
    ...noticeCodes.map((code) => ({
      name: 'receipt_companion.notices' as const,
      value: standing.has(code) ? 1 : 0,
      attributes: { mode, code },
    })),
  ];
}

const database = /\.(?:sqlite|db)(?:-wal|-shm)?$/;

/** Of the computer and the data folder; what cannot be read is left out. */
export async function observeComputer(folder: string): Promise<readonly Observation[]> {
  const [size, free] = await Promise.all(
    [sizeOfDatabases(folder), freeOn(folder)].map((asked) => asked.catch(() => null)),
  );
  return [
    ...(size == null ? [] : [{ name: 'receipt_companion.storage.size' as const, value: size, attributes: {} }]),
    ...(free == null ? [] : [{ name: 'receipt_companion.storage.free' as const, value: free, attributes: {} }]),
    { name: 'process.uptime', value: process.uptime(), attributes: {} },
    { name: 'process.memory.usage', value: process.memoryUsage.rss(), attributes: {} },
  ];
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Here and one folder deeper, where those of the connections are. */
async function sizeOfDatabases(folder: string, deeper = true): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && deeper) bytes += await sizeOfDatabases(path, false).catch(() => 0);
    else if (entry.isFile() && database.test(entry.name)) bytes += (await stat(path)).size;
  }
  return bytes;
}
