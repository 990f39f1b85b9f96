import { afterEach, describe, expect, test } from 'vitest';
import { readFiscalCode } from '../../../src-main/printer/fiscal-code.ts';
import { judge } from '../../../src-main/printer/judge.ts';
import type { ReadPrint } from '../../../src-main/printer/print.ts';
import { now, settings } from './judged.ts';
import { chanceOf, rksvCode, tseCode } from './made-receipts.ts';

const key = Buffer.concat([Buffer.of(4), Buffer.alloc(96, 9)]).toString('base64');
const signature = Buffer.alloc(96, 7).toString('base64');

const tseFields = {
  register: '955002-00',
  type: 'Kassenbeleg-V1',
  data: 'Beleg^12.90_7.45_0.00_0.00_0.00^20.35:Bar',
  transaction: '60',
  counter: '1326',
  start: '2026-11-26T14:04:12.000Z',
  end: '2026-11-26T14:05:02.000Z',
  algorithm: 'ecdsa-plain-SHA384',
  format: 'unixTime',
  signature,
  key: key as string | null,
};
const tse = (changes: Partial<typeof tseFields> = {}): string =>
  ['V0', ...Object.values({ ...tseFields, ...changes }).filter((field) => field !== null)].join(';');
const whole = tse();

const rksvFields = {
  zone: 'R1-AT1',
  register: 'KASSE-1',
  number: '184',
  time: '2026-11-26T15:05:02',
  amounts: '12,90_7,45_0,00_0,00_0,00',
  turnover: 'gKNc/2w=',
  certificate: '3e1f9a',
  chain: 'o2wQ4bE9c1k=',
  signature: Buffer.alloc(64, 5).toString('base64'),
};
const rksv = (changes: Partial<typeof rksvFields> = {}): string =>
  `_${Object.values({ ...rksvFields, ...changes }).join('_')}`;

const print = (code: string, text = ''): ReadPrint => ({
  ...{ text, png: null, codes: [code], isTooLong: false, unknownCommands: 0, hash: 'ab' },
});
const verdictOf = (code: string, text = '', at = now) => judge(print(code, text), settings, at);

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('a German code', () => {
  test('yields every documented fact', () => {
    expect(readFiscalCode(whole, now)).toEqual({
      ...{
        countryCode: 'DE',
        registerSerial: '955002-00',
        number: '60',
        date: '2026-11-26T14:05:02.000Z',
        moment: now,
      },
      ...{ currency: 'EUR', totalCents: 2035 },
      grossAmounts: [
        { place: 1, cents: 1290 },
        { place: 2, cents: 745 },
      ],
      payments: [{ name: 'Bar', cents: 2035, type: 'Cash' }],
      security: {
        fiscalization: {
          ...{ type: 'Tse', transactionNumber: 60, signatureNumber: 1326, processType: 'Kassenbeleg-V1' },
          ...{ processData: tseFields.data, timestampStart: tseFields.start, timestampEnd: tseFields.end },
          ...{ signatureAlgorithm: 'ecdsa-plain-SHA384', logTimeFormat: 'unixTime', signature },
        },
        'extension:service': { publicKey: key, signedData: whole },
      },
    });
  });

  const data = (payments: string, gross = '12.90_7.45_0.00_0.00_0.00') => ({ data: `Beleg^${gross}^${payments}` });
  test.each<[string, Partial<typeof tseFields>, number]>([
    ['thousands with comma', data('3,000.00:Bar', '3,000.00_0.00_0.00_0.00_0.00'), 300_000],
    ['millions with commas', data('1,234,567.89:Bar', '1,234,567.89_0.00_0.00_0.00_0.00'), 123_456_789],
    ['thousands without comma', data('3000.00:Bar', '3000.00_0.00_0.00_0.00_0.00'), 300_000],
    ['a payment whose kind precedes its amount', data('Bar:2.55', '2.55_0.00_0.00_0.00_0.00'), 255],
    ['two payments', data('10.00:Bar_10.35:Unbar'), 2035],
    ['a payment with its currency', data('20.35:Bar:EUR'), 2035],
    ['a missing public key', { key: null }, 2035],
    ['no payment and a sum of zero', data('', '0.00_0.00_0.00_0.00_0.00'), 0],
    ['a refund', data('-20.35:Bar', '-12.90_-7.45_0.00_0.00_0.00'), -2035],
    ['amounts at all five positions', data('15.00:Bar', '1.00_2.00_3.00_4.00_5.00'), 1500],
    ['a date with an offset', { end: '2026-11-26T15:05:02+01:00' }, 2035],
    ['another algorithm', { algorithm: 'other', signature: 'AAAA' }, 2035],
  ])('is accepted with %s', (_name, changes, totalCents) => {
    expect(verdictOf(tse(changes))).toMatchObject({ reason: 'code', facts: { totalCents } });
  });

  test.each<[string, string, string]>([
    ['an order', tse({ type: 'Bestellung-V1', data: '2;"Eisbecher";3.99' }), 'not-a-receipt'],
    ['another type of process', tse({ type: 'SonstigerVorgang', data: 'Funktion' }), 'not-a-receipt'],
    ['AVTraining', tse({ data: 'AVTraining^12.90_7.45_0.00_0.00_0.00^20.35:Bar' }), 'not-a-receipt'],
    ['AVBelegabbruch', tse({ data: 'AVBelegabbruch^0.00_0.00_0.00_0.00_0.00^' }), 'not-a-receipt'],
    ['no payment and a sum other than zero', tse(data('')), 'does-not-sum'],
    ['a payment in another currency', tse(data('20.35:Bar:USD')), 'does-not-sum'],
    ['a payment that is too low', tse(data('20.34:Bar')), 'does-not-sum'],
    ['four gross amounts', tse(data('20.35:Bar', '12.90_7.45_0.00_0.00')), 'code-malformed'],
    ['one decimal', tse(data('20.3:Bar')), 'code-malformed'],
    ['a decimal comma', tse(data('20,35:Bar')), 'code-malformed'],
    ['misplaced thousands', tse(data('20.35:Bar', '12.90_7.45_0.00_1,00.00_0.00')), 'code-malformed'],
    ['a currency behind a payment whose kind comes first', tse(data('Bar:20.35:EUR')), 'code-malformed'],
    ['another kind of payment', tse(data('20.35:Karte')), 'code-malformed'],
    ['letters in the transaction', tse({ transaction: '6O' }), 'code-malformed'],
    ['letters in the counter', tse({ counter: 'x' }), 'code-malformed'],
    ['a date without offset', tse({ end: '2026-11-26T14:05:02' }), 'code-malformed'],
    ['a day that does not exist', tse({ end: '2026-02-30T14:05:02Z' }), 'code-malformed'],
    ['no register', tse({ register: '' }), 'code-malformed'],
    ['a register of 101 characters', tse({ register: 'x'.repeat(101) }), 'code-malformed'],
    ['digits in the log format', tse({ format: 'unix1' }), 'code-malformed'],
    ['a signature that is not base64', tse({ signature: 'a'.repeat(129) }), 'code-malformed'],
    ['one field too many', `${whole};x`, 'code-malformed'],
  ])('with %s is refused', (_name, code, reason) => {
    expect(verdictOf(code)).toMatchObject({ reason, facts: null });
  });

  test('a German code that was cut off behind its counter is malformed, unless exactly its public key is missing', () => {
    const counterEnd = whole.indexOf(';1326;') + 5;
    const keyStart = whole.length - key.length - 1;
    for (let length = counterEnd; length < whole.length; length += 1) {
      expect(verdictOf(whole.slice(0, length)).reason, String(length)).toBe(
        length === keyStart ? 'code' : 'code-malformed',
      );
    }
  });

  test('keeps a long transaction number as written', () => {
    const facts = verdictOf(tse({ transaction: '90071992547409930', counter: '007' })).facts;
    expect(facts?.number).toBe('90071992547409930');
    expect(facts?.security).toMatchObject({
      fiscalization: { transactionNumber: '90071992547409930', signatureNumber: '007' },
    });
  });

  test('a German code with a payment other than cash yields no payments', () => {
    expect(verdictOf(tse(data('10.00:Bar_10.35:Unbar'))).facts?.payments).toBeNull();
  });
});

describe('an Austrian code', () => {
  test('gives every documented fact', () => {
    process.env.TZ = 'Europe/Vienna';
    expect(readFiscalCode(rksv(), now)).toEqual({
      ...{
        countryCode: 'AT',
        registerSerial: 'KASSE-1',
        number: '184',
        date: '2026-11-26T15:05:02+01:00',
        moment: now,
      },
      ...{ currency: 'EUR', totalCents: 2035, payments: null },
      grossAmounts: [
        { place: 1, cents: 1290 },
        { place: 2, cents: 745 },
      ],
      security: {
        fiscalization: {
          ...{ type: 'Rksv', serialNumber: '3e1f9a', transactionNumber: '184', signature: rksvFields.signature },
          posInspectionQrData: rksv(),
        },
      },
    });
  });

  const failed = Buffer.from('Sicherheitseinrichtung ausgefallen').toString('base64');
  test.each<[string, Partial<typeof rksvFields>, object]>([
    ['zone 0', { zone: 'R2-AT0' }, { totalCents: 2035 }],
    ['a zone of two digits', { zone: 'R1-AT12' }, { totalCents: 2035 }],
    ['a cancellation', { turnover: 'U1RP', amounts: '-12,90_-7,45_0,00_0,00_0,00' }, { totalCents: -2035 }],
    ['thousands', { amounts: '1290000,00_7,45_0,00_0,00_0,00' }, { totalCents: 129_000_745 }],
    ['letters in its number', { number: 'R-2026/184' }, { number: 'R-2026/184' }],
    ['a failed device', { signature: failed }, { security: { 'extension:service': { failure: true } } }],
  ])('is accepted with %s', (_name, changes, facts) => {
    process.env.TZ = 'Europe/Vienna';
    expect(verdictOf(rksv(changes))).toMatchObject({ reason: 'code', facts });
  });

  test.each<[string, string, string]>([
    ['a training receipt', rksv({ turnover: 'VFJB' }), 'not-a-receipt'],
    ['a zero receipt', rksv({ amounts: '0,00_0,00_0,00_0,00_0,00' }), 'not-a-receipt'],
    ['four amounts', rksv({ amounts: '12,90_7,45_0,00_0,00' }), 'code-malformed'],
    ['six amounts', rksv({ amounts: '12,90_7,45_0,00_0,00_0,00_0,00' }), 'code-malformed'],
    ['a decimal point', rksv({ amounts: '12.90_7,45_0,00_0,00_0,00' }), 'code-malformed'],
    ['separated thousands', rksv({ amounts: '1.290,00_7,45_0,00_0,00_0,00' }), 'code-malformed'],
    ['another zone', rksv({ zone: 'R1-DE1' }), 'code-malformed'],
    ['an offset in its time', rksv({ time: '2026-11-26T15:05:02+01:00' }), 'code-malformed'],
    ['a day that does not exist', rksv({ time: '2026-02-30T15:05:02' }), 'code-malformed'],
    ['no certificate', rksv({ certificate: '' }), 'code-malformed'],
    ['a chain that is not base64', rksv({ chain: 'x' }), 'code-malformed'],
    ['its last 30 characters missing', rksv().slice(0, -30), 'code-malformed'],
  ])('with %s is refused', (_name, code, reason) => {
    process.env.TZ = 'Europe/Vienna';
    expect(verdictOf(code)).toMatchObject({ reason, facts: null });
  });

  test.each([
    ['2026-10-25T00:20:00Z', '2026-10-25T02:20:00+02:00'],
    ['2026-10-25T01:20:00Z', '2026-10-25T02:20:00+01:00'],
  ])('an Austrian code from the hour that summer time repeats gets the offset nearer to %s', (moment, date) => {
    process.env.TZ = 'Europe/Vienna';
    expect(readFiscalCode(rksv({ time: '2026-10-25T02:20:00' }), Date.parse(moment))).toMatchObject({ date });
  });
});

describe('the age of a code', () => {
  const end = Date.parse(tseFields.end);
  test.each([
    [-15 * 60_000, 'code'],
    [-15 * 60_000 - 1, 'old'],
    [15 * 60_000, 'code'],
    [15 * 60_000 + 1, 'old'],
  ])('a code that ended %i ms ago gets the result %s', (distance, reason) => {
    const verdict = verdictOf(whole, '', end + distance);
    expect(verdict.reason).toBe(reason);
    // An old print keeps its reference, because the list of prints links the print to its sale.
    expect(verdict.reference).toBe(verdictOf(whole).reference);
  });
});

describe('the VAT of a code', () => {
  const rate = (country: 'DE' | 'AT', place: number, day: string): number | undefined => {
    process.env.TZ = country === 'DE' ? 'Europe/Berlin' : 'Europe/Vienna';
    const at = new Date(`${day}T12:00:00`).getTime();
    const gross = [0, 0, 0, 0, 0].with(place - 1, 1_000);
    const code = country === 'DE' ? tseCode(chanceOf(1), gross, at) : rksvCode(chanceOf(1), gross, at, '1');
    const { reason, facts } = verdictOf(code, '', at);
    expect(reason).toBe('code');
    return facts?.vatAmounts?.[0]?.percentage;
  };
  test.each<['DE' | 'AT', number, string, number | undefined]>([
    ['DE', 1, '2020-06-30', 19],
    ['DE', 1, '2020-07-01', 16],
    ['DE', 2, '2020-12-31', 5],
    ['DE', 2, '2021-01-01', 7],
    ['DE', 3, '2026-11-26', undefined],
    ['DE', 4, '2026-11-26', undefined],
    ['DE', 5, '2026-11-26', 0],
    ['AT', 1, '2026-11-26', 20],
    ['AT', 2, '2026-11-26', 10],
    ['AT', 3, '2026-11-26', 13],
    ['AT', 4, '2026-11-26', 0],
    ['AT', 5, '2026-11-26', undefined],
  ])('%s: the gross amount at position %i has on %s the VAT rate %s', (country, place, day, percent) => {
    expect(rate(country, place, day)).toBe(percent);
  });

  test('the German VAT rate changes at local midnight, not at midnight UTC', () => {
    process.env.TZ = 'Europe/Berlin';
    const at = Date.parse('2020-06-30T22:00:00Z');
    expect(verdictOf(tseCode(chanceOf(1), [1_000, 0, 0, 0, 0], at), '', at).facts?.vatAmounts?.[0]?.percentage).toBe(
      16,
    );
  });

  const farm = tse({ data: 'Beleg^0.00_0.00_10.70_0.00_0.00^10.70:Bar' });
  test('the VAT of an amount without a fixed rate comes from a printed row', () => {
    expect(verdictOf(farm, 'MwSt 9,5 %  9,77  0,93  10,70').facts?.vatAmounts).toEqual([
      { percentage: 9.5, inclCents: 1070, exclCents: 977, vatCents: 93 },
    ]);
  });
  test.each([
    ['has another gross amount', 'MwSt 9,5 %  9,78  0,93  10,71'],
    ['does not fit its rate', 'MwSt 9,5 %  9,70  1,00  10,70'],
    ['does not add up', 'MwSt 9,5 %  9,80  0,93  10,70'],
    ['has no rate', 'MwSt  9,77  0,93  10,70'],
  ])('the VAT of an amount without a fixed rate is left out if the row %s', (_name, text) => {
    const { reason, facts } = verdictOf(farm, text);
    expect([reason, facts?.vatAmounts]).toEqual(['code', null]);
  });

  test('the VAT of two positions with the same gross amount is not mixed up', () => {
    const code = tse({ data: 'Beleg^5.00_5.00_0.00_0.00_0.00^10.00:Bar' });
    const { facts } = verdictOf(code, '7 %   4,67  0,33  5,00');
    expect(facts?.vatAmounts?.map((vat) => [vat.percentage, vat.vatCents])).toEqual([
      [19, 80],
      [7, 33],
    ]);
  });
});

describe('a print with a code', () => {
  test.each([
    ['the same confirmed total', 'Kaffee 20,35\nSumme 20,35\nBar 20,35', 'code'],
    ['another confirmed total', 'Kaffee 25,35\nSumme 25,35\nBar 25,35', 'contradiction'],
    ['a tip that the payment contains', 'Kaffee 20,35\nTrinkgeld 2,00\nZu zahlen 22,35\nBar 22,35', 'code'],
    ['another total without payment', 'Kaffee 25,35\nSumme 25,35', 'code'],
    ['a second receipt', 'Kaffee 20,35\nSumme 20,35\nBar 20,35\nDanke\nTee 9,00\nSumme 9,00\nBar 9,00', 'ambiguous'],
    ['a part paid by card', 'Kaffee 20,35\nSumme 20,35\nVisa 5,00\nZu zahlen 15,35\nBar 15,35', 'code'],
    ['the word copy', 'KOPIE\nKaffee 20,35\nSumme 20,35\nBar 20,35', 'reprint'],
    ['a word that excludes receipts without a code', 'Bestellbon\nKaffee 20,35', 'code'],
    ['a card number', 'Karte 4111 1111 1111 1111', 'card-number'],
    ['a masked card number', 'Karte 411111******1111', 'code'],
    ['an account number that passes for a card number', 'IBAN: AT66 1904 3002 3457 3014', 'code'],
    ['the digits of that account number without IBAN and AT', '66 1904 3002 3457 3014', 'card-number'],
    ['the number of an article', 'EAN 4006381333931', 'code'],
  ])('together with %s gets the result %s', (_name, text, reason) => {
    expect(verdictOf(whole, text).reason).toBe(reason);
  });

  test('together with another code gets the result ambiguous', () => {
    const other = tse({ transaction: '61' });
    expect(judge({ ...print(whole), codes: [whole, other] }, settings, now).reason).toBe('ambiguous');
  });
});
