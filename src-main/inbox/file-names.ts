/** Which files count: `*.json` in any case. Dot files and `*.tmp` are still being written under another name. */
export const isReceiptFile = (name: string): boolean => /^[^.].*\.json$/is.test(name);

/** A name of 255 bytes is the most that common file systems take; the answer's name is longer than the file's. */
const longestBaseBytes = 200;
const shortBase = 50;

/**
 * Names under which a file can be put away, the best first, without `.json`: its own, then with a number. A name that
 * leaves no room for what is added to it is cut.
 */
export function* freeNames(name: string): Generator<string> {
  const full = name.slice(0, -'.json'.length);
  const base = Buffer.byteLength(full) <= longestBaseBytes ? full : [...full].slice(0, shortBase).join('');
  yield base;
  for (let number = 2; ; number++) yield `${base}-${number}`;
}
