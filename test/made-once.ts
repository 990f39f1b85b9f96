import { findMetricsTool } from '../scripts/metrics-tools.ts';

/** Before any spec: a download counts against nobody's time, and two specs do not begin it at once. */
export function setup(): void {
  try {
    findMetricsTool('victoria-metrics');
    findMetricsTool('promtool');
  } catch {
    // The specs that need them say what is missing; all others run.
  }
}
