import { type Paper, startPaper, type Type } from './pdf-paper.ts';
import { languageOf } from './receipt-page.ts';
import { receiptParts } from './receipt-page-body.ts';
import { codeModules } from './receipt-page-qr.ts';
import { wordsFor } from './receipt-page-words.ts';
import type { Item, Part, RowLook, TextLook } from './receipt-parts.ts';

const soft: Type = { size: 8.5, colour: 'soft' };
const tag: Type = { font: 'bold', size: 8.5, colour: 'mark' };
const rowTypes: Readonly<Record<RowLook, Type>> = {
  '': {},
  soft,
  wrap: {},
  'soft wrap': soft,
  sum: { font: 'bold', size: 15 },
};
const textTypes: Readonly<Record<TextLook, Type>> = {
  plain: {},
  soft,
  free: {},
  paragraph: { ...soft, align: 'center' },
  'soft paragraph': soft,
};
const itemTypes: Readonly<Record<Item['look'], Type>> = { '': {}, note: soft, discount: { colour: 'accent' } };

/** A label and a value at the right edge, which may have up to 60 % of the width. */
function row(paper: Paper, label: string, value: string, type: Type): void {
  const gap = 12;
  const right = Math.min(paper.widthOf(value, type) + 1, paper.width * 0.6);
  const cells = [
    { text: label, width: paper.width - gap - right, type },
    { text: value, width: right, type: { ...type, align: 'right' } as const },
  ];
  paper.columns(cells, gap);
}

function table(paper: Paper, { heads, rows }: Extract<Part, { readonly kind: 'table' }>): void {
  const width = paper.width / (heads.length || 1);
  const cells = (texts: readonly string[], type: Type) =>
    texts.map((text, index) => ({ text, width, type: { ...type, align: index === 0 ? 'left' : 'right' } as const }));
  paper.columns(cells(heads, soft), 0);
  for (const texts of rows) paper.columns(cells(texts, { size: 9 }), 0);
}

const codeSide = 120;

/** As dense as its content asks for. */
function code(paper: Paper, content: string): void {
  const modules = codeModules(content);
  if (modules === null) return;
  paper.squares(modules.size, codeSide / modules.size, (x, y) => modules.data[y * modules.size + x] === 1);
  paper.space(8);
}

function item(paper: Paper, { look, parts }: Item): void {
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'row' && part.look === '') {
      row(paper, part.label, part.value, index === 0 ? itemTypes[look] : {});
    } else if (part.kind === 'list') paper.indented(12, () => write(paper, part));
    else write(paper, part);
  }
  paper.space(4);
}

function write(paper: Paper, part: Part): void {
  switch (part.kind) {
    case 'row':
      row(paper, part.label, part.value, rowTypes[part.look]);
      break;
    case 'text':
      paper.text(part.text, textTypes[part.look]);
      break;
    case 'tag':
      paper.text(part.text, tag);
      break;
    case 'mark':
      paper.text(part.title, { font: 'bold', size: 13, colour: 'mark', align: 'center' });
      paper.text(part.text, { size: 8.5, colour: 'mark', align: 'center' });
      paper.space(12);
      break;
    case 'head':
      paper.text(part.title, { font: 'bold', size: 16, align: 'center' });
      for (const inner of part.parts) {
        if (inner.kind === 'tag') paper.text(inner.text, { ...tag, align: 'center' });
        else write(paper, inner);
      }
      break;
    case 'section':
      paper.need(part.parts[0]?.kind === 'code' ? codeSide + 60 : 48);
      paper.space(9);
      paper.line();
      paper.space(9);
      if (part.title !== null) paper.text(part.title, { font: 'bold', size: 8.5, colour: 'soft' });
      for (const inner of part.parts) write(paper, inner);
      break;
    case 'list':
      for (const entry of part.items) item(paper, entry);
      break;
    case 'table':
      table(paper, part);
      break;
    case 'coupon':
      paper.need(80);
      paper.box('accent', () => {
        paper.text(part.title ?? '', { font: 'bold' });
        if (part.description !== null) paper.text(part.description);
        if (part.valid !== null) paper.text(part.valid, soft);
        paper.text(part.code ?? '', { font: 'mono', size: 11 });
      });
      break;
    case 'code':
      code(paper, part.text);
      break;
    case 'folded':
      paper.text(part.title, { font: 'bold', size: 8.5, colour: 'soft' });
      for (const inner of part.parts) write(paper, inner);
      break;
    case 'terms':
      for (const [name, value] of part.entries) {
        paper.text(name ?? '', { size: 8, colour: 'soft' });
        paper.text(value ?? '', { size: 8 });
      }
      break;
    case 'slip':
      paper.text(part.text, { font: 'mono', size: 8 });
      break;
    case 'footer':
      paper.space(9);
      paper.line();
      paper.space(9);
      paper.text(part.text, { align: 'center' });
      break;
  }
}

/** The same parts as the page behind the receipt's address, on pages of A5. `at`: when it is made. */
export async function receiptPdf(
  body: unknown,
  extensionKey: string,
  acceptLanguage: string,
  at: number,
): Promise<Buffer> {
  const words = wordsFor(languageOf(body, extensionKey), acceptLanguage);
  const paper = startPaper({ title: words.receipt, language: words.locale.slice(0, 2), at });
  for (const part of receiptParts(body, extensionKey, words)) write(paper, part);
  return paper.finish();
}
