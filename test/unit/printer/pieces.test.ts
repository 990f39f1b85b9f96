import { expect, test } from 'vitest';
import { createPieces } from '../../../src-main/printer/pieces.ts';

test('a command that announces 4 GiB needs the memory of one job', () => {
  const pieces = createPieces();
  // GS 8 L: four bytes have the length of a picture.
  pieces.push(Uint8Array.of(0x1d, 0x38, 0x4c, 0xff, 0xff, 0xff, 0xff));
  const chunk = new Uint8Array(1024 * 1024);
  for (let sent = 0; sent < 64; sent += 1) expect(pieces.push(chunk)).toEqual([]);
  expect(pieces.restSize()).toBeLessThan(6 * 1024 * 1024);
});
