import { expect, test } from 'vitest';
import { createOnboarding } from '../../../src-main/partner/onboarding.ts';
import { onboardingPlaces } from '../../../src-main/partner/onboarding-places.ts';
import { newRecord, type OnboardingRecord } from '../../../src-main/partner/onboarding-record.ts';
import { onboardedAccount } from '../../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../../src-main/settings/secret-stores.ts';
import { failed } from '../../../src-main/shared/result.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';

test('a discarded onboarding leaves no account in the keychain, also while no app runs', async () => {
  const secrets = memorySecrets();
  const partnerUrl = 'https://partner.example';
  await onboardedAccount(secrets, partnerUrl).set({ username: 'merchant', password: 'secret' });
  let record: OnboardingRecord | null = newRecord('open', partnerUrl, '{}', 0);
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
  type Parts = Parameters<typeof createOnboarding>[0];
  const onboarding = createOnboarding({ ...places, clock, log, file, changed: () => undefined } as unknown as Parts);
  expect(await onboarding.end()).toMatchObject({ ok: true });
  expect(record).toBeNull();
  expect(await onboardedAccount(secrets, partnerUrl).get()).toBeNull();
});
