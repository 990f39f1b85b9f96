import { expect, test } from 'vitest';
import { mainWords } from '../../../src-main/main-strings.ts';
import { type DayRow, dayTable } from '../../../src-main/records/day.ts';

const nothing: DayRow = {
  ...{ createdAt: null, updatedAt: null, reference: null, number: null, amount: null, currency: null, state: null },
  ...{
    reconciliation: null,
    printed: null,
    cancelled: null,
    consentAt: null,
    consentHow: null,
    consentTakenBackAt: null,
  },
  ...{ issuedAt: null, issuedHow: null, till: null, storeId: null, billId: null, url: null, id: null },
};

function cellOf(reference: string): string {
  const table = dayTable([{ ...nothing, reference }], { locale: 'en', words: mainWords.en.dayTable });
  const line = table.split('\r\n')[1] ?? '';
  expect(line.startsWith(',,')).toBe(true);
  return line.slice(2, line.length - (Object.keys(nothing).length - 3));
}

const asText = (text: string): string => `"=""${text}"""`;

test.each(['000418', '12-3', '3/4', '1.10', '10:30', '1E5', '2026-01-05', '1234567890123456', '12 34'])(
  'a spreadsheet reads the reference %s as text, not as a number, day or time',
  (reference) => expect(cellOf(reference)).toBe(asText(reference)),
);

test.each(['0', '418', '123456789012345', 'K2-000418', '12 eggs', '1E5x', 'R-1'])(
  'the reference %s, which no spreadsheet changes, is exported unchanged',
  (reference) => expect(cellOf(reference)).toBe(reference),
);

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  [' =1', "'=1"],
  ['\u200b=1', "'=1"],
  ['\u202e\ufeff=cmd', "'=cmd"],
  ['\u3164\u00ad@sum', "'@sum"],
  ['\u2800+1', "'+1"],
  ['a\u202e=1', 'a=1'],
  ['1","=2', '"1"",""=2"'],
])('a spreadsheet runs no formula from the reference %j', (reference, cell) => expect(cellOf(reference)).toBe(cell));
