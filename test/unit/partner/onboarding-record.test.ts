import { expect, test } from 'vitest';
import { readOnboarding } from '../../../src-main/partner/onboarding-record.ts';
import { readSettings } from '../../../src-main/settings/stored-settings.ts';

const { partner } = readSettings({ partner: { registrationLinkPlace: '/link' } }).settings;
const linkIn = (link: string) => readOnboarding(JSON.stringify({ link }), '{}', partner).registrationLink;

test.each([
  ['with a password and no name', 'https://:secret@register.example/r'],
  ['too long for a QR code', `https://register.example/${'€'.repeat(900)}`],
  ['with a line separator', 'https://register.example/r\u2028next'],
  ['of another scheme', 'javascript:alert(1)'],
])('a registration link %s is never shown', (_what, link) => {
  expect(linkIn(link)).toBeNull();
  expect(linkIn('https://register.example/r')).toBe('https://register.example/r');
});

test('the id of a merchant keeps every digit of a number, in the answer and in the form', () => {
  const idIn = (answer: string, form: string) => readOnboarding(answer, form, partner).vendorCustomerId;
  expect(idIn('{"vendorCustomerId":90071992547409931234}', '{}')).toBe('90071992547409931234');
  const form = '{"vendorCustomer":{"vendorCustomerId":90071992547409931234}}';
  expect(idIn('{}', form)).toBe('90071992547409931234');
});
