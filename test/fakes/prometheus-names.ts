import { type MetricDescription, type MetricName, metrics } from '../../src-main/lib/metrics.ts';

/**
 * What Prometheus calls a metric that came over OTLP, by its compatibility rules: dots become underscores, the unit stands
 * behind the name, a counter ends in `_total`, and of a histogram there are three. A receiver that others
 * wrote is asked whether that is so (`test/app/metrics.test.ts`).
 */
export function namesInPrometheus(name: MetricName): readonly string[] {
  const { kind, unit }: MetricDescription = metrics[name];
  const word = units[unit] ?? '';
  const plain = name.replaceAll('.', '_');
  const base = word === '' || plain.endsWith(word) ? plain : `${plain}_${word}`;
  if (kind === 'counter') return [`${base}_total`];
  return kind === 'gauge' ? [base] : [`${base}_bucket`, `${base}_count`, `${base}_sum`];
}

const units: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes' };

/** What is counted stands in braces and is no unit there. */
export const allNamesInPrometheus = (): readonly string[] =>
  (Object.keys(metrics) as MetricName[]).flatMap(namesInPrometheus).toSorted();
