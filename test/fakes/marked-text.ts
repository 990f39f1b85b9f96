/** A character without width and without effect on line breaks, so that marked text looks like unmarked text. */
export const mark = '\u2063';

export const markedTable = (table: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(table).map(([key, sentence]) => [key, `${mark}${sentence}`]));
