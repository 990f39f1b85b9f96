import { createHash } from 'node:crypto';
import type { LogFields } from '../lib/log-fields.ts';
import type { StatusResource } from '../lib/till-view.ts';
import type { Log, Metrics, SystemPorts } from '../ports.ts';
import type { Computer } from '../settings/computer.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { observationsOf, observeComputer } from './observations.ts';
import type { Otlp } from './otlp.ts';
import { createMetricsSender, type MetricsSender } from './send-metrics.ts';

/** The metrics of the program: recorded from its beginning, sent only where the settings say where to. */
export interface MetricsRegistry extends Metrics {
  /** Sends where the settings say, and elsewhere once they say so; sums begin anew then. Never rejects. */
  start(parts: StartParts): Promise<void>;
  /** Sends what there is once more, where that does not take long. Never rejects. */
  stop(): Promise<void>;
}

interface StartParts extends Pick<SystemPorts, 'clock' | 'random' | 'log' | 'fetch'> {
  readonly version: string;
  readonly settings: Pick<SettingsStore, 'current' | 'onChange'>;
  readonly dataDir: string;
  readonly computer: Pick<Computer, 'id'>;
  /** The header for the collector at this address. */
  readonly metricsAuthorization?: (url: string) => string | null;
  readonly status: () => StatusResource;
}

/** What is recorded before it is known whether it is wanted. A start takes far fewer. */
const mostEarly = 1_000;

type Recording = (otlp: Otlp) => void;

export function createMetrics(): MetricsRegistry {
  let early: Recording[] | null = [];
  let otlp: Otlp | null = null;
  let sender: MetricsSender | null = null;
  let starts = 0;
  let started = '';
  let endSettings: () => void = () => undefined;

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
      void sender?.stop();
      sender = null;
      otlp = null;
      const mine = ++starts;
      if (target === null) return;
      // Only here: whoever sends no metrics does not pay for the SDK at every start.
      const { openOtlp } = await import('./otlp.ts');
      // Changed again, or over, while it was loading.
      if (mine !== starts) return;
      const opened = openOtlp({
        ...{ resource: target.resource, version: parts.version },
        observe: async () => [...observationsOf(parts.status()), ...(await observeComputer(parts.dataDir))],
      });
      otlp = opened;
      for (const what of before) what(opened);
      sender = createMetricsSender({ ...parts, ...target, collect: opened.collect });
      sender.start();
    } catch (error) {
      parts.log.error('metrics-not-started', { error: String(error) });
    } finally {
      early = null;
    }
  }

  return {
    count: (name, attributes) => record((room) => room.count(name, attributes)),
    measure: (name, value, attributes) => record((room) => room.measure(name, value, attributes)),
    start(parts) {
      endSettings = parts.settings.onChange(() => void follow(parts));
      return follow(parts);
    },
    async stop() {
      endSettings();
      starts += 1;
      await sender?.stop();
    },
  };
}

/** Where to, how often, and as whom; null: nothing is sent. */
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

/** The same at every start, another one for every account and computer, and no way back to either. */
function instanceId(computer: string, dataDir: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['metrics', computer, dataDir]))
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** The same log, whose warnings and errors are counted. */
export function countLines(log: Log, metrics: Metrics): Log {
  const counted =
    (level: 'warn' | 'error') =>
    (event: string, fields?: LogFields): void => {
      metrics.count('receipt_companion.log.lines', { level, event });
      log[level](event, fields);
    };
  return { info: log.info, warn: counted('warn'), error: counted('error') };
}
