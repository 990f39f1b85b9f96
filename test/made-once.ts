import { buildApp } from '../scripts/build.ts';
import { findMetricsTool } from '../scripts/metrics-tools.ts';

/**
 * Before any spec: a download counts against nobody's time, and two specs do not begin it at once. Where all of them run,
 * the programs that they start are bundled, as the packed one is; who runs one by hand starts what it has just written.
 */
export async function setup(): Promise<void> {
  try {
    findMetricsTool('victoria-metrics');
    findMetricsTool('promtool');
  } catch {
    // The specs that need them say what is missing; all others run.
  }
  if (process.env.TEST_REPORT === undefined) return;
  await buildApp({ ifStale: true, only: ['headless', 'cli-main'] });
  process.env.BUNDLED_PROGRAMS = '1';
}
