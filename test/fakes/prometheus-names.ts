import { type MetricDescription, type MetricName, metrics } from '../../src-main/shared/metric-table.ts';

/**
 * Prometheus' name of an OTLP metric by its compatibility rules: dots become underscores, the unit follows the name, a
 * counter ends in `_total`, and a histogram becomes three metrics. A foreign receiver confirms this
 * (`test/app/metrics.test.ts`).
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

/** Units in braces count things and are not part of the names. */
export const allNamesInPrometheus = (): readonly string[] =>
  (Object.keys(metrics) as MetricName[]).flatMap(namesInPrometheus).toSorted();
