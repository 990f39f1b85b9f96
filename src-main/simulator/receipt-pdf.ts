import { type Line, receiptLines, wordsOf } from './receipt-text.ts';

/** In points of a 72nd of an inch: A5, which a phone shows well and any printer prints. A letter is 0.6 of its size. */
const page = { width: 420, height: 595, margin: 36, lineHeight: 12, fontSize: 9 };
const columns = Math.floor((page.width - 2 * page.margin) / (0.6 * page.fontSize));
const rows = Math.floor((page.height - 2 * page.margin) / page.lineHeight) - 2;

/** Where windows-1252 is not Latin-1: the signs of 0x80 to 0x9F. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** Encoded for the standard fonts of PDF. A character that they lack gets a replacement mark. */
const encoded = (text: string): string =>
  Array.from(text.normalize('NFC').replaceAll(/[\u2000-\u200a\u202f]/gu, '\u00a0'), (sign) => {
    if (upper.includes(sign)) return String.fromCharCode(0x80 + upper.indexOf(sign));
    return /^[ -~\u00a0-\u00ff]$/u.test(sign) ? sign : /^\p{Cc}$/u.test(sign) ? ' ' : '?';
  }).join('');

const pieces = new RegExp(`.{1,${columns}}(?: |$)|.{1,${columns}}`, 'g');
const wrapped = (text: string): readonly string[] =>
  text.split('\n').flatMap((part) => encoded(part).match(pieces) ?? ['']);

/** The texts at one height of a page, one each. */
function rowsOf({ look, text, value }: Line): readonly string[] {
  const [left, right] = [wrapped(text), value === '' ? [] : wrapped(value)];
  const [last = '', first = ''] = [left.at(-1), right[0]];
  const isOneRow = right.length === 1 && last.length + first.length < columns;
  const texts = isOneRow
    ? [...left.slice(0, -1), last + first.padStart(columns - last.length)]
    : [...left, ...right.map((part) => part.padStart(columns))];
  return look === 'heading' && text !== '' ? ['', ...texts] : texts;
}

const pagesOf = (drawn: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(drawn.length / rows) }, (_, at) => drawn.slice(at * rows, (at + 1) * rows));

const literal = (text: string): string => `(${text.replaceAll(/[\\()]/g, '\\$&')})`;

/** The operators that draw a page (ISO 32000-1, 9.4). */
function contentOf(drawn: readonly string[], number: string): string {
  const texts = [...drawn, ...Array<string>(rows - drawn.length + 1).fill('')].map((text) => `${literal(text)} Tj T*`);
  const start = `/R ${page.fontSize} Tf ${page.lineHeight} TL ${page.margin} ${page.height - page.margin} Td`;
  return `BT ${start}\n${texts.join('\n')}\n${literal(number)} Tj ET`;
}

/** Written by hand: a library with fonts of its own would block tills for 100 to 360 ms a receipt. */
export function receiptPdf(body: object, extensionKey: string, acceptLanguage: string, at: number): Buffer {
  const words = wordsOf(body, extensionKey, acceptLanguage);
  const pages = pagesOf(receiptLines(body, extensionKey, words).flatMap(rowsOf));
  const date = new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const firstPage = 5;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang ${literal(words.locale.slice(0, 2))} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ')}]
/MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /R 3 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(encoded(words.receipt))} /Creator (Receipt Companion) /CreationDate (D:${date}Z) >>`,
    ...pages.flatMap((drawn, index) => {
      const content = contentOf(drawn, pages.length === 1 ? '' : `${index + 1} / ${pages.length}`);
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${firstPage + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let written = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${written.length}\n%%EOF\n`;
  return Buffer.from(written + table + trailer, 'latin1');
}
