import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import iconv from 'iconv-lite';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import type { PrintBytes } from '../../../src-main/printer/print.ts';
import { createPrintSplitter } from '../../../src-main/printer/prints.ts';
import { codePages } from '../../../src-main/shared/print-view.ts';
import { drawnRandom, volume } from '../../fakes/drawn.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { now, readJob, splitJob } from './judged.ts';
import { chanceOf, encoderJob, madeReceipt, pictureDots, rksvCode } from './made-receipts.ts';

/** A job from hexadecimal digits and quoted text. */
const job = (text: string): Buffer =>
  Buffer.concat(
    [...text.matchAll(/"([^"]*)"|([\da-f]+)/g)].map(([, quoted, hex = '']) =>
      quoted === undefined ? Buffer.from(hex, 'hex') : Buffer.from(quoted, 'latin1'),
    ),
  );

const textOf = async (text: string, codePage?: string): Promise<string> =>
  (await readJob(job(text), codePage)).map((print) => print.text).join('---\n');

const cut = '1d5600';
const graphic = (rest: string, data: string): string =>
  `1d284c${job(rest + data)
    .length.toString(16)
    .padStart(2, '0')}00${rest}${data}`;

describe('the ends of prints', () => {
  test.each<[string, string, number]>([
    ['a cut', `"a"0a${cut}`, 1],
    ['the end of the connection', '"a"0a', 1],
    ['two cuts', `"a"0a1b69"b"0a1b6d`, 2],
    ['bytes behind the last cut', `"a"0a${cut}"b"`, 2],
    ['a cut with feed', '"a"1d564203"b"', 2],
    ['a cut inside a picture', `"a"0a1d76300003000100${cut}"b"0a${cut}`, 1],
    ['a cut inside a code', `"a"1d286b0600315030${cut}0a${cut}`, 1],
    ['a cut inside columns', `"a"1b2a010300${cut}0a${cut}`, 1],
    ['a drawer command', `1b700019fa${cut}`, 0],
    ['feed and status requests', `0a0a1004011d72011d4901${cut}`, 0],
    ['a stored logo', `1c700100${cut}`, 0],
    ['text for the display of the till', `1b3d02"TOTAL 20,35"1b3d01${cut}`, 0],
    ['text behind a reset that ends the text for the display', `1b3d02"TOTAL 20,35"1b40"a"0a${cut}`, 1],
    ['an incomplete picture', `"a"1d763000ffff0100"bcd"`, 1],
  ])('are found as expected with %s', (_name, text, count) => {
    expect(splitJob(job(text))).toHaveLength(count);
  });

  test('are found in a job that stores a code and cuts very often', () => {
    const code = Buffer.concat([job('1d286bffff315030'), Buffer.alloc(0xffff - 3, 'a')]);
    expect(splitJob(Buffer.concat([code, job(cut.repeat(50_000)), job('"a"0a')])).length).toBe(1);
  });

  test('do not depend on the chunks in which bytes arrive', () => {
    const random = drawnRandom();
    for (let index = 0; index < volume(200, 20); index += 1) {
      const parts = [0, 1, 2].map((at) => madeReceipt(index * 7 + at * 60, 5, now).job);
      const whole = Buffer.concat(parts);
      const prints = splitJob(whole);
      expect(prints.length).toBe(3);
      expect(splitJob(whole, 1 + Math.floor(random.fraction() * 700))).toEqual(prints);
    }
  });

  test('do not reset the character page and national set that an earlier print selected', async () => {
    const [utf8, fontOrder] = ['1c284302003002', '1c284303003c0000'];
    expect(await textOf(`1b401b74101b5202"a"0a${cut}"b [\x80"0a${cut}1b40"c ["0a`)).toBe('a\n---\nb Ä€\n---\nc [\n');
    const [, second] = splitJob(job(`1b74101b5202${utf8}"a"0a${fontOrder}1b3d021b74131b3d01${cut}"b"0a${cut}`));
    expect(Buffer.from(second?.prelude ?? []).toString('hex')).toBe(`1b74101b5202${utf8}1b3d01`);
  });

  const spoken = () => {
    const prints: PrintBytes[] = [];
    const clock = createManualClock();
    const splitter = createPrintSplitter({ clock, codesShown: () => 0, onPrint: (print) => prints.push(print) });
    const silence = (ms = 1_500): void => {
      splitter.allWritten();
      clock.advance(ms);
    };
    return { prints, splitter, silence };
  };

  test('are also found at a pause, but not inside the data of a command', () => {
    const { prints, splitter, silence } = spoken();
    silence();
    splitter.push(job('"a"0a1d763000'));
    silence();
    expect(prints).toEqual([]);
    splitter.push(job('01000100ff'));
    silence();
    expect(prints.map(({ bytes }) => bytes.length)).toEqual([11]);
  });

  test('are also found at a pause in which the till sends only status requests', () => {
    const { prints, splitter, silence } = spoken();
    for (let index = 0; index < 70; index += 1) {
      splitter.push(job('"a"0a'));
      for (let polls = 0; polls < 3; polls += 1) {
        silence(500);
        splitter.push(job('1004011d7201'));
      }
    }
    expect(prints.map(({ isTooLong }) => isTooLong)).toEqual(Array(70).fill(false));
  });

  test('are found only within the limits of a job; after a longer job the search waits for a pause', () => {
    const { prints, splitter, silence } = spoken();
    for (let index = 0; index < 70; index += 1) splitter.push(job(`"a"0a${cut}`));
    expect(prints.map(({ isTooLong }) => isTooLong)).toEqual([...Array(64).fill(false), true]);
    silence();
    splitter.push(job(`"a"0a${cut}`));
    splitter.push(new Uint8Array(4 * 1024 * 1024 + 1).fill(0x61));
    splitter.push(job(`"b"0a${cut}`));
    splitter.end();
    expect(prints.slice(65).map(({ isTooLong }) => isTooLong)).toEqual([false, true]);
  });
});

/** Each command of commands.json and commands.ts in src-main/printer, as Epson's reference describes it. */
const everyCommand = `
1b20 05|1b21 00|1b24 0a00|1b25 00|1b26 034142 01414141 02414141414141|1b2a 00 0200 4141|1b2a 21 0200 414141414141|1b2d 01|1b32|1b33 41
1b3c|1b3d 01|1b3f 41|1b40|1b42 4141|1b44 414200|1b45 41|1b47 41|1b4b 41|1b4d 00|1b52 00|1b53|1b54 00|1b55 41|1b56 00
1b61 00|1b6333 41|1b6335 41|1b65 01|1b66 0101|1b6f|1b70 004141|1b72 41|1b74 00|1b75 41|1b76|1b7b 00|1b2841 0300 414141
1c21 00|1c26|1c2841 0200 4141|1c2d 41|1c2e|1c32 4141 ${'41'.repeat(72)}|1c3f 4141|1c43 41|1c53 4141|1c57 00|1c67 31004141414102004141|1c67 320041414141ffff
1c70 0100|1c71 02 01000100 ${'41'.repeat(8)} 01000200 ${'41'.repeat(16)}
1d21 00|1d2845 0200 4141|1d286b 0300 314141|1d2a 0101 ${'41'.repeat(8)}|1d2f 00|1d384c 02000000 4141|1d3a|1d42 41|1d43 304141|1d43 31414141414141|1d43 324141
1d45 41|1d48 41|1d49 41|1d4c 0000|1d50 4141|1d51 30000200010041 41|1d54 41|1d57 ff01|1d5e 414141|1d61 41|1d62 41|1d63|1d66 41|1d67 30414141|1d68 41
1d6a 41|1d6b 00 414100|1d6b 04 414100|1d6b 49 03 414141|1d72 41|1d7630 00 0200 0100 4141|1d77 41|1d7a 304141
1004 01|1004 0701|1005 01|1014 010141|1014 02 0108|1014 03 4141414141|1014 0741|1014 08 41414141414141`
  .trim()
  .split(/[|\n]/);

describe('commands', () => {
  test('are skipped by their length', async () => {
    const prints = await Promise.all(everyCommand.map((command) => readJob(job(`${command}"X"0a`))));
    const read = prints.map(([print], index) => [everyCommand[index], print?.text.trim(), print?.unknownCommands]);
    expect(read).toEqual(everyCommand.map((command) => [command, 'X', 0]));
  });

  test('unknown commands are skipped as two bytes each, and counted', async () => {
    const [print] = await readJob(job('"a"1b7e"b"1d011c99"c"'));
    expect([print?.text, print?.unknownCommands]).toEqual(['abc\n', 3]);
  });
});

describe('characters', () => {
  test('have only encodings that exist', () => {
    expect(codePages.filter((name) => !iconv.encodingExists(name))).toEqual([]);
  });

  test.each([
    ['the page of the setting', '"\x81"', 'cp437', 'ü'],
    ['the page of a command', '1b7410"\xfc\x80"', 'cp437', 'ü€'],
    ['the euro of the Turkish page', '1b740d"\xd5"', 'cp437', '€'],
    ['the page of the setting after a reset', '1b74101b40"\x81"', 'cp437', 'ü'],
    ['an unknown page', '1b74ff"a\x81"', 'cp437', 'a\uFFFD'],
    ['a national set', '1b5202"[\\]{|}~"', 'cp437', 'ÄÖÜäöüß'],
    ['a Swedish national set', '1b5205"$@[\\]^`{|}~"', 'cp437', '¤ÉÄÖÅÜéäöåü'],
    ['two bytes', '1c26"\xc4\xe3\xba\xc3"1c2e"a"', 'gbk', '你好a'],
    ['two bytes from the start', '"\xb0\xa1"', 'euc-kr', '가'],
    ['one byte among two', '"\xb1\x82\xa0"', 'shiftjis', 'ｱあ'],
    ['UTF-8 by command', '1c2843020030021b40"x"1c284302003002"\xe2\x82\xac"', 'cp437', 'x€'],
    ['UTF-8 by setting', '"\xc3\xbc\xe2\x82\xac\xff"', 'utf8', 'ü€\uFFFD'],
    ['a byte without character', '1b7410"\x81a"', 'cp437', '\uFFFDa'],
    ['control characters', '"a"000708"b"7f"c"', 'cp437', 'abc'],
    ['a control character of a page', '1b7427"\x85a"', 'cp437', '\uFFFDa'],
  ])('are read with %s', async (_name, text, page, expected) => {
    expect(await textOf(text, page)).toBe(`${expected}\n`);
  });
});

describe('positions', () => {
  test.each([
    ['a tab', '"a"09"b"', 'a       b'],
    ['own tabs', '1b44040800"a"09"b"09"c"', 'a   b   c'],
    ['an absolute position', '"a"1b243c00"b"', 'a    b'],
    ['a position of the small font', '1b4d01"a"1b242d00"b"', 'a    b'],
    ['a position of the small font, chosen by a digit', '1b4d31"a"1b242d00"b"', 'a    b'],
    ['a relative position', '"a"1b5c2400"b"', 'a   b'],
    ['a position to the left', '"abc"1b240000"xyz"', '\uFFFD\uFFFD\uFFFD'],
    ['bold characters', '"abc"1b240000"abc"', 'abc'],
    ['double width', '1d2110"ab"1d2100"c"1b246000"d"', 'abc   d'],
    ['UTF-8', '1c284302003002"\xc3\xbc\xe2\x82\xac"1b243c00"b"', 'ü€   b'],
    ['two bytes', '1c26"\xc4\xe3"1c2e1b243c00"b"', '你   b'],
    ['text that was never printed', '"a"1b40"b"', 'b'],
    ['a page that was dropped', '"a"0a1b4c"20,35"0a18"b"0c', 'a\nb'],
    ['a page that was left', '"a"0a1b4c"20,35"0a1b53"b"', 'a\nb'],
    ['a page that was printed before it was left', '"a"0a1b4c"KOPIE"1b0c1b53"b"', 'a\nKOPIE\nb'],
    ['a printed page', '"a"0a1b4c"20,35"0a0c1b53"b"', 'a\n20,35\n\nb'],
  ])('become columns with %s', async (_name, text, expected) => {
    expect(await textOf(text)).toBe(`${expected}\n`);
  });

  test('are centred on the widest line, or on the usual paper', async () => {
    expect(await textOf('1b6101"ab"0a')).toBe(`${' '.repeat(20)}ab\n`);
    expect(await textOf('1b6101"ab"0a1b6102"cd"0a1b6100"0123456789"0a')).toBe('    ab\n        cd\n0123456789\n');
  });
});

const code = rksvCode(chanceOf(3), [2_035, 0, 0, 0, 0], now, '184');

describe('pictures', () => {
  const dots = pictureDots(chanceOf(4), code);
  /** The rows of the picture with one bit per dot. */
  const rows = (from: number, to: number): Buffer => {
    const bytes = Buffer.alloc(((to - from) * dots.width) / 8);
    for (let at = 0; at < bytes.length * 8; at += 1) {
      if (dots.dots[from * dots.width + at] === 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
    return bytes;
  };
  const le = (...values: readonly number[]): Buffer =>
    Buffer.from(values.flatMap((value) => [value & 255, value >> 8]));
  const stride = dots.width / 8;
  const bands = (height: number, band: (from: number, to: number) => Buffer): Buffer =>
    Buffer.concat(
      Array.from({ length: Math.ceil(dots.height / height) }, (_, index) =>
        band(index * height, Math.min((index + 1) * height, dots.height)),
      ),
    );
  const columns = (mode: number): Buffer =>
    bands(mode > 1 ? 24 : 8, (from) => {
      const bytes = mode > 1 ? 3 : 1;
      const data = Buffer.alloc(dots.width * bytes);
      for (let x = 0; x < dots.width; x += 1) {
        for (let y = 0; y < bytes * 8; y += 1) {
          const isBlack = from + y < dots.height && dots.dots[(from + y) * dots.width + x] === 1;
          const at = x * bytes + (y >> 3);
          if (isBlack) data[at] = (data[at] ?? 0) | (0x80 >> (y & 7));
        }
      }
      return Buffer.concat([Buffer.from([0x1b, 0x2a, mode]), le(dots.width), data, Buffer.from('\n')]);
    });
  const stored = (from: number, to: number): Buffer =>
    Buffer.concat([Buffer.from('0p0\x01\x011', 'latin1'), le(dots.width, to - from), rows(from, to)]);
  const jobs: Readonly<Record<string, Buffer>> = {
    'GS v 0': bands(200, (from, to) => Buffer.concat([Buffer.from('\x1dv0\0'), le(stride, to - from), rows(from, to)])),
    'GS ( L': bands(200, (from, to) => {
      const data = stored(from, to);
      return Buffer.concat([Buffer.from('\x1d(L'), le(data.length), data, job('1d284c02003032')]);
    }),
    'GS 8 L': bands(2_000, (from, to) => {
      const data = stored(from, to);
      return Buffer.concat([
        Buffer.from('\x1d8L'),
        le(data.length & 0xffff, data.length >> 16),
        data,
        job('1d284c02003032'),
      ]);
    }),
    'ESC * with 24 dots': columns(33),
  };

  test.each(Object.keys(jobs))(
    'pictures of %s become a PNG with the same dots, and their code is read',
    async (name) => {
      const [print, ...others] = await readJob(jobs[name] ?? Buffer.alloc(0));
      expect(others).toEqual([]);
      expect(print).toMatchObject({ text: '', codes: [code], isTooLong: false });
      const png = PNG.sync.read(Buffer.from(print?.png ?? []));
      expect(png.width).toBe(dots.width);
      const black = Uint8Array.from({ length: dots.dots.length }, (_, at) => (png.data[at * 4] === 0 ? 1 : 0));
      expect(Buffer.compare(black, dots.dots)).toBe(0);
    },
  );

  test('pictures of 8-dot columns have a code that is read', async () => {
    const [print] = await readJob(columns(1));
    expect(print?.codes).toEqual([code]);
  });

  test('a stored picture is drawn below the dots of an unfinished line', async () => {
    const line = Buffer.concat([Buffer.from([0x1b, 0x2a, 33]), le(dots.width), Buffer.alloc(3 * dots.width, 255)]);
    const [print] = await readJob(Buffer.concat([line, jobs['GS ( L'] ?? line]));
    const png = PNG.sync.read(Buffer.from(print?.png ?? []));
    expect([png.height, print?.codes]).toEqual([24 + dots.height, [code]]);
  });

  test('pictures of columns in single density are twice as wide as in double density', async () => {
    const [print] = await readJob(columns(32));
    expect(PNG.sync.read(Buffer.from(print?.png ?? [])).width).toBe(2 * dots.width);
  });

  test('pictures beside text are left out, and their code is read', async () => {
    const lines = [
      'Café am Markt',
      'Hauptplatz 1, 1010 Wien',
      'Espresso                             2,60',
      'Summe                                2,60',
    ];
    const [print] = await readJob(encoderJob(lines, { picture: dots }));
    expect(print).toMatchObject({ png: null, codes: [code] });
  });

  test.each([
    ['too wide', `1d763000990001${'00'.repeat(1 + 153 * 256)}`],
    ['too high', `1d76300001${'00'}c15d${'00'.repeat(0x5dc1)}`],
  ])('pictures that are %s exceed a limit', async (_name, text) => {
    const [print] = await readJob(job(text));
    expect(print).toMatchObject({ isTooLong: true, png: null });
  });

  test('pictures that do not compress exceed the limit of a PNG', async () => {
    const noise = Buffer.concat([Buffer.from('\x1dv0\0'), le(152, 5_000), Buffer.from(chanceOf(1).bytes(152 * 5_000))]);
    const [print] = await readJob(noise);
    expect(print).toMatchObject({ isTooLong: true, png: null });
  });
});

describe('codes', () => {
  const native = (data: string): string => `1d286b${(data.length + 3).toString(16).padStart(2, '0')}00315030"${data}"`;
  const print = '1d286b0300315130';
  test.each<[string, string, readonly string[]]>([
    ['printed', native(code) + print, [code]],
    ['printed twice', native(code) + print + print, [code]],
    ['only stored', `"a"${native(code)}`, []],
    ['stored before a cut and printed behind it', `"a"${native(code)}${cut}"b"${print}`, [code]],
    ['lost in a reset', `"a"${native(code)}1b40${print}`, []],
    ['that is a web address', native('https://example.com/V0;') + print, []],
    ['that is not the only one', native(code) + print + native('_R1-AT1_x') + print, [code, '_R1-AT1_x']],
  ])('are found or ignored as expected: a code %s', async (_name, text, codes) => {
    expect((await readJob(job(text))).flatMap((read) => read.codes)).toEqual(codes);
  });

  test('are read without a network', () => {
    const file = (name: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
    const script = `
      import net from 'node:net';
      import dns from 'node:dns';
      const refuse = () => { throw new Error('The network is closed.'); };
      globalThis.fetch = refuse;
      net.Socket.prototype.connect = refuse;
      dns.lookup = refuse;
      const { readJob, now } = await import(${file('judged.ts')});
      const { chanceOf, encoderJob, pictureDots, rksvCode } = await import(${file('made-receipts.ts')});
      const code = rksvCode(chanceOf(3), [2035, 0, 0, 0, 0], now, '184');
      const [print] = await readJob(encoderJob([], { picture: pictureDots(chanceOf(4), code) }));
      console.log(print.codes[0] === code);
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['true\n', '']);
  });
});

test('a graphic of another colour is not drawn', async () => {
  const [print] = await readJob(job(`"a"${graphic('3070300101"2"08000100', 'ff')}1d284c02003032`));
  expect(print).toMatchObject({ text: 'a\n', isTooLong: false });
});
