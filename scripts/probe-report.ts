import type { ProbeReport } from '../src-main/service/probe.ts';

/** One line a route, and below it one a deviation. */
export const reportAsText = ({ rows, settings }: ProbeReport): string =>
  [
    ...rows.flatMap(({ route, verdict, tookMs, said, deviations }) => [
      `${route.padEnd(50)} ${verdict.padEnd(12)} ${tookMs === null ? '' : `${tookMs} ms`} ${said}`.trimEnd(),
      ...deviations.map(
        ({ pointer, found, expected }) => `    ${pointer || '(whole)'}: found ${found}, expected ${expected}`,
      ),
    ]),
    ...Object.entries(settings).map(([name, value]) => `setting found: ${name} = ${value}`),
  ].join('\n');
