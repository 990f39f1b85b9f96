/** A camera's orientation in a JPEG (Exif 2.32, tag 0x0112). */
export const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Orientation = (typeof orientations)[number];

type Side = 'top' | 'bottom' | 'left' | 'right';

/** Where the stored first row and column are on the upright picture. */
const firstOf: { readonly [Each in Orientation]: readonly [row: Side, column: Side] } = {
  1: ['top', 'left'],
  2: ['top', 'right'],
  3: ['bottom', 'right'],
  4: ['bottom', 'left'],
  5: ['left', 'top'],
  6: ['right', 'top'],
  7: ['right', 'bottom'],
  8: ['left', 'bottom'],
};
const across = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const satisfies Record<Side, Side>;

/** The quarters of the stored picture, row by row, as numbers of quarters of the upright picture (0 to 3). */
export function visibleQuarters(orientation: Orientation): readonly number[] {
  const [row, column] = firstOf[orientation];
  return [
    [row, column],
    [row, across[column]],
    [across[row], column],
    [across[row], across[column]],
  ].map((sides) => (sides.includes('bottom') ? 2 : 0) + (sides.includes('right') ? 1 : 0));
}

/** Whether width and height of the stored picture are exchanged. */
export const isTurned = (orientation: Orientation): boolean => orientation >= 5;

/** The maker of the camera, which a shop's picture must not contain. */
export const maker = 'canary-camera';

/** The JPEG with a phone's metadata: maker, orientation and place. */
export function asFromPhone(jpeg: Uint8Array, orientation: Orientation): Buffer {
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    // A short number is in the first two of four bytes.
    if (type === short) bytes.writeUInt16BE(value, 8);
    else bytes.writeUInt32BE(value, 8);
    return bytes;
  };
  const [ascii, short, long] = [2, 3, 4];
  const words = Buffer.from(`${maker}\0`, 'latin1');
  const count = (many: number): Buffer => Buffer.from([0, many]);
  const end = Buffer.alloc(4);
  const firstLength = 2 + 3 * 12 + 4;
  const place = 8 + firstLength + words.length;
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    count(3),
    entry(0x010f, ascii, words.length, 8 + firstLength),
    entry(0x0112, short, 1, orientation),
    entry(0x8825, long, 1, place),
    end,
    words,
    count(1),
    entry(0x0001, ascii, 2, 0x4e000000),
    end,
  ]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  // The metadata follows the first two bytes of a JPEG.
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}
