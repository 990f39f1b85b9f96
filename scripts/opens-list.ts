interface Opens {
  readonly database: readonly [number, number];
  readonly documents: readonly [number, number];
}

/**
 * A list of files that says which stored data its version opens: an older program gives receipts that wait only into the hands
 * of one that says so (src-main/updates/rules.ts). A list that says it already is left as it is.
 */
export const withOpens = (list: string, { database, documents }: Opens): string =>
  /^opens:$/m.test(list) ? list : `${list}opens:\n  database: [${database}]\n  documents: [${documents}]\n`;
