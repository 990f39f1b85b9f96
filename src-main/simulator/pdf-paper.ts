import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';

/** In points of a 72nd of an inch: A5, which a phone shows well and any printer prints. */
const page = { width: 419.53, height: 595.28, margin: 40, footer: 28 };
const ink = { text: '#1d2320', soft: '#5d6661', line: '#b9b5a8', accent: '#1f5c4a', mark: '#8a3b12' };

/** The same distance from here in src-main and from the bundle in dist. */
const fontFolder = join(import.meta.dirname, '../../assets/fonts');
const fontFiles = { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-SemiBold.ttf', mono: 'NotoSansMono-Regular.ttf' };
const fonts = new Map<string, Buffer>();

function fontBytes(name: string): Buffer {
  const bytes = fonts.get(name) ?? readFileSync(join(fontFolder, name));
  fonts.set(name, bytes);
  return bytes;
}

export type Colour = keyof typeof ink;
export interface Type {
  readonly font?: keyof typeof fontFiles;
  readonly size?: number;
  readonly colour?: Colour;
  readonly align?: 'left' | 'center' | 'right';
}

/** Writes downwards and goes on on a new page where one is full. All lengths in points. */
export interface Paper {
  /** Of the column, within its indent. */
  readonly width: number;
  readonly left: number;
  text(content: string, type?: Type): void;
  /** Texts side by side, each in a width of its own; the tallest decides where it goes on. */
  columns(cells: readonly { readonly text: string; readonly width: number; readonly type?: Type }[], gap: number): void;
  widthOf(content: string, type?: Type): number;
  space(height: number): void;
  /** Makes sure that so much fits on this page. */
  need(height: number): void;
  line(): void;
  /** A box around what `inside` writes; none where it does not fit on one page. */
  box(colour: Colour, inside: () => void): void;
  /** Squares of `side`, by their place in a grid; `size` squares in a row. */
  squares(size: number, side: number, isDark: (x: number, y: number) => boolean): void;
  indented(by: number, inside: () => void): void;
  /** Numbers the pages and gives the document. */
  finish(): Promise<Buffer>;
}

/** What the fonts have no glyph for: other scripts and pictures. Nothing is left out without a sign. */
const strange =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/gu;
const printable = (content: string): string =>
  content.replaceAll(strange, '\uFFFD').replaceAll(/[\p{Cc}\p{Cs}]/gu, (sign) => (sign === '\n' ? sign : ' '));

export function startPaper(info: { readonly title: string; readonly language: string; readonly at: number }): Paper {
  const document = new PDFDocument({
    size: [page.width, page.height],
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.margin + page.footer },
    // No font of the library's own: it would read files that a bundle does not have.
    font: '',
    bufferPages: true,
    lang: info.language,
    displayTitle: true,
    info: { Title: info.title, Creator: 'Receipt Companion', Producer: 'PDFKit', CreationDate: new Date(info.at) },
  });
  for (const [name, file] of Object.entries(fontFiles)) document.registerFont(name, fontBytes(file));
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  let indent = 0;
  const left = (): number => page.margin + indent;
  const width = (): number => page.width - page.margin - left();
  const bottom = page.height - page.margin - page.footer;

  const use = ({ font = 'regular', size = 10, colour = 'text' }: Type = {}): void => {
    document.font(font).fontSize(size).fillColor(ink[colour]);
  };
  const heightOf = (content: string, type: Type | undefined, within: number): number => {
    use(type);
    return document.heightOfString(content, { width: within });
  };
  const need = (height: number): void => {
    const fits = document.y + height <= bottom || document.y <= page.margin;
    if (!fits) document.addPage();
  };

  const paper: Paper = {
    get width() {
      return width();
    },
    get left() {
      return left();
    },
    text: (content, type) => paper.columns([{ text: content, width: width(), ...(type && { type }) }], 0),
    columns: (cells, gap) => {
      const ready = cells.map((cell) => ({ ...cell, text: printable(cell.text) }));
      need(Math.max(...ready.map(({ text, type, width: within }) => heightOf(text, type, within))));
      const top = document.y;
      const firstPage = document.bufferedPageRange().count;
      let [x, end] = [left(), top];
      for (const { text, width: within, type } of ready) {
        use(type);
        // A text longer than a page goes on on the next one, and everything after it follows there.
        document.text(text, x, top, { width: within, align: type?.align ?? 'left' });
        end = document.bufferedPageRange().count > firstPage ? document.y : Math.max(end, document.y);
        x += within + gap;
      }
      document.y = end;
    },
    widthOf: (content, type) => {
      use(type);
      return document.widthOfString(printable(content));
    },
    space: (height) => {
      document.y += height;
    },
    need,
    line: () => {
      document
        .moveTo(left(), document.y)
        .lineTo(left() + width(), document.y)
        .dash(2, { space: 2 });
      document.lineWidth(0.6).stroke(ink.line).undash();
    },
    box: (colour, inside) => {
      const padding = 9;
      const top = document.y;
      document.y += padding;
      indent += padding;
      const before = document.bufferedPageRange().count;
      inside();
      indent -= padding;
      document.y += padding;
      if (document.bufferedPageRange().count > before) return;
      document
        .roundedRect(left(), top, width(), document.y - top, 5)
        .lineWidth(0.8)
        .stroke(ink[colour]);
      document.y += 6;
    },
    squares: (size, side, isDark) => {
      need(size * side);
      const [x0, y0] = [left() + (width() - size * side) / 2, document.y];
      for (let y = 0; y < size; y += 1) {
        for (let x = 0; x < size; x += 1) if (isDark(x, y)) document.rect(x0 + x * side, y0 + y * side, side, side);
      }
      document.fill('#000000');
      document.y = y0 + size * side;
    },
    indented: (by, inside) => {
      indent += by;
      inside();
      indent -= by;
    },
    finish: () => {
      const { start, count } = document.bufferedPageRange();
      for (let index = start; index < start + count && count > 1; index += 1) {
        document.switchToPage(index);
        document.page.margins.bottom = 0;
        use({ size: 8, colour: 'soft' });
        const label = `${index - start + 1} / ${count}`;
        document.text(label, page.margin, page.height - page.margin, {
          width: page.width - 2 * page.margin,
          align: 'center',
        });
      }
      return new Promise((resolve) => {
        document.on('end', () => resolve(Buffer.concat(chunks)));
        document.end();
      });
    },
  };
  return paper;
}
