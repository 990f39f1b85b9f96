import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { create as createQrCode } from 'qrcode';
import { transform } from 'receiptline';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import shops from '../../fixtures/prints/shops.json' with { type: 'json' };

/** Receipts of invented shops, printed by two encoders that are independent of the reader. */

export type ShopLanguage = keyof typeof shops;
export const shopLanguages = Object.keys(shops) as ShopLanguage[];

type VatRow = readonly [percent: number, gross: number, net: number, tax: number];

export type MadeReceipt = ReturnType<typeof madeReceipt>;

export type Chance = ReturnType<typeof chanceOf>;

export function chanceOf(seed: number) {
  const random = createSeededRandom(seed);
  const below = (count: number): number => Math.floor(random.fraction() * count);
  return {
    below,
    of: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    isOne: (part: number): boolean => below(part) === 0,
    bytes: random.bytes,
  };
}

const base64 = (chance: Chance, count: number): string => Buffer.from(chance.bytes(count)).toString('base64');

const plain = (cents: number, decimal: string): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`;

function shown(cents: number, language: ShopLanguage, grouped: boolean): string {
  const decimal = language === 'en' ? '.' : ',';
  const group = { de: '.', en: ',', es: '.', fr: ' ', pt: '.', sv: ' ' }[language];
  const text = plain(cents, decimal);
  return grouped ? text.replace(/\B(?=(\d{3})+(?!\d))/, group) : text;
}

const two = (value: number): string => String(value).padStart(2, '0');
const localIso = (ms: number): string => {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
};

const rates = {
  DE: [19, 7],
  AT: [20, 10, 13],
  none: { de: [19, 7], en: [20, 5], es: [21, 10], fr: [20, 10], pt: [23, 13], sv: [25, 12] },
};

export const tseCode = (chance: Chance, gross: readonly number[], now: number, payment = 'Bar'): string => {
  const total = gross.reduce((sum, cents) => sum + cents, 0);
  const data = `Beleg^${gross.map((cents) => plain(cents, '.')).join('_')}^${plain(total, '.')}:${payment}`;
  const [start, end] = [now - 50_000, now].map((ms) => new Date(ms - (ms % 1000)).toISOString());
  const key = Buffer.concat([Buffer.of(4), Buffer.from(chance.bytes(96))]).toString('base64');
  return `V0;955002-${chance.below(99)};Kassenbeleg-V1;${data};${chance.below(99_999)};${chance.below(999_999)};${start};${end};ecdsa-plain-SHA384;unixTime;${base64(chance, 96)};${key}`;
};

export const rksvCode = (chance: Chance, gross: readonly number[], now: number, number: string): string =>
  `_R1-AT1_KASSE-${chance.below(9)}_${number}_${localIso(now)}_${gross.map((cents) => plain(cents, ',')).join('_')}_${base64(chance, 8)}_${chance.below(2 ** 31).toString(16)}_${base64(chance, 8)}_${base64(chance, 64)}`;

const wide = 42;
const row = (left: string, right: string, filler = ' '): string =>
  `${left}${filler.repeat(Math.max(1, wide - left.length - right.length))}${right}`;

/** A picture with lines that look like text, and the code below. */
export function pictureDots(chance: Chance, code: string | null): { width: number; height: number; dots: Uint8Array } {
  const width = 576;
  const qr = code === null ? null : createQrCode(code, { errorCorrectionLevel: 'M' });
  const module = qr === null ? 0 : Math.max(3, Math.min(5, Math.floor(520 / qr.modules.size)));
  const textRows = 40 * 24;
  const height = Math.ceil((textRows + (qr?.modules.size ?? 0) * module + 64) / 8) * 8;
  const dots = new Uint8Array(width * height);
  for (let line = 0; line < 40; line += 1) {
    for (let column = 0; column < 40; column += 1) {
      if (chance.isOne(4)) continue;
      for (let y = 0; y < 18; y += 1) {
        for (let x = 0; x < 9; x += 1) {
          if (chance.isOne(2)) dots[(line * 24 + y) * width + 24 + column * 12 + x] = 1;
        }
      }
    }
  }
  for (let at = 0; qr !== null && at < qr.modules.data.length; at += 1) {
    if (!qr.modules.data[at]) continue;
    const [x, y] = [(at % qr.modules.size) * module + 24, Math.floor(at / qr.modules.size) * module + textRows + 32];
    for (let dy = 0; dy < module; dy += 1) dots.fill(1, (y + dy) * width + x, (y + dy) * width + x + module);
  }
  return { width, height, dots };
}

export function imageData({ width, height, dots }: ReturnType<typeof pictureDots>) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [at, dot] of dots.entries()) if (dot === 1) data.fill(0, at * 4, at * 4 + 3);
  return { width, height, data };
}

export const encoderJob = (
  lines: readonly string[],
  { code = null as string | null, picture = null as ReturnType<typeof pictureDots> | null, column = false } = {},
): Uint8Array => {
  const encoder = new ReceiptPrinterEncoder({
    printerModel: 'epson-tm-t88vi',
    columns: wide,
    imageMode: column ? 'column' : 'raster',
  });
  encoder.initialize().codepage('auto');
  for (const line of lines) {
    const isLarge = line.startsWith('^');
    if (isLarge) encoder.width(2).height(2).line(line.slice(1)).width(1).height(1);
    else encoder.line(line);
  }
  if (picture !== null) encoder.image(imageData(picture) as never, picture.width, picture.height, 'threshold');
  if (code !== null) encoder.qrcode(code, { size: 4, errorlevel: 'm' });
  return encoder.newline().cut().encode();
};

/** Escapes the characters that receiptline interprets. */
const escaped = (text: string): string =>
  text.replace(/[\\|{}"`~^_-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`).replaceAll(' ', '\\x20');

export const receiptlineJob = (
  lines: readonly string[],
  code: string | null,
  command: 'escpos' | 'generic' | 'epson',
): Uint8Array => {
  const text = lines.map((line) => {
    const isLarge = line.startsWith('^');
    const [, left = '', right] = /^(.*?)(?: {2,}(.*))?$/.exec(isLarge ? line.slice(1) : line) ?? [];
    const mark = isLarge ? '^^' : '';
    const cells = (right === undefined ? [left] : [left, right]).map((cell) =>
      cell === '' ? '' : mark + escaped(cell),
    );
    return `${cells.length === 1 ? `${cells[0]} |` : cells.join(' | ')}`;
  });
  const hex = code === null ? '' : [...code].map((sign) => `\\x${sign.charCodeAt(0).toString(16)}`).join('');
  const symbol = code === null ? [] : [`{code:${hex};option:qrcode,4,l}`];
  const job = transform([...text, ...symbol, '='].join('\n'), {
    command,
    cpl: wide,
    encoding: 'cp858',
    spacing: false,
  });
  return Buffer.from(job, 'latin1');
};

function drawItems(chance: Chance, language: ShopLanguage, money: (cents: number) => string, isLarge: boolean) {
  const words = shops[language];
  const gross = [0, 0];
  const lines: string[] = [];
  const count = 1 + chance.below(8);
  for (let index = 0; index < count; index += 1) {
    const quantity = chance.isOne(3) ? 2 + chance.below(4) : 1;
    const unit = 20 + chance.below(isLarge ? 180_000 : 4_000);
    const rate = index === 0 ? 0 : chance.below(2);
    gross[rate] = (gross[rate] ?? 0) + quantity * unit;
    const name = chance.of(words.items);
    lines.push(row(`${quantity} x ${name}`.slice(0, 30), `${money(quantity * unit)} ${'AB'.charAt(rate)}`));
    if (quantity > 1 && chance.isOne(2)) lines.push(`     ${quantity} x ${money(unit)}`);
  }
  const subtotal = (gross[0] ?? 0) + (gross[1] ?? 0);
  const discount = chance.isOne(4) ? Math.round((gross[0] ?? 0) / 10) : 0;
  gross[0] = (gross[0] ?? 0) - discount;
  return { gross, lines, subtotal, discount };
}

const layouts = 5;

/** Receipt number `index` of a seed. Any 240 consecutive ones contain every kind. */
export function madeReceipt(index: number, seed: number, now: number) {
  const chance = chanceOf(seed * 7_919 + index);
  const language = shopLanguages[index % 6] as ShopLanguage;
  const layout = Math.floor(index / 6) % layouts;
  const hasCode = Math.floor(index / 30) % 2 === 0;
  const isPicture = hasCode && Math.floor(index / 60) % 2 === 0;
  const country = hasCode ? (Math.floor(index / 120) % 2 === 0 ? 'DE' : 'AT') : null;
  const currency = !hasCode && (language === 'sv' || chance.isOne(6)) ? 'SEK' : 'EUR';
  const words = shops[language];
  const isGrouped = layout === 3;
  const money = (cents: number): string => shown(cents, language, isGrouped);
  const sum = drawItems(chance, language, money, isGrouped);
  const percents = country === null ? rates.none[language] : rates[country];
  const totalCents = sum.subtotal - sum.discount;
  const number = String(1 + chance.below(99_999));
  const vat = sum.gross.flatMap((gross, at): VatRow[] => {
    const percent = percents[at] ?? 0;
    const net = Math.round((gross * 100) / (100 + percent));
    return gross === 0 ? [] : [[percent, gross, net, gross - net]];
  });
  const places = [0, 1, 2, 3, 4].map((at) => sum.gross[at] ?? 0);
  const code =
    country === null
      ? null
      : country === 'DE'
        ? tseCode(chance, places, now, chance.isOne(3) ? 'Unbar' : 'Bar')
        : rksvCode(chance, places, now, number);
  const sign = currency === 'EUR' ? chance.of(['EUR', '€']) : chance.of(['SEK', 'kr']);
  const date = localIso(now);
  const printedDate = chance.of([
    `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)} ${date.slice(11, 16)}`,
    `${date.slice(0, 10)} ${date.slice(11, 19)}`,
    `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(2, 4)} ${date.slice(11, 16)}`,
  ]);
  const head = [chance.of(words.shop), chance.of(words.street), `${chance.of(words.number)}: ${number}`, printedDate];
  // The label in double width (layout 1) leaves no space for the number of items.
  const count = layout !== 1 && chance.isOne(4) ? ` (${sum.lines.length} ${words.articles})` : '';
  const label = chance.of(words.total) + count;
  const filler = layout === 4 ? '.' : ' ';
  const total = [
    row(`${label} ${sign}`, money(totalCents)),
    `^${label}  ${money(totalCents)}`,
    row(label, `${sign} ${money(totalCents)}`),
    row(label, `${money(totalCents)} ${sign}`),
    row(label, money(totalCents), filler),
  ][layout] as string;
  const subtotals = [
    row(chance.of(words.subtotal), money(sum.subtotal)),
    row(chance.of(words.discount), money(-sum.discount)),
  ];
  const vatTable = [
    row(`${chance.of(words.vat)} %   ${words.net}`, `${chance.of(words.vat)}   ${words.gross}`),
    ...vat.map(([percent, gross, net, tax]) =>
      layout % 2 === 0
        ? `${percent}%   ${money(net)}   ${money(tax)}   ${money(gross)}`
        : row(`${chance.of(words.vat)} ${percent},00 %`, `${money(gross)}  ${money(tax)}  ${money(net)}`),
    ),
  ];
  const given = Math.ceil((totalCents + 1) / 5_000) * 5_000;
  const payments = chance.of([
    [row(chance.of(words.cash), money(given), filler), row(chance.of(words.change), money(given - totalCents), filler)],
    [row(chance.of(words.card), money(totalCents))],
    [row(chance.of(words.cash), money(totalCents))],
  ]);
  const body = [...sum.lines, ...(sum.discount > 0 ? subtotals : []), '-'.repeat(wide), total];
  const isLate = layout === 1 || layout === 4;
  const lines = [
    ...(layout === 4 ? head.slice(0, 2) : head),
    '-'.repeat(wide),
    ...body,
    ...(isLate ? [...payments, ...vatTable] : [...vatTable, ...payments]),
    ...(layout === 4 ? head.slice(2) : []),
    chance.of(words.thanks),
  ];
  const picture = isPicture ? pictureDots(chance, code) : null;
  const isReceiptline = !isPicture && index % 2 === 1;
  const job = isReceiptline
    ? receiptlineJob(lines, code, chance.of(['escpos', 'generic', 'epson'] as const))
    : encoderJob(isPicture ? [] : lines, { code: isPicture ? null : code, picture, column: chance.isOne(2) });
  return { language, currency, code, country, isPicture, layout, totalCents, vat, number, lines, job };
}
