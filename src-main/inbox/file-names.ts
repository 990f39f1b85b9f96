import { isUtf8 } from 'node:buffer';
import { join, sep } from 'node:path';

/** On Linux a name is bytes. A byte that is not UTF-8 becomes a lone surrogate here, which no valid name has. */
const firstLone = 0xdc00;
const loneByte = /[\uDC80-\uDCFF]/u;
const byteOf = (lone: string): number => lone.charCodeAt(0) - firstLone;

export function decodeFileName(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => at + count <= bytes.length && isUtf8(bytes.subarray(at, at + count)));
    name +=
      length === undefined
        ? String.fromCharCode(firstLone + (bytes[at] ?? 0))
        : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return name;
}

export function pathIn(folder: string, name: string): string | Buffer {
  if (!loneByte.test(name)) return join(folder, name);
  const parts = [...name].map((sign) => (loneByte.test(sign) ? Buffer.of(byteOf(sign)) : Buffer.from(sign)));
  return Buffer.concat([Buffer.from(`${folder}${sep}`), ...parts]);
}

/** The name in answers and log lines. A byte that is not UTF-8 becomes `%FC`, as in a web address. */
export const plainName = (name: string): string =>
  [...name].map((sign) => (loneByte.test(sign) ? `%${byteOf(sign).toString(16).toUpperCase()}` : sign)).join('');

export const isReceiptFile = (name: string): boolean => /^[^.].*\.json$/is.test(name);

export const isUnfinished = (name: string): boolean => /^\.|\.tmp$/i.test(name);

/** A name of 255 bytes is the most that common file systems take; the answer's name is longer than the file's. */
const longestBaseBytes = 200;
const shortBase = 50;

/** Yields the file's own name without `.json`, then the same name with a number. */
export function* freeNames(name: string): Generator<string> {
  const full = plainName(name).replace(/\.json$/i, '');
  const base = Buffer.byteLength(full) <= longestBaseBytes ? full : [...full].slice(0, shortBase).join('');
  yield base;
  for (let number = 2; ; number++) yield `${base}-${number}`;
}
