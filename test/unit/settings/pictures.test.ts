import { existsSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPlainWebp, openPictures, webpMaxBytes } from '../../../src-main/settings/shop-pictures.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { otherWebp, smallWebp } from '../../fakes/webp.ts';

const open = () => {
  const folder = join(tempFolder(), 'pictures');
  const log = createTestLog();
  return { folder, log, pictures: openPictures(folder, log), again: () => openPictures(folder, log) };
};

const stored = (pictures: ReturnType<typeof openPictures>, bytes: Uint8Array): string => {
  const result = pictures.keep(bytes);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

test('a picture is stored for its owner alone, and returned byte for byte', () => {
  const { folder, pictures } = open();
  const name = stored(pictures, smallWebp);
  if (!systemLacks('modes')) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  expect(pictures.read(name)).toEqual(new Uint8Array(smallWebp));
});

test('a damaged or missing picture is ignored and reported once', () => {
  const { folder, pictures, again, log } = open();
  const [torn, whole] = [stored(pictures, smallWebp), stored(pictures, otherWebp)];
  truncateSync(join(folder, torn), 20);
  const later = again();
  expect(later.whole([torn, whole])).toEqual([whole]);
  expect(later.whole([torn, whole])).toEqual([whole]);
  expect(later.read(torn)).toBeNull();
  expect(log.lines.filter(({ event }) => event === 'picture-damaged')).toHaveLength(1);
  rmSync(folder, { recursive: true });
  expect(again().whole([torn, whole])).toEqual([]);
});

test('a picture that no setting uses is removed, and a used one stays', () => {
  const { folder, pictures } = open();
  const [one, other] = [stored(pictures, smallWebp), stored(pictures, otherWebp)];
  pictures.keepOnly([other]);
  expect(readdirSync(folder)).toEqual([other]);
  expect(existsSync(join(folder, one))).toBe(false);
});

test.each(['../secret.webp', '', 'x.webp', `${'0'.repeat(31)}/.webp`, `${'0'.repeat(32)}.webp/..`])(
  'an invalid name reads no file: %j',
  (name) => {
    const { pictures } = open();
    stored(pictures, smallWebp);
    expect(pictures.read(name)).toBeNull();
  },
);

/** Parts of a RIFF file with their lengths, at even offsets. */
const riff = (...chunks: readonly (readonly [kind: string, content: Buffer])[]): Buffer => {
  const body = Buffer.concat(
    chunks.map(([kind, content]) => {
      const head = Buffer.alloc(8);
      head.write(kind, 'latin1');
      head.writeUInt32LE(content.length, 4);
      return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
    }),
  );
  const head = Buffer.from('RIFF0000WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
};
const lossless = Buffer.from(smallWebp).subarray(20, 33);
const still = Buffer.alloc(10);
const moving = Buffer.from(still);
moving.writeUInt8(0x02, 0);
const huge = Buffer.from(still);
huge.writeUIntLE(4_096, 4, 3);

test('a still picture is accepted', () => {
  expect(isPlainWebp(riff(['VP8L', lossless]))).toBe(true);
  expect(isPlainWebp(riff(['VP8X', still], ['VP8L', lossless]))).toBe(true);
});

test.each<[string, Uint8Array]>([
  ['nothing', Buffer.alloc(0)],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex')],
  ['a picture followed by HTML', Buffer.concat([smallWebp, Buffer.from('<script>alert(1)</script>')])],
  ['a cut-off picture', Buffer.from(smallWebp).subarray(0, 32)],
  ['a part with a length beyond the end', riff(['VP8L', lossless]).fill(0xff, 16, 20)],
  ['an animated picture', riff(['VP8X', moving], ['VP8L', lossless])],
  ['a picture with EXIF data', riff(['VP8X', still], ['VP8L', lossless], ['EXIF', Buffer.from('home')])],
  ['two pictures', riff(['VP8L', lossless], ['VP8L', lossless])],
  ['a file without a picture', riff(['VP8X', still], ['ICCP', Buffer.alloc(8)])],
  ['a picture with a side of 4,097 pixels', riff(['VP8X', huge], ['VP8L', lossless])],
  ['more than 1 MB', riff(['VP8L', Buffer.concat([lossless, Buffer.alloc(webpMaxBytes)])])],
])('is refused as a picture: %s', (_what, bytes) => {
  expect(isPlainWebp(bytes)).toBe(false);
  expect(open().pictures.keep(bytes)).toMatchObject({ ok: false, error: { code: 'invalid' } });
});
