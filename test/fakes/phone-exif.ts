/** The maker of the camera, which a shop's picture must not contain. */
export const maker = 'canary-camera';

const entry = (tag: number, type: number, count: number, value: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(tag, 0);
  bytes.writeUInt16BE(type, 2);
  bytes.writeUInt32BE(count, 4);
  bytes.writeUInt32BE(value, 8);
  return bytes;
};

/** The JPEG with a phone's metadata (Exif 2.32): its maker, and that the first row is at the right of the picture. */
export function asFromPhone(jpeg: Uint8Array): Buffer {
  const words = Buffer.from(`${maker}\0`, 'latin1');
  const head = Buffer.from('MM\0*\0\0\0\x08\0\x02', 'latin1');
  const end = Buffer.alloc(4);
  const [makers, orientation] = [0x010f, 0x0112];
  const [text, short] = [2, 3];
  const afterEntries = head.length + 2 * 12 + end.length;
  // A short number is in the first two of four bytes.
  const entries = [entry(makers, text, words.length, afterEntries), entry(orientation, short, 1, 0x60000)];
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), head, ...entries, end, words]);
  const segment = Buffer.from([0xff, 0xe1, 0, 0]);
  segment.writeUInt16BE(exif.length + 2, 2);
  // The metadata follows the first two bytes of a JPEG.
  return Buffer.concat([jpeg.subarray(0, 2), segment, exif, jpeg.subarray(2)]);
}
