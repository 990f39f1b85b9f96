import { expect, test } from 'vitest';
import { warningCodes } from '../../../src-main/receipts/issues.ts';
import { refusalView } from '../../../src-main/sales/sale/cashier-view.ts';
import {
  amountDiffers,
  currencyDiffers,
  idReplaced,
  otherTransaction,
  shownWarnings,
} from '../../../src-main/sales/sale/sale-warnings.ts';

const warning = (code: string, path = '/bill') => ({ path, code, message: 'Found this. Expected that.' });

test('every warning about a bill has exactly one sentence in the window', () => {
  for (const code of Object.keys(warningCodes)) expect(shownWarnings([warning(code)]), code).toHaveLength(1);
  expect(shownWarnings([warning('sum-vat', '/1'), warning('vat-rate', '/2'), warning('sum-lines')])).toEqual([
    'vat',
    'linesSum',
  ]);
  expect(shownWarnings([warning(otherTransaction), warning(idReplaced)])).toEqual(['otherLoyalty', 'idReplaced']);
});

test('a different amount has its own sentence in the window, so it is not listed with the warnings', () => {
  expect(shownWarnings([warning(amountDiffers), warning(currencyDiffers)])).toEqual([]);
});

test('a warning of another version of this app is shown as a technical one', () => {
  expect(shownWarnings([warning('not-known-yet'), warning('constructor')])).toEqual(['technical']);
});

const refusal = {
  status: 400,
  title: 'Bill invalid',
  detail: 'No seller.',
  errors: [],
  traceId: 't-1',
  extensions: '',
  code: null,
};

test('the window gets the message of the service unchanged, without a sentence of this program', () => {
  expect(refusalView(refusal)).toEqual({
    ...{ status: 400, title: 'Bill invalid', detail: 'No seller.' },
    ...{ traceId: 't-1', extensions: '', code: null },
  });
  const silent = { title: '', detail: '' };
  expect(refusalView({ ...refusal, status: null })).toMatchObject(silent);
  expect(refusalView({ ...refusal, status: 409, code: 'idInUse' })).toMatchObject({ ...silent, traceId: 't-1' });
});
