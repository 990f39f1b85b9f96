import { hash } from 'node:crypto';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, Metrics, SystemPorts } from '../ports.ts';
import type { Computer } from '../settings/computer.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import type { LogEvent } from '../shared/log-event-names.ts';
import type { Observation } from '../shared/metric-table.ts';
import { type NoticeCode, noticeCodes } from '../shared/notice-codes.ts';
import { type PrinterState, printerStates } from '../shared/print-view.ts';
import type { LogFields } from '../shared/redact.ts';
import { type StatusResource, statusSchema } from '../shared/till-view.ts';
import type { Otlp } from './otlp.ts';
import { createMetricsSender } from './send-metrics.ts';

/** The metrics of the program. They are recorded from the start and sent only to the address in the settings. */
export type MetricsRegistry = ReturnType<typeof createMetrics>;

interface StartParts extends Pick<SystemPorts, 'clock' | 'log' | 'fetch'> {
  readonly version: string;
  readonly settings: Pick<SettingsStore, 'current' | 'onChange'>;
  readonly dataDir: string;
  readonly computer: Pick<Computer, 'id'>;
  readonly metricsAuthorization?: (url: string) => string | null;
  readonly status: () => StatusResource;
  readonly printerState: () => PrinterState;
}

/** The limit of measurements before the settings were read. A start makes far fewer. */
const mostEarly = 1_000;

type Recording = (otlp: Otlp) => void;

export function createMetrics() {
  let early: Recording[] | null = [];
  let otlp: Otlp | null = null;
  let starts = 0;
  let started = '';
  let endSettings: () => void = () => undefined;
  let endSending: () => Promise<void> = () => Promise.resolve();

  function record(what: Recording): void {
    if (otlp !== null) what(otlp);
    else if (early !== null && early.length < mostEarly) early.push(what);
  }

  async function follow(parts: StartParts): Promise<void> {
    const target = targetOf(parts);
    const words = JSON.stringify(target);
    if (words === started) return;
    started = words;
    const before = early ?? [];
    try {
      void endSending();
      endSending = () => Promise.resolve();
      otlp = null;
      const mine = ++starts;
      if (target === null) return;
      const { openOtlp } = await import('./otlp.ts');
      // The address was changed again, or the program has ended, during the import.
      if (mine !== starts) return;
      const sender = createMetricsSender({ ...parts, ...target });
      const opened = openOtlp({
        resource: target.resource,
        version: parts.version,
        everyMs: target.everyMs,
        send: sender.send,
        observe: async () => [
          ...observationsOf(parts.status()),
          ...observePrinter(parts.printerState()),
          ...(await observeComputer(parts.dataDir)),
        ],
      });
      otlp = opened;
      endSending = () => sender.end(opened.stop);
      for (const what of before) what(opened);
    } catch (error) {
      parts.log.error('metrics-not-started', { error: String(error) });
    } finally {
      early = null;
    }
  }

  const metrics: Metrics = {
    count: (name, attributes) => record((room) => room.count(name, attributes)),
    measure: (name, value, attributes) => record((room) => room.measure(name, value, attributes)),
  };
  return {
    ...metrics,
    /** Sends to the address in the settings, and to a new one after a change; the sums restart then. Never rejects. */
    start(parts: StartParts): Promise<void> {
      endSettings = parts.settings.onChange(() => void follow(parts));
      return follow(parts);
    },
    /** Sends the current values once more if that is quick. Never rejects. */
    async stop(): Promise<void> {
      endSettings();
      starts += 1;
      await endSending();
    },
  };
}

function targetOf({ settings, version, computer, dataDir, metricsAuthorization }: StartParts) {
  const { metrics, service } = settings.current();
  const { url, everySeconds, instance, withStoreId } = metrics;
  if (url === '') return null;
  return {
    url,
    everyMs: everySeconds * 1_000,
    authorization: metricsAuthorization?.(url) ?? null,
    resource: {
      'service.name': 'receipt-companion',
      'service.version': version,
      'service.instance.id': instance === '' ? instanceId(computer.id, dataDir) : instance,
      ...(withStoreId && service.storeId !== '' && { 'receipt_companion.store.id': service.storeId }),
    },
  };
}

/** The same id at every start, different for each account and computer. The id reveals neither of them. */
function instanceId(computer: string | null, dataDir: string): string {
  const digits = hash('sha256', JSON.stringify(['metrics', computer, dataDir]));
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5');
}

/** The current values: counts and states only, no id of a sale, a store or a till. */
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
    // Inactive notices are reported as well, so that the end of a notice is seen at once.
    ...noticeCodes.map((code) => ({
      name: 'receipt_companion.notices' as const,
      value: standing.has(code) ? 1 : 0,
      attributes: { mode, code },
    })),
  ];
}

const observePrinter = (now: PrinterState): readonly Observation[] =>
  printerStates.map((state) => ({
    name: 'receipt_companion.printer.state' as const,
    value: state === now ? 1 : 0,
    attributes: { state },
  }));

const database = /\.(?:sqlite|db)(?:-wal|-shm)?$/;

async function observeComputer(folder: string): Promise<readonly Observation[]> {
  const freeBytes = statfs(folder).then(({ bavail, bsize }) => bavail * bsize);
  const [size, free] = await Promise.all([sizeOfDatabases(folder), freeBytes].map((value) => value.catch(() => null)));
  return [
    ...(size == null ? [] : [{ name: 'receipt_companion.storage.size' as const, value: size, attributes: {} }]),
    ...(free == null ? [] : [{ name: 'receipt_companion.storage.free' as const, value: free, attributes: {} }]),
    { name: 'process.uptime', value: process.uptime(), attributes: {} },
    { name: 'process.memory.usage', value: process.memoryUsage.rss(), attributes: {} },
  ];
}

/** Adds up this folder and one level below it, which contains the connections. */
async function sizeOfDatabases(folder: string, deeper = true): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && deeper) bytes += await sizeOfDatabases(path, false).catch(() => 0);
    else if (entry.isFile() && database.test(entry.name)) bytes += (await stat(path)).size;
  }
  return bytes;
}

export function countLines(log: Log, metrics: Metrics): Log {
  const counted =
    <Level extends 'warn' | 'error'>(level: Level) =>
    (event: LogEvent<Level>, fields?: LogFields): void => {
      metrics.count('receipt_companion.log.lines', { level, event });
      log[level](event, fields);
    };
  return { info: log.info, warn: counted('warn'), error: counted('error') };
}
