import { settingExamples } from '../../scripts/policy-schema.ts';
import { mergeSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';

/** These members stay out, because the test app sets its own service and port. */
const known = /"(?:baseUrl|authUrl|clientId|scopeBase|storeId|port)"/;

/** Every other setting with the value of its example, which is not its default (test/unit/settings/policy.test.ts). */
export const otherSettings: SettingsPatch = settingExamples()
  .filter((example) => !known.test(example))
  .map((example) => JSON.parse(example))
  .reduce(mergeSettings, {});
