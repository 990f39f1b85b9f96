import type { ProbeParts, ProbeReport } from '../src-main/service/probe.ts';

/** The data that a run leaves at the service. A person must agree to it first. */
export const leavesBehind = ({
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

/** Writes one line for each route, and one for each of its deviations. */
export const reportAsText = ({ rows }: ProbeReport): string =>
  rows
    .flatMap(({ route, verdict, tookMs, note, deviations }) => [
      `${route.padEnd(50)} ${verdict.padEnd(12)} ${tookMs === null ? '' : `${tookMs} ms`} ${note}`.trimEnd(),
      ...deviations.map(
        ({ pointer, found, expected }) => `    ${pointer || '(whole)'}: found ${found}, expected ${expected}`,
      ),
    ])
    .join('\n');
