/** Takes no room and is not seen: what is marked with it looks and is broken into lines as without. */
export const mark = '\u2063';

/** A whole table with every sentence marked. What a window shows or says without the mark was hard-coded. */
export const markedTable = (table: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(table).map(([key, sentence]) => [key, `${mark}${sentence}`]));
