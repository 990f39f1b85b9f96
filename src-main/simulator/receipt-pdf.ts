import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type PDFDocument from 'pdfkit';
import type { Words } from './receipt-format.ts';
import { type Line, receiptLines, wordsOf } from './receipt-lines.ts';
import { codeModules } from './receipt-page.ts';

/** In points of a 72nd of an inch: A5, which a phone shows well and any printer prints. */
const page = { width: 419.53, height: 595.28, margin: 40, footer: 28 };
const width = page.width - 2 * page.margin;
const bottom = page.height - page.margin - page.footer;
const sizes = { mark: 13, title: 16, heading: 9, line: 10, small: 8.5, sum: 15 } as const;
const codeSide = 120;

/** The same distance from here in src-main and from the bundle in dist. */
const fontFile = join(import.meta.dirname, '../../assets/fonts/NotoSans-Regular.ttf');

/** What the font has no glyph for: other scripts and pictures. Nothing is left out without a sign. */
const strange =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/gu;
const printable = (content: string): string =>
  content.replaceAll(strange, '\uFFFD').replaceAll(/[\p{Cc}\p{Cs}]/gu, (sign) => (sign === '\n' ? sign : ' '));

type Paper = InstanceType<typeof PDFDocument>;

function need(paper: Paper, height: number): void {
  if (paper.y + height > bottom && paper.y > page.margin) paper.addPage();
}

function writeCode(paper: Paper, content: string): void {
  const modules = codeModules(content);
  if (modules === null) return;
  need(paper, codeSide);
  const [side, x0, y0] = [codeSide / modules.size, page.margin + (width - codeSide) / 2, paper.y];
  for (const [index, isDark] of modules.data.entries()) {
    if (isDark === 0) continue;
    paper.rect(x0 + (index % modules.size) * side, y0 + Math.floor(index / modules.size) * side, side, side);
  }
  paper.fill('#000000');
  paper.y = y0 + codeSide + 8;
}

function write(paper: Paper, look: keyof typeof sizes, { text: said, value: saidRight }: Line): void {
  const [text, value] = [printable(said), printable(saidRight ?? '')];
  paper.fontSize(sizes[look]).fillColor('#1d2320');
  // The value may have up to 60 % of the width.
  const right = Math.min(paper.widthOfString(value) + 1, width * 0.6);
  const left = width - (value === '' ? 0 : right + 12);
  if (look === 'heading') paper.y += 10;
  need(paper, Math.max(paper.heightOfString(text, { width: left }), paper.heightOfString(value, { width: right })));
  const [top, pages] = [paper.y, paper.bufferedPageRange().count];
  if (value !== '') paper.text(value, page.margin + width - right, top, { width: right, align: 'right' });
  const end = paper.y;
  paper.text(text, page.margin, top, { width: left });
  // A text longer than a page goes on on the next one, and everything after it follows there.
  if (paper.bufferedPageRange().count === pages) paper.y = Math.max(end, paper.y);
}

function numberPages(paper: Paper): void {
  const { start, count } = paper.bufferedPageRange();
  for (let index = start; index < start + count && count > 1; index += 1) {
    paper.switchToPage(index);
    paper.page.margins.bottom = 0;
    paper
      .fontSize(8)
      .text(`${index - start + 1} / ${count}`, page.margin, page.height - page.margin, { width, align: 'center' });
  }
}

/** What was made of a stored receipt, by its language: it holds the tills up while it is made. */
const made = new WeakMap<object, Map<string, Promise<Buffer>>>();

/** The lines of the page behind the receipt's address, on pages of A5. `at`: when it is made. */
export function receiptPdf(body: object, extensionKey: string, acceptLanguage: string, at: number): Promise<Buffer> {
  const words = wordsOf(body, extensionKey, acceptLanguage);
  const known = made.get(body) ?? new Map<string, Promise<Buffer>>();
  made.set(body, known);
  const before = known.get(words.locale);
  if (before !== undefined) return before;
  const pdf = makePdf(receiptLines(body, extensionKey, words), words, at);
  known.set(words.locale, pdf);
  return pdf;
}

async function makePdf(lines: readonly Line[], words: Words, at: number): Promise<Buffer> {
  // Loaded for the first PDF: it takes longer than the rest of the service.
  const { default: PDFDocument } = await import('pdfkit');
  const paper = new PDFDocument({
    size: [page.width, page.height],
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.margin + page.footer },
    // No font of the library's own: it would read files that a bundle does not have.
    font: '',
    bufferPages: true,
    lang: words.locale.slice(0, 2),
    displayTitle: true,
    info: { Title: words.receipt, Creator: 'Receipt Companion', Producer: 'PDFKit', CreationDate: new Date(at) },
  });
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  paper.registerFont('regular', readFileSync(fontFile)).font('regular');
  for (const line of lines) {
    if (line.look === 'code') writeCode(paper, line.text);
    else write(paper, line.look, line);
  }
  numberPages(paper);
  return new Promise((resolve) => {
    paper.on('end', () => resolve(Buffer.concat(chunks)));
    paper.end();
  });
}
