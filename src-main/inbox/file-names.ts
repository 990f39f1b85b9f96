import { isUtf8 } from 'node:buffer';
import { sep } from 'node:path';

/** On Linux a name is bytes, so the inbox reads each name as Latin-1: one character for each byte. */
export const pathIn = (folder: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}${sep}`), Buffer.from(name, 'latin1')]);

/** The name in answers and log lines, in UTF-8. A byte that is not UTF-8 becomes `%FC`, as in a web address. */
export function plainName(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  let plain = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => at + count <= bytes.length && isUtf8(bytes.subarray(at, at + count)));
    plain +=
      length === undefined
        ? `%${bytes.toString('hex', at, at + 1).toUpperCase()}`
        : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return plain;
}

export const isReceiptFile = (name: string): boolean => /^[^.].*\.json$/is.test(name);

export const isUnfinished = (name: string): boolean => /^\.|\.tmp$/i.test(name);

/** A name of 255 bytes is the most that common file systems take; the answer's name is longer than the file's. */
const longestBaseBytes = 200;
const shortBase = 50;

/** Yields a plain name without `.json`, then the same name with a number. */
export function* freeNames(name: string): Generator<string> {
  const full = name.replace(/\.json$/i, '');
  const base = Buffer.byteLength(full) <= longestBaseBytes ? full : [...full].slice(0, shortBase).join('');
  yield base;
  for (let number = 2; ; number++) yield `${base}-${number}`;
}
