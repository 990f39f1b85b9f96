import type { LogFields } from '../lib/log-fields.ts';
import type { Observation } from '../lib/metrics.ts';
import type { Log, Metrics, SystemPorts } from '../ports.ts';
import type { Otlp } from './otlp.ts';
import { createMetricsSender, type MetricsSender } from './send-metrics.ts';

/** The metrics of the program: recorded from its beginning, sent only where somebody has said where to. */
export interface MetricsRegistry extends Metrics {
  /**
   * When the settings are known, and when they have changed: sends there from now on, or nowhere and forgets what was
   * recorded. Sums begin anew. Never rejects.
   */
  start(parts: StartParts): Promise<void>;
  /** Sends what there is once more, where that does not take long. Never rejects. */
  stop(): Promise<void>;
}

export interface StartParts extends Pick<SystemPorts, 'clock' | 'random' | 'log' | 'fetch'> {
  readonly version: string;
  /** Where to; null: nothing is sent. */
  readonly target: MetricsTarget | null;
  readonly observe: () => Promise<readonly Observation[]>;
  /** Why a fetch was rejected, in a word for the log. */
  readonly codeOf: (error: unknown) => string;
}

export interface MetricsTarget {
  /** The collector's address for metrics, used as it is: it usually ends in /v1/metrics. */
  readonly url: string;
  readonly everyMs: number;
  /** The header of that name, for a collector that asks for one. */
  readonly authorization: string | null;
  readonly resource: Readonly<Record<string, string>>;
}

/** What is recorded before it is known whether it is wanted. A start takes far fewer. */
const mostEarly = 1_000;

type Recording = (otlp: Otlp) => void;

export function createMetrics(): MetricsRegistry {
  let early: Recording[] | null = [];
  let otlp: Otlp | null = null;
  let sender: MetricsSender | null = null;
  let starts = 0;

  function record(what: Recording): void {
    if (otlp !== null) what(otlp);
    else if (early !== null && early.length < mostEarly) early.push(what);
  }

  return {
    count: (name, attributes) => record((room) => room.count(name, attributes)),
    measure: (name, value, attributes) => record((room) => room.measure(name, value, attributes)),
    async start({ target, version, observe, ...parts }) {
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
        const opened = openOtlp({ resource: target.resource, version, observe });
        otlp = opened;
        for (const what of before) what(opened);
        sender = createMetricsSender({ ...parts, ...target, collect: opened.collect });
        sender.start();
      } catch (error) {
        parts.log.error('metrics-not-started', { error: String(error) });
      } finally {
        early = null;
      }
    },
    async stop() {
      starts += 1;
      await sender?.stop();
    },
  };
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
