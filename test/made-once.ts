import { buildApp } from '../scripts/build.ts';
import { findMetricsTool } from '../scripts/metrics-tools.ts';

/**
 * Runs before all specs, so that a download delays no spec and starts only once. A run of all specs bundles the
 * programs that they start, like the packed program. A single spec runs the sources.
 */
export async function setup(): Promise<void> {
  try {
    findMetricsTool('victoria-metrics');
    findMetricsTool('promtool');
  } catch {
    // Specs that need the tools report what is missing. All others run.
  }
  if (process.env.TEST_REPORT === undefined) return;
  await buildApp({ ifStale: true, only: ['headless', 'cli-main'] });
  process.env.BUNDLED_PROGRAMS = '1';
}
