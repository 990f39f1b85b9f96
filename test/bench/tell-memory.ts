import { appendFileSync } from 'node:fs';
import { collectGarbage } from './figures.ts';

/** Loaded before a program whose memory is measured: writes what it keeps into the file that `TELL_MEMORY` names, again and again. */
const everyMs = Number(process.env.TELL_MEMORY_MS ?? 15_000);
const file = process.env.TELL_MEMORY ?? '';

setInterval(() => {
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  appendFileSync(file, `${JSON.stringify({ heap: heapUsed + external, rss, handles })}\n`);
}, everyMs).unref();
