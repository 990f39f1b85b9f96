import { escapedHtml } from '../src-main/shared/foreign-text.ts';
import type { ProbeParts, ProbeReport, ProbeRow } from './probe.ts';

/** The data that a run leaves at the service. A person must agree to it first. */
export const probeLeftovers = ({
  connection,
  loyaltyUser,
  partner,
  printedReceipts = [],
}: ProbeParts): readonly string[] => [
  `one receipt over 0.01 with isExample for store ${connection.storeId}, cancelled at the end of the walk (if it is interrupted: not)`,
  ...printedReceipts.map(({ contentType }) => `one receipt over 0.01 with isExample and ${contentType}, which stays`),
  ...(loyaltyUser === undefined ? [] : ['one loyalty transaction, cancelled']),
  ...(partner?.externalId == null ? [] : ['one customer of the partner interface, deleted']),
];

export const reportAsText = ({ rows }: ProbeReport): string =>
  rows
    .flatMap(({ route, verdict, tookMs, note, deviations }) => [
      `${route.padEnd(50)} ${verdict.padEnd(12)} ${tookMs === null ? '' : `${tookMs} ms`} ${note}`.trimEnd(),
      ...deviations.map(
        ({ pointer, found, expected }) => `    ${pointer || '(whole)'}: found ${found}, expected ${expected}`,
      ),
    ])
    .join('\n');

/** The report as a page without scripts and external styles. */
export function reportAsPage(report: ProbeReport, title: string): string {
  const row = ({ route, verdict, tookMs, note, deviations }: ProbeRow): string => {
    const places = deviations.map(
      ({ pointer, found, expected }) => `${pointer || '(whole)'}: ${found}, expected ${expected}`,
    );
    const cells = [route, verdict, tookMs === null ? '' : `${tookMs} ms`, [note, ...places].filter(Boolean).join('; ')];
    return `<tr>${cells.map((cell) => `<td>${escapedHtml(cell)}</td>`).join('')}</tr>`;
  };
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapedHtml(title)}</title>`,
    '<style>body{font:1rem system-ui;margin:2rem}td,th{padding:.3rem .8rem;text-align:left;border-bottom:1px solid #ccc}</style>',
    `<h1>${escapedHtml(title)}</h1><table><tr><th>Route</th><th>Answer</th><th>Time</th><th>Details</th></tr>`,
    ...report.rows.map(row),
    '</table></html>',
  ].join('\n');
}
