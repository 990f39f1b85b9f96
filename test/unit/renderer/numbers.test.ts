import { afterEach, expect, test } from 'vitest';
import { shopCountry } from '../../../src-main/shared/country.ts';
import { formatDay, formatTime } from '../../../src-renderer/text/cashier-words.ts';
import { formatMoneyIn, formatNumberIn, setShopCountry } from '../../../src-renderer/text/numbers.ts';
import { inLanguage } from '../../fakes/texts.ts';

afterEach(() => setShopCountry(null));

const euros = { amount: 1234.5, currency: 'EUR' };
const plain = (text: string): string => text.replace(/\s/g, ' ');
const afternoon = new Date(2026, 2, 3, 14, 35).getTime();

test('a language without a country of the shop is written as in its home country, and English as in Europe', () => {
  expect(inLanguage('en', () => formatDay(afternoon))).toBe('3 Mar 2026');
  expect(inLanguage('en', () => formatTime(afternoon))).toBe('14:35');
  expect(formatMoneyIn('en', euros)).toBe('€1,234.50');
  expect(plain(formatMoneyIn('sv', { amount: 1234.5, currency: 'SEK' }))).toBe('1 234,50 kr');
});

test('a shop in the United States uses the formats of that country', () => {
  setShopCountry('US');
  expect(inLanguage('en', () => formatDay(afternoon))).toBe('Mar 3, 2026');
  expect(plain(inLanguage('en', () => formatTime(afternoon)))).toBe('02:35 PM');
});

test('Portuguese is written as in Portugal, and as in Brazil for a shop there', () => {
  expect(plain(formatMoneyIn('pt', euros))).toBe('1234,50 €');
  setShopCountry('DE');
  expect(plain(formatMoneyIn('pt', euros))).toBe('1234,50 €');
  setShopCountry('BR');
  expect(plain(formatMoneyIn('pt', { amount: 1234.5, currency: 'BRL' }))).toBe('R$ 1.234,50');
});

test('the country of the shop determines the formats in every language of the reader', () => {
  setShopCountry('AT');
  expect(plain(formatMoneyIn('en', euros))).toMatch(/^€ 1.234,50/);
  setShopCountry('CH');
  expect(plain(formatMoneyIn('de', { amount: 1234.5, currency: 'CHF' }))).toMatch(/^CHF 1.234\.50$/);
  expect(formatNumberIn('de', 1234.5)).toMatch(/^1.234\.5$/);
});

test('a shop without a country gets the country of its currency, and an unusual country does not get American formats', () => {
  expect(shopCountry(null, 'SEK')).toBe('SE');
  expect(shopCountry(null, 'EUR')).toBeNull();
  expect(shopCountry('AT', 'CHF')).toBe('AT');
  setShopCountry('LU');
  expect(inLanguage('en', () => formatDay(afternoon))).toBe('3 Mar 2026');
});

test('an amount is shown with at least the decimals of its currency in ISO 4217, and loses no decimal that it has', () => {
  const shown = (amount: number, currency: string) => plain(formatMoneyIn('de', { amount, currency }));
  expect(shown(1299.5, 'RSD')).toBe('1.299,50 RSD');
  expect(shown(1300, 'JPY')).toBe('1.300 ¥');
  expect(shown(1299.5, 'JPY')).toBe('1.299,5 ¥');
  expect(shown(1.5, 'KWD')).toBe('1,500 KWD');
  expect(shown(0.1, 'EUR')).toBe('0,10 €');
  expect(shown(1.005, 'EUR')).toBe('1,005 €');
});
