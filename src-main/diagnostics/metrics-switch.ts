import { createHash } from 'node:crypto';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Observation } from '../lib/metrics.ts';
import { type NoticeCode, noticeCodes } from '../lib/notices.ts';
import { type StatusResource, statusSchema } from '../lib/till-view.ts';
import { readNetworkError } from '../service/network-errors.ts';
import type { Computer } from '../settings/computer.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { MetricsRegistry, MetricsTarget, StartParts } from './metrics.ts';

interface SendMetricsParts extends Pick<StartParts, 'clock' | 'random' | 'log' | 'fetch' | 'version'> {
  readonly metrics: MetricsRegistry;
  readonly settings: SettingsStore;
  readonly dataDir: string;
  readonly computer: Computer;
  /** The header for the collector at this address. */
  readonly metricsAuthorization?: (url: string) => string | null;
  readonly status: () => StatusResource;
}

/** The metrics of this program, with what says whose they are; `start` waits for nothing that is not on this computer. */
export function sendMetrics(parts: SendMetricsParts) {
  const { metrics: room, settings, dataDir, metricsAuthorization = () => null } = parts;
  const target = (): MetricsTarget | null => {
    const { metrics, service } = settings.current();
    if (metrics.url === '') return null;
    return {
      url: metrics.url,
      everyMs: metrics.everySeconds * 1_000,
      authorization: metricsAuthorization(metrics.url),
      resource: {
        'service.name': 'receipt-companion',
        'service.version': parts.version,
        'service.instance.id': metrics.instance === '' ? instanceId(parts.computer.id, dataDir) : metrics.instance,
        ...(metrics.withStoreId && service.storeId !== '' && { 'receipt_companion.store.id': service.storeId }),
      },
    };
  };
  let started = '';
  let endSettings: () => void = () => undefined;
  const begin = (): Promise<void> => {
    const now = target();
    const words = JSON.stringify(now);
    if (words === started) return Promise.resolve();
    started = words;
    return room.start({
      ...parts,
      target: now,
      codeOf: (error) => readNetworkError(error).code,
      observe: async () => [...observationsOf(parts.status()), ...(await observeComputer(dataDir))],
    });
  };
  return {
    start(): Promise<void> {
      // A policy may change them at any time.
      endSettings = settings.onChange(() => void begin());
      return begin();
    },
    stop(): Promise<void> {
      endSettings();
      return room.stop();
    },
  };
}

/** The same at every start, another one for every account and computer, and no way back to either. */
function instanceId(computer: string, dataDir: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['metrics', computer, dataDir]))
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

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
async function observeComputer(folder: string): Promise<readonly Observation[]> {
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
