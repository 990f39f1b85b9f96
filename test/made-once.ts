import { buildApp } from '../scripts/build.ts';
import { findMetricsTool } from '../scripts/metrics-tools.ts';

/**
 * Runs before all specs: a download then delays no spec, and two specs do not start it at once. A run of all specs
 * bundles the programs that they start, like the packed program; a single spec runs the present source.
 */
export async function setup(): Promise<void> {
  try {
    findMetricsTool('victoria-metrics');
    findMetricsTool('promtool');
  } catch {
    // The specs that need the tools report what is missing; all others run.
  }
  if (process.env.TEST_REPORT === undefined) return;
  await buildApp({ ifStale: true, only: ['headless', 'cli-main'] });
  process.env.BUNDLED_PROGRAMS = '1';
}
