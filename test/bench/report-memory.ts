import { appendFileSync } from 'node:fs';
import { collectGarbage } from './figures.ts';

/** Preloaded into a measured program: writes its used memory to the file REPORT_MEMORY at intervals. */
const everyMs = Number(process.env.REPORT_MEMORY_MS ?? 15_000);
const file = process.env.REPORT_MEMORY ?? '';

setInterval(() => {
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  appendFileSync(file, `${JSON.stringify({ heap: heapUsed + external, rss, handles })}\n`);
}, everyMs).unref();
