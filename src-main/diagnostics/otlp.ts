import type { Attributes as SdkAttributes } from '@opentelemetry/api';
import { ProtobufMetricsSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics';
import {
  type CounterName,
  type HistogramName,
  type MetricDescription,
  type MetricName,
  metrics,
  type Observation,
} from '../shared/metric-table.ts';

export interface OtlpParts {
  /** The identity of this program (`service.name`, `service.instance.id`). */
  readonly resource: Readonly<Record<string, string>>;
  readonly version: string;
  readonly observe: () => Promise<readonly Observation[]>;
  readonly everyMs: number;
  /** Sends the body of one OTLP request (protobuf), which has all sums up to now. Never rejects. */
  readonly send: (body: Uint8Array<ArrayBuffer>) => Promise<void>;
}

/** The SDK, loaded only where metrics are sent. It counts, and collects at each interval; `send` does the sending. */
export type Otlp = ReturnType<typeof openOtlp>;

export function openOtlp({ resource, version, observe, everyMs, send }: OtlpParts) {
  const reader = new PeriodicExportingMetricReader({ exporter: exporterOver(send), exportIntervalMillis: everyMs });
  const provider = new MeterProvider({ resource: resourceFromAttributes(resource), readers: [reader] });
  const meter = provider.getMeter('receipt-companion', version);
  const ofKind = (kind: MetricDescription['kind']) =>
    (Object.entries(metrics) as [MetricName, MetricDescription][]).filter(([, metric]) => metric.kind === kind);
  const optionsOf = ({ unit, says, bounds }: MetricDescription) => ({
    unit,
    description: says,
    ...(bounds !== undefined && { advice: { explicitBucketBoundaries: [...bounds] } }),
  });

  const counters = new Map(ofKind('counter').map(([name, one]) => [name, meter.createCounter(name, optionsOf(one))]));
  const histograms = new Map(
    ofKind('histogram').map(([name, one]) => [name, meter.createHistogram(name, optionsOf(one))]),
  );
  const gauges = new Map(
    ofKind('gauge').map(([name, one]) => [name, meter.createObservableGauge(name, optionsOf(one))]),
  );
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { name, value, attributes } of await observe()) {
        const gauge = gauges.get(name);
        if (gauge !== undefined) result.observe(gauge, value, plain(name, attributes));
      }
    },
    [...gauges.values()],
  );

  return {
    count: (name: CounterName, attributes: Readonly<Record<string, string | number | null>>): void =>
      counters.get(name)?.add(1, plain(name, attributes)),
    measure: (name: HistogramName, value: number, attributes: Readonly<Record<string, string | number | null>>): void =>
      histograms.get(name)?.record(value, plain(name, attributes)),
    stop: (): Promise<void> => reader.shutdown(),
  };
}

const exporterOver = (send: OtlpParts['send']): PushMetricExporter => ({
  export(collected, done) {
    const body = ProtobufMetricsSerializer.serializeRequest(collected);
    if (body === undefined) throw new Error('the metrics could not be written');
    // The sender logs a failure, so the SDK need not know it.
    void send(new Uint8Array(body)).then(() => done({ code: 0 }));
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
});

/** Only plain names of the program are sent, also for values that bypassed the compiler. */
const word = /^[\w./{}-]{1,100}$/;

function plain(name: MetricName, given: Readonly<Record<string, string | number | null>>): SdkAttributes {
  const { attributes }: MetricDescription = metrics[name];
  const stored: [string, string | number][] = [];
  for (const key of attributes) {
    const value = given[key];
    if (typeof value === 'number') stored.push([key, value]);
    else if (typeof value === 'string') stored.push([key, word.test(value) ? value : 'other']);
  }
  return Object.fromEntries(stored);
}
