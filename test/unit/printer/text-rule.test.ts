import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { printedLines } from '../../../src-main/printer/printed-lines.ts';
import noReceipts from '../../fixtures/prints/no-receipts.json' with { type: 'json' };
import shops from '../../fixtures/prints/shops.json' with { type: 'json' };
import { judged, settings } from './judged.ts';
import { encoderJob, type ShopLanguage, shopLanguages } from './made-receipts.ts';

const judgedText = async (text: string, given: Parameters<typeof judged>[1] = {}) => {
  const [only] = await judged(iconv.encode(text, 'cp858'), given);
  return only ?? expect.fail('The text is no print.');
};

const receipt = `Café am Markt
Bon-Nr: 184  26.11.2026 14:05
2 x Espresso     2,60     5,20
Torte                    15,15
SUMME EUR                20,35
Gegeben bar              50,00
Rückgeld                 29,65
`;
/** Text at the end is far from the first lines, so an excluding word counts there only alone on its line. */
const long = receipt.replace('Torte', `${'Wasser  0,00\n'.repeat(9)}Torte`);

const instead = (line: string, replacement: string): string => {
  expect(receipt).toContain(line);
  return receipt.replace(line, replacement);
};
const paid = 'Gegeben bar              50,00\nRückgeld                 29,65';
const withPayment = (lines: string): string => instead(paid, lines);

describe('a text', () => {
  test('with very many groups of digits on one line is read as one line without amounts', () => {
    expect(printedLines('111 '.repeat(125_000), settings.printer, 'EUR')).toMatchObject([{ amounts: [] }]);
  });

  test('yields the number, date, total, payment and VAT of the receipt', async () => {
    const { verdict, bill, issues } = await judgedText(withPayment(`20,00 %    16,96    3,39    20,35\n${paid}`));
    expect(verdict.reason).toBe('text');
    expect(bill).toMatchObject({
      head: { number: '184', date: '2026-11-26T14:05:02+00:00' },
      data: {
        ...{ currency: 'EUR', fullAmountInclVat: 20.35 },
        paymentTypes: [{ name: 'Gegeben bar', amount: 20.35, 'extension:service': { type: 'Cash' } }],
        vatAmounts: [{ percentage: 20, inclVat: 20.35, exclVat: 16.96, vat: 3.39 }],
      },
      security: {},
    });
    expect(Object.keys(bill ?? {})).toEqual(['head', 'data', 'security', 'misc']);
    expect(issues).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['change', receipt, 'text'],
    ['a card payment', withPayment('Kartenzahlung  20,35'), 'text'],
    ['a payment below its label', withPayment('Kartenzahlung\n     20,35 EUR'), 'text'],
    ['a total below its label', instead('SUMME EUR                20,35', 'SUMME\n   20,35 EUR'), 'text'],
    ['a spaced label', instead('SUMME EUR', 'S U M M E'), 'text'],
    ['dots before the amount', instead('SUMME EUR                20,35', 'SUMME...............20,35'), 'text'],
    ['an included tax', instead('SUMME EUR  ', 'Summe inkl. MwSt'), 'text'],
    ['the same total twice', `${receipt}Gesamtbetrag  20,35\n`, 'text'],
    ['a number of items in brackets behind the label', instead('SUMME EUR', 'SUMME (2 Artikel)'), 'text'],
    ['a number of items as French shops print it', 'Vin 20,35\nTOTAL (3 articles)  20,35\nCB 20,35', 'text'],
    ['a number of items cut by its column', 'Vin 20,35\nTOTAL TTC (3 article     20,35\ns)\nCB 20,35', 'text'],
    ['an item named like a payment', '1 x Chocolate bar 20,35\nAmount due 20,35\nVisa 20,35', 'text'],
    [
      'a number of items, and a reduction behind its total',
      withPayment('Aktion -5,00\nBar 20,35').replace('SUMME EUR', 'SUMME (2 Artikel)'),
      'not-confirmed',
    ],
    ['a number of items at the subtotal only', instead('SUMME EUR', 'Zwischensumme (2 Artikel)'), 'no-total'],
    ['a number without brackets', instead('SUMME EUR', 'Summe 2 Artikel'), 'no-total'],
    ['an amount in the brackets', instead('SUMME EUR', 'SUMME (2,00 Artikel)'), 'no-total'],
    ['a subtotal', instead('SUMME EUR', 'Zwischensumme 22,35\nRabatt   -2,00\nSUMME EUR'), 'text'],
    ['a date of yesterday', instead('26.11.2026', '25.11.2026'), 'text'],
    ['a month in words', instead('26.11.2026', '26. November 2026'), 'text'],
    ['no date', instead('26.11.2026 14:05', ''), 'text'],
    ['a best-before date', instead('Torte', 'mind. haltbar 01.02.2027\nTorte'), 'text'],
    ['separated thousands', '1 Rad  1.234,50\nSumme  1.234,50\nKarte 1.234,50', 'text'],
    ['thousands with a space', '1 Rad  1 234,50\nSumme  1 234,50\nKarte 1 234,50', 'text'],
    ['thousands with a space of another code page', '1 Rad  1á234,50\nSumme  1á234,50\nKarte 1á234,50', 'no-item'],
    ['thousands with a space in UTF-8', '1 Rad  1ÔÇ»234,50\nSumme  1ÔÇ»234,50\nKarte 1ÔÇ»234,50', 'no-item'],
    ['thousands with UTF-8 on a Windows page', '1 Rad  1Â 234,50\nSumme  1Â 234,50\nKarte 1Â 234,50', 'no-item'],
    ['a minus sign in UTF-8', 'Retoure\nTorte ÔêÆ20,35\nSumme ÔêÆ20,35\nBar ÔêÆ20,35', 'no-item'],
    ['a minus sign of another code page', 'Retoure\nTorte û20,35\nSumme û20,35\nBar û20,35', 'no-item'],
    ['a minus sign that the till replaced', 'Retoure\nTorte ?20,35\nSumme ?20,35\nBar ?20,35', 'no-item'],
    ['a refund', 'Retoure\nTorte -20,35\nSumme -20,35\nBar -20,35', 'text'],
    ['no payment', withPayment(''), 'not-confirmed'],
    ['another payment', withPayment('Karte  20,00'), 'not-confirmed'],
    ['change that does not fit', withPayment('Gegeben 50,00\nRückgeld 29,66'), 'not-confirmed'],
    ['two different changes', withPayment('Gegeben 50,00\nRückgeld 29,65\nZurück 1,00'), 'not-confirmed'],
    ['a payment before the total', 'Bar 20,35\nTorte 20,35\nSumme 20,35', 'not-confirmed'],
    ['the sum of its lines as only confirmation', withPayment('Netto 16,96\nMwSt 3,39'), 'not-confirmed'],
    [
      'a later total, and a payment of the first one',
      withPayment('Abzug  -5,00\nZu zahlen  15,35\nBar  20,35'),
      'not-confirmed',
    ],
    ['a part paid by card, and the rest', withPayment('Visa 5,35\nZu zahlen 15,00\nBar 15,00'), 'not-confirmed'],
    ['a part paid in an unknown way', withPayment('Sodexo 5,35\nZu zahlen 15,00\nBar 15,00'), 'not-confirmed'],
    ['a discount behind its first total', withPayment('Rabatt 5,35\nZu zahlen 15,00\nBar 15,00'), 'text'],
    ['two reductions', withPayment('Rabatt -5,34\nRundung -0,01\nZu zahlen 15,00\nBar 15,00'), 'text'],
    ['loyalty points', withPayment('Punkte 5,35\nZu zahlen 15,00\nBar 15,00'), 'not-confirmed'],
    ['a discount for points', withPayment('Rabatt Punkte 5,35\nZu zahlen 15,00\nBar 15,00'), 'not-confirmed'],
    ['a deposit', withPayment('Anzahlung -5,35\nZu zahlen 15,00\nBar 15,00'), 'not-confirmed'],
    ['an unknown reduction', withPayment('Abzug -5,35\nZu zahlen 15,00\nBar 15,00'), 'not-confirmed'],
    ['a discount and a part paid', withPayment('Rabatt 1,00\nZu zahlen 15,00\nBar 15,00'), 'not-confirmed'],
    ['a smaller total without a reason', withPayment('Zu zahlen 15,00\nBar 15,00'), 'not-confirmed'],
    ['a tip before a larger total', withPayment('Trinkgeld 2,00\nZu zahlen 22,35\nVisa 22,35'), 'not-confirmed'],
    ['a tip of zero', withPayment('Trinkgeld 0,00\nZu zahlen 20,35\nVisa 20,35'), 'text'],
    ['a tip behind its payment', withPayment('Visa 20,35\nTrinkgeld 2,00'), 'text'],
    ['a second receipt with the same total', receipt + receipt, 'ambiguous'],
    ['a smaller receipt behind it', `${receipt}Tee 9,00\nSumme 9,00\nBar 9,00`, 'ambiguous'],
    [
      'a larger receipt right behind its payment',
      withPayment('Bar 20,35\nTee 25,00\nSumme 25,00\nBar 25,00'),
      'ambiguous',
    ],
    ['its payment printed again', `${receipt}Summe 20,35\nGegeben bar 50,00\n`, 'text'],
    ['two confirmed totals', withPayment('Bar 20,35\nSumme  9,00\nBar 9,00'), 'ambiguous'],
    ['a subtotal only', instead('SUMME EUR', 'Zwischensumme'), 'no-total'],
    ['a net total only', instead('SUMME EUR', 'Summe netto'), 'no-total'],
    ['a number of items only', instead('SUMME EUR', 'Summe Artikel'), 'no-total'],
    ['the tax only', instead('SUMME EUR', 'Summe MwSt'), 'no-total'],
    ['a negative total', 'Torte -20,35\nSumme -20,35\nBar -20,35', 'no-total'],
    ['a total of zero', 'Torte 0,00\nSumme 0,00\nBar 0,00', 'no-total'],
    ['no item', 'Kartenzahlung\nBetrag EUR 20,35\nTotal 20,35\nVisa 20,35', 'no-item'],
    ['a date of another day', instead('26.11.2026', '24.11.2026'), 'other-day'],
    ['a date of another day with its month in words', instead('26.11.2026', '24. Nov. 2026'), 'other-day'],
    ['a date of tomorrow', instead('26.11.2026', '27.11.2026'), 'other-day'],
    ['another currency', receipt.replaceAll(/(\d\d,\d\d)$/gm, '$1 CHF').replace('EUR', ''), 'other-currency'],
    ['another sign at the total', instead('SUMME EUR', 'SUMME £'), 'other-currency'],
    [
      'the same total in another currency',
      instead('SUMME EUR', 'SUMME £                20,35\nSUMME'),
      'other-currency',
    ],
    ['its value in another currency, too', `${receipt}Total CHF  19,40\n`, 'text'],
    ['a reduction behind its total', withPayment('Aktion -5,00\nEndpreis 15,35\nBar 20,35'), 'not-confirmed'],
    ['an amount in unknown words behind the cash', withPayment('Bar 20,35\nHerausgabe 5,00'), 'not-confirmed'],
    ['three decimals', '1 Rad  40.000\nSumme  40.000\nBar  40.000', 'no-item'],
    ['equal separators', '1 Rad  1.234.50\nSumme  1.234.50\nBar  1.234.50', 'no-item'],
    ['a word that excludes it', `Zwischenrechnung\n${receipt}`, 'excluded-word'],
    ['the word copy', `${long}*** KOPIE ***`, 'excluded-word'],
    ['an excluding word in a sentence below', `${long}Kommen Sie zum Training am Montag`, 'text'],
    ['a card number', `${receipt}4111 1111 1111 1111`, 'card-number'],
    ['only a line of hyphens', '----------', 'not-recognised'],
  ])('with %s gets the result $2', async (_name, text, reason) => {
    const { verdict } = await judgedText(text);
    expect([verdict.reason, verdict.facts !== null]).toEqual([reason, reason === 'text']);
  });

  test.each([
    ['Bar 20,35', [{ name: 'Bar', cents: 2035, type: 'Cash' }]],
    ['Visa  20,35', [{ name: 'Visa', cents: 2035, type: 'CardPayment' }]],
    ['Bar 50,00\nRückgeld 29,65', [{ name: 'Bar', cents: 2035, type: 'Cash' }]],
    ['Geg. BAR           EUR     20,35', [{ name: 'Geg. BAR', cents: 2035, type: 'Cash' }]],
    ['Bezahlt 20,35', null],
    ['Bar 20,35\nKarte 20,35', null],
  ])('a text with the payment %j has the payments %j', async (lines, payments) => {
    const { verdict } = await judgedText(withPayment(lines));
    expect([verdict.reason, verdict.facts?.payments]).toEqual(['text', payments]);
  });

  test('has no payments if its payment is neither cash nor card', async () => {
    const { verdict } = await judgedText(long.replace(paid, 'Gutschein 20,35'));
    expect([verdict.reason, verdict.facts?.payments]).toEqual(['text', null]);
  });

  test.each([
    ['two values', 'Bon-Nr: 185'],
    ['two labels', 'Rechnungsnummer 77'],
  ])('a text with %s of a receipt number has no number and is identified by its bytes', async (_name, line) => {
    const { verdict } = await judgedText(`${receipt}${line}\n`);
    expect([verdict.reason, verdict.facts?.number]).toEqual(['text', null]);
  });

  test('has no VAT if its VAT rows do not add up to the total', async () => {
    const rows = withPayment(`20,00 %    10,00    2,00    12,00\n${paid}`);
    expect((await judgedText(rows)).verdict.facts?.vatAmounts).toBeNull();
  });

  test('is confirmed by its VAT rows only with the setting `vatConfirmsTotal`', async () => {
    const rows = withPayment('20,00 %    16,96    3,39    20,35');
    expect((await judgedText(rows)).verdict.reason).toBe('not-confirmed');
    expect((await judgedText(rows, { vatConfirmsTotal: true })).verdict.reason).toBe('text');
  });

  test("follows the shop's own words", async () => {
    const own = instead('SUMME EUR', 'Zahlschuld');
    expect((await judgedText(own)).verdict.reason).toBe('no-total');
    expect((await judgedText(own, { totalWords: ['Zahlschuld'] })).verdict.reason).toBe('text');
    expect((await judgedText(receipt, { neverWords: ['café AM markt'] })).verdict.reason).toBe('excluded-word');
  });

  test('is refused after three prints with a code', async () => {
    expect((await judgedText(receipt, { codesSeen: 3 })).verdict.reason).toBe('no-code');
    expect((await judgedText(receipt, { codesSeen: 2 })).verdict.reason).toBe('text');
  });
});

const money = (language: ShopLanguage, text: string): string => (language === 'en' ? text : text.replace('.', ','));

/** Prints that are no receipts and look as much like one as possible. */
function noReceipt(language: ShopLanguage, kind: keyof (typeof noReceipts)['de']): readonly string[] {
  const words = shops[language];
  const title = noReceipts[language][kind];
  const line = (label = '', amount = '20.35'): string => `${label.padEnd(30)}${money(language, amount)}`;
  const head = [words.shop[0] ?? '', title, '26.11.2026 14:05'];
  const items = [line(words.items[0], '5.20'), line(words.items[1], '15.15')];
  const total = line(words.total[0]);
  const payment = line(words.cash[0]);
  const card = line(words.card[0]);
  const bodies: Readonly<Record<typeof kind, readonly string[]>> = {
    dayEnd: [line('A', '12.00'), line('B', '8.35'), total, payment],
    card: [`Terminal 65012345  Trace 004711`, '############1234', total, card],
    interim: [...items, total],
    kitchen: words.items.slice(0, 3).map((item) => `2 x ${item}`),
    order: [...items, total],
    copy: [...items, total, payment],
    training: [...items, total, payment],
    void: [...items, total, payment],
    voucher: [line(words.voucher, '20.35'), total, payment],
    payIn: [line('1', '20.35'), total, payment],
    delivery: [...items, total],
  };
  return [...head, ...bodies[kind]];
}

const kinds = Object.keys(noReceipts.de) as (keyof (typeof noReceipts)['de'])[];
const all = shopLanguages.flatMap((language) => kinds.map((kind) => [language, kind] as const));

test.each(all)('a print that is no receipt is refused: %s, %s', async (language, kind) => {
  const [print] = await judged(encoderJob(noReceipt(language, kind)));
  expect(print?.verdict.facts).toBeNull();
  expect(['excluded-word', 'no-item', 'no-total', 'not-confirmed']).toContain(print?.verdict.reason);
});

test('a day end whose cash equals its total is refused after three prints with a code', async () => {
  const [print] = await judged(encoderJob(noReceipt('de', 'dayEnd')), { codesSeen: 3 });
  expect(print?.verdict.reason).toBe('no-code');
});
