import { isDeepStrictEqual } from 'node:util';
import type { PinFile, PinRecord } from './pin-file.ts';
import type { PinHash } from './pin-hash.ts';

/**
 * A PIN that is fixed from outside, over the shop's own, which is there again when it goes. Only the wrong tries are kept
 * beside it: a restart is no way around a pause.
 */
export function fixedPin(own: PinFile, tries: PinFile, hash: () => PinHash | null): PinFile {
  return {
    read(): PinRecord | 'unreadable' | null {
      const fixed = hash();
      if (fixed === null) return own.read();
      const kept = tries.read();
      const isOfThis = kept !== null && kept !== 'unreadable' && isDeepStrictEqual(kept.hash, fixed);
      return isOfThis ? kept : { version: 1, hash: fixed, wrongTries: 0 };
    },
    write: (record) => (hash() === null ? own : tries).write(record),
    remove() {
      if (hash() === null) own.remove();
    },
  };
}
