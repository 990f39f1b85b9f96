import { createHash } from 'node:crypto';
import { createCharacters } from './characters.ts';
import { type CommandAt, commandAt, isPrefix, le16 } from './commands.ts';
import { type Align, createLines } from './lines.ts';
import { blackDots, columnPicture, createPictures, findCodes, pngOf, rasterPicture, storedPicture } from './picture.ts';
import type { PrintBytes, ReadPrint } from './print.ts';

const mostBase64Length = 700_000;
const pictureMostCharacters = 40;
const pictureLeastDots = 40_000;

const aligns: readonly Align[] = ['left', 'center', 'right'];
const usualTabs = Array.from({ length: 31 }, (_, index) => (index + 1) * 8);

const settingsAfterReset = (codePage: string) => ({
  characters: createCharacters(codePage),
  storedCode: null as string | null,
  stored: null as ReturnType<typeof storedPicture>,
  align: 'left' as Align,
  isDisplay: false,
  fontDots: 12,
  widthFactor: 1,
  tabs: usualTabs,
  /** The numbers of lines, pictures and codes on the paper when page mode began. */
  page: null as { readonly lines: number; readonly pictures: number; readonly codes: number } | null,
});

const createPaper = (codePage: string) => ({
  ...settingsAfterReset(codePage),
  codePage,
  lines: createLines(),
  pictures: createPictures(),
  codes: [] as string[],
  unknownCommands: 0,
});
type Paper = ReturnType<typeof createPaper>;

const mostCodes = 64;

function feed({ lines, pictures, align }: Paper): void {
  const hasDots = pictures.feed();
  if (lines.hasText()) pictures.setApart();
  // A line that consists only of dots is not a line of text.
  else if (hasDots) return;
  lines.feed(align);
}

const hasLine = ({ lines, pictures }: Paper): boolean => lines.hasText() || pictures.hasLine();

function beginPage(paper: Paper): void {
  paper.page = { lines: paper.lines.count(), pictures: paper.pictures.count(), codes: paper.codes.length };
}

/** `CAN`, `ESC S` and `ESC @` discard a page that was not printed. */
function dropPage(paper: Paper): void {
  const { page } = paper;
  if (page === null) return;
  paper.lines.forget(page.lines);
  paper.pictures.forget(page.pictures);
  paper.codes.length = page.codes;
}

function reset(paper: Paper): void {
  dropPage(paper);
  paper.lines.forget(paper.lines.count());
  paper.pictures.forget(paper.pictures.count());
  Object.assign(paper, settingsAfterReset(paper.codePage));
}

const setFont = (paper: Paper, isSmall: boolean): void => {
  paper.fontDots = isSmall ? 9 : 12;
};

function moveTo(paper: Paper, dots: number): void {
  paper.lines.moveTo(Math.round(dots / paper.fontDots));
}

/** Decodes the text of a code, which may be UTF-8 or have one byte per character. */
function codeText(data: Uint8Array): string {
  const text = Buffer.from(data).toString('utf8');
  return text.includes('\uFFFD') ? Buffer.from(data).toString('latin1') : text;
}

type Effect = (paper: Paper, parameters: Uint8Array) => void;
const first = (parameters: Uint8Array): number => parameters[0] ?? 0;

const effects: Readonly<Record<string, Effect>> = {
  'ESC @': reset,
  'ESC t': (paper, parameters) => paper.characters.selectPage(first(parameters)),
  'ESC R': (paper, parameters) => paper.characters.selectNational(first(parameters)),
  'FS &': (paper) => paper.characters.selectMultiByte('two bytes'),
  'FS .': (paper) => paper.characters.selectMultiByte(null),
  'FS ( C 48': (paper, [, , , , encoding]) =>
    paper.characters.selectMultiByte(encoding === 2 || encoding === 50 ? 'utf8' : null),
  'ESC =': (paper, parameters) => {
    paper.isDisplay = (first(parameters) & 1) === 0;
  },
  'ESC !': (paper, parameters) => {
    setFont(paper, (first(parameters) & 1) === 1);
    paper.widthFactor = (first(parameters) & 0x20) === 0 ? 1 : 2;
  },
  'ESC M': (paper, parameters) => setFont(paper, first(parameters) % 48 === 1),
  'GS !': (paper, parameters) => {
    paper.widthFactor = ((first(parameters) >> 4) & 7) + 1;
  },
  'ESC D': (paper, parameters) => {
    paper.tabs = [...parameters].filter((column) => column > 0);
  },
  'ESC a': (paper, parameters) => {
    paper.align = aligns[first(parameters) % 48] ?? 'left';
  },
  'ESC $': (paper, parameters) => moveTo(paper, le16(parameters, 0)),
  'ESC \\': (paper, parameters) => {
    const dots = le16(parameters, 0);
    moveTo(paper, paper.lines.column() * paper.fontDots + (dots < 0x8000 ? dots : dots - 0x10000));
  },
  ...Object.fromEntries(
    ['ESC J', 'ESC d', 'ESC e', 'ESC K', 'ESC W', 'GS $', 'GS \\', 'GS V'].map((name) => [name, feed]),
  ),
  'ESC L'(paper) {
    if (paper.page === null) beginPage(paper);
  },
  'ESC \f'(paper) {
    if (paper.page === null) return;
    feed(paper);
    beginPage(paper);
  },
  'ESC S': (paper) => {
    dropPage(paper);
    paper.page = null;
  },
  'ESC *': ({ pictures, lines, fontDots }, parameters) =>
    pictures.addToLine(columnPicture(parameters), lines.column() * fontDots),
  'GS v': (paper, parameters) => {
    if (hasLine(paper)) feed(paper);
    paper.pictures.add(rasterPicture(parameters));
  },
  'GS ( L store': (paper, parameters) => {
    const isLong = parameters[4] !== 112;
    paper.stored = storedPicture(parameters.subarray(isLong ? 7 : 5)) ?? paper.stored;
  },
  'GS ( L print': (paper) => {
    if (paper.stored !== null) paper.pictures.add(paper.stored);
    paper.stored = null;
  },
  'GS ( k 49 80': (paper, parameters) => {
    paper.storedCode = codeText(parameters.subarray(6));
  },
  'GS ( k 49 81': ({ storedCode, codes }) => {
    if (storedCode !== null && codes.length < mostCodes) codes.push(storedCode);
  },
};

function control(paper: Paper, byte: number): void {
  const { lines } = paper;
  if (byte === 0x0a) feed(paper);
  else if (byte === 0x09) lines.moveTo(paper.tabs.find((stop) => stop > lines.column()) ?? lines.column());
  else if (byte === 0x0c) {
    feed(paper);
    paper.page = null;
  } else if (byte === 0x18) dropPage(paper);
}

function apply(paper: Paper, { name, parameters }: CommandAt): void {
  if (name === '') paper.unknownCommands += 1;
  if (paper.isDisplay && name !== 'ESC =' && name !== 'ESC @') return;
  effects[name]?.(paper, parameters);
}

/** Returns the position of the next command or character. An incomplete command at the end has no effect. */
function step(paper: Paper, bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (isPrefix(byte)) {
    const command = commandAt(bytes, at);
    if (command.length < 0 || at + command.length > bytes.length) return bytes.length;
    apply(paper, command);
    return at + command.length;
  }
  if (byte < 0x20 || byte === 0x7f) {
    if (!paper.isDisplay) control(paper, byte);
    return at + 1;
  }
  const { text, bytes: count, columns } = paper.characters.read(bytes, at);
  if (!paper.isDisplay) paper.lines.put(text, paper.widthFactor * columns);
  return at + count;
}

function print(paper: Paper, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length && !paper.lines.isTooLong() && !paper.pictures.isTooLarge(); ) {
    at = step(paper, bytes, at);
  }
}

const isFiscal = (code: string): boolean => code.startsWith('V0;') || /^_R\d-/.test(code);

/** Reads the content of a print. It is linear in its input and throws only if the code reader cannot be loaded. */
export async function readPrint(
  { bytes, prelude, isTooLong: isJobTooLong }: PrintBytes,
  codePage: string,
): Promise<ReadPrint> {
  const paper = createPaper(codePage);
  print(paper, prelude);
  print(paper, bytes);
  if (hasLine(paper)) feed(paper);
  const { lines, pictures } = paper;
  const isUnread = isJobTooLong || lines.isTooLong() || pictures.isTooLarge();
  const bitmap = isUnread ? null : pictures.joined();
  const codes = [...paper.codes, ...(bitmap === null ? [] : await findCodes(bitmap))];
  const text = lines.text();
  const isPicture =
    bitmap !== null &&
    text.replaceAll(/\s/g, '').length < pictureMostCharacters &&
    blackDots(bitmap) > pictureLeastDots;
  const png = isPicture ? pngOf(bitmap) : null;
  const isPngTooLong = png !== null && Math.ceil(png.length / 3) * 4 > mostBase64Length;
  return {
    text,
    png: isPngTooLong ? null : png,
    codes: [...new Set(codes.filter(isFiscal))],
    isTooLong: isUnread || isPngTooLong,
    unknownCommands: paper.unknownCommands,
    hash: createHash('sha256').update(bytes).digest('hex'),
  };
}
