import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkBill } from '../../../src-main/receipts/check-bill.ts';
import { corrected, correctionsOf } from '../../../src-main/receipts/corrections.ts';

/**
 * Kinds of bills from the public documents of tills and of services for receipts, as a till would convert them. Each is
 * a paid receipt that docs/receipt-service.md permits, so none may be refused. All content is invented. The sources:
 *
 * - anybill: api_vendorV2.md and the Postman collection of github.com/anybill/documentation
 * - fiskaltrust: doc/middleware-it-registratore-telematico/receipt-case-definitions and doc/digital-receipt of
 *   github.com/fiskaltrust/interface-doc
 * - Zettle: purchase.adoc and giftcard.md of github.com/iZettle/api-documentation
 * - Square: the objects Order and Tender of the API reference
 * - Shopify: the object Order of the Admin API
 * - DFKA taxonomy 2.1: the schema of closings by fiskaly, and the export of Odoo (l10n_de_pos_cert) that follows it
 * - BTCPay Server: the payment methods of an invoice in the Greenfield API
 */

const file = new URL('../../fixtures/receipts/public-bills.json', import.meta.url);
const kinds: Readonly<Record<string, object>> = JSON.parse(readFileSync(file, 'utf8'));

const date = '2026-11-25T20:00:00+01:00';
const bill = (data: object = {}, rest: object = {}) => ({
  head: { date },
  data: { currency: 'EUR', fullAmountInclVat: 10, ...data },
  security: {},
  ...rest,
});

const codes = (given: unknown) => {
  const { errors, warnings } = checkBill(given);
  return { errors: errors.map(({ path, code }) => `${path} ${code}`), warnings: warnings.map(({ code }) => code) };
};

test('there are 23 published kinds of bill, each with a named source', () => {
  const named = /^(?:anybill|fiskaltrust|Zettle|Square|Shopify|DFKA|BTCPay Server): /;
  expect(Object.keys(kinds).filter((kind) => named.test(kind))).toHaveLength(23);
});

test.each(Object.entries(kinds))('the published kind of bill %s is accepted', (_kind, given) => {
  expect(codes(given).errors).toEqual([]);
});

describe('a date with offset is completed to a date-time, with a warning', () => {
  test.each([
    ['Java without seconds', '2026-11-25T20:00+01:00', '2026-11-25T20:00:00+01:00'],
    ['Java with the name of the zone', '2026-11-25T20:00:05+01:00[Europe/Berlin]', '2026-11-25T20:00:05+01:00'],
    ['PHP without the colon', '2026-11-25T20:00:05+0100', '2026-11-25T20:00:05+01:00'],
    ['hours alone', '2026-11-25T20:00:05+01', '2026-11-25T20:00:05+01:00'],
    ['Python with a space', '2026-11-25 20:00:05.123456+01:00', '2026-11-25T20:00:05.123456+01:00'],
    ['Go with nanoseconds', '2026-11-25T20:00:05.123456789Z', '2026-11-25T20:00:05.1234567Z'],
    ['small letters', '2026-11-25t20:00:05z', '2026-11-25T20:00:05Z'],
  ])('the form of %s is completed', (_name, written, sent) => {
    const given = { ...bill(), head: { date: written } };
    expect(codes(given)).toEqual({ errors: [], warnings: ['date-form'] });
    expect(corrected(given, correctionsOf(given))).toMatchObject({ head: { date: sent } });
  });

  test.each([
    ['2026-11-25', 'the time and the offset are missing'],
    ['2026-11-25T20:00:00', 'the offset is missing'],
    ['2026-11-25 20:00:00.123', 'the offset is missing'],
    ['2026-02-30T20:00:00Z', 'a date and time with offset (ISO 8601), such as 2025-05-31T14:05:00+02:00'],
    ['25.11.2026 20:00', 'a date and time with offset (ISO 8601), such as 2025-05-31T14:05:00+02:00'],
  ])('%s is refused, and the message names what is missing', (written, missing) => {
    const { errors } = checkBill({ ...bill(), head: { date: written } });
    expect(errors).toEqual([{ path: '/head/date', code: 'format', message: expect.stringContaining(missing) }]);
  });
});

test('a date more than two days from the clock causes a warning in live mode only', () => {
  const at = (days: number) => ({ now: Date.parse(date) + days * 86_400_000 + 1, mode: 'live' as const });
  const far = [expect.objectContaining({ path: '/head/date', code: 'date-far' })];
  for (const days of [2, -3]) {
    expect(checkBill(bill(), at(days))).toMatchObject({ errors: [], warnings: far });
    expect(checkBill(bill(), { ...at(days), warningsBlock: true })).toMatchObject({ errors: [], warnings: far });
    expect(checkBill(bill(), { ...at(days), mode: 'training' }).warnings).toEqual([]);
  }
  for (const days of [1, -2]) expect(checkBill(bill(), at(days)).warnings).toEqual([]);
});
