import { expect, test } from 'vitest';
import { createOnboarding } from '../../../src-main/partner/onboarding.ts';
import { onboardingPlaces } from '../../../src-main/partner/onboarding-places.ts';
import { newRecord, type OnboardingRecord, readOnboarding } from '../../../src-main/partner/onboarding-record.ts';
import { onboardedAccount } from '../../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../../src-main/settings/secret-stores.ts';
import { readSettings } from '../../../src-main/settings/stored-settings.ts';
import { done, failed } from '../../../src-main/shared/result.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const partnerUrl = 'https://partner.example';
const account = { username: 'merchant', password: 'secret' };
type Parts = Parameters<typeof createOnboarding>[0];

/** An onboarding whose account is in the keychain, while no app runs. */
async function stored(more: Partial<Parts> = {}) {
  const secrets = memorySecrets();
  const vault = onboardedAccount(secrets, partnerUrl);
  await vault.set(account);
  let record: OnboardingRecord | null = {
    ...newRecord({ at: 'open', place: partnerUrl, form: '{}', startedAt: 0 }),
    ...({ stage: 'started', credentials: 'stored', status: 'activated' } as const),
  };
  const [clock, log] = [createManualClock(), createTestLog()];
  type PlaceParts = Parameters<typeof onboardingPlaces>[0];
  const session = () => failed('wrongState', 'No app runs.');
  const places = onboardingPlaces({ secrets, clock, log, session } as unknown as PlaceParts);
  const file = {
    read: () => record,
    write(changed: OnboardingRecord | null) {
      record = changed;
    },
  };
  const parts = { ...places, clock, log, file, changed: () => undefined, ...more } as unknown as Parts;
  return { onboarding: createOnboarding(parts), vault, record: () => record };
}

test('a discarded onboarding leaves no account in the keychain, also while no app runs', async () => {
  const { onboarding, vault, record } = await stored();
  expect(await onboarding.end()).toMatchObject({ ok: true });
  expect(record()).toBeNull();
  expect(await vault.get()).toBeNull();
});

test('going live succeeds even if the keychain then refuses to remove the account, which is offered no more', async () => {
  const saved = done({ ok: true });
  const { onboarding, record } = await stored({
    place: () => done({ name: partnerUrl, isTraining: false, vault: { get: async () => account } }),
    connection: { save: async () => saved },
    discardAccount: () => Promise.reject(new Error('The keychain is locked.')),
  } as unknown as Partial<Parts>);
  const input = { connection: {} } as Parameters<typeof onboarding.finish>[0];
  expect(await onboarding.finish(input)).toBe(saved);
  expect(record()).toMatchObject({ credentials: 'used' });
});

test('a status that the disk refuses does not end the program, and is requested again', async () => {
  const clock = createManualClock();
  const at = { at: 'open', place: partnerUrl, form: '{}', startedAt: 0 } as const;
  let record = { ...newRecord(at), ...({ stage: 'started', vendorCustomerId: 'v' } as const) };
  let asked = 0;
  const onboardingStatus = async () => {
    asked += 1;
    return { kind: 'ok', value: { type: 'activated', customerId: 'c' } };
  };
  const write = (changed: typeof record): void => {
    if (asked === 1) throw new Error('disk full');
    record = changed;
  };
  const place = { name: partnerUrl, client: { onboardingStatus }, settings: () => ({ service: {} }) };
  const parts = { clock, file: { read: () => record, write }, place: () => done(place) };
  const { onboarding } = await stored(parts as unknown as Partial<Parts>);
  onboarding.resume();
  for (const times of [1, 2]) {
    clock.advance(10_000);
    await expect.poll(() => [asked, clock.pendingMs().length]).toEqual([times, 2 - times]);
  }
  expect(record.status).toBe('activated');
});

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
