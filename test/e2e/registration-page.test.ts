import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { startPartnerClient } from '../app/simulator-partner-client.ts';
import { readBody } from '../app/simulator-till.ts';
import { sharedChromium } from '../electron/shared-chromium.ts';
import { axeProblems } from './page-checks.ts';

const pageIn = async (context: BrowserContextOptions): Promise<Page> => {
  const made = await (await sharedChromium()).browser.newContext(context);
  onTestFinished(() => made.close());
  return made.newPage();
};

test.each([
  ['en-GB', 'Activate now', 'Your shop is active'],
  ['de-DE', 'Jetzt freischalten', 'Ihr Geschäft ist freigeschaltet'],
])('a shop is activated by keyboard, without script, and not again by a reload (%s)', async (locale, wish, done) => {
  const partner = await startPartnerClient();
  const { registrationLink, vendorCustomerId } = await partner.onboard();
  const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false, locale };
  const page = await pageIn(phone);
  await page.goto(String(registrationLink));
  const button = page.getByRole('button', { name: wish });
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: done }).waitFor();
  await page.reload();
  expect(await page.getByRole('heading').allTextContents()).toEqual([done]);
  const status = await partner.ask('GET', `/onboarding/vendorCustomerId/${vendorCustomerId}`);
  expect((await readBody(status)).type).toBe('activated');
  const activations = partner.till.simulator.ledger().partner.filter(({ kind }) => kind === 'activated');
  expect(activations).toHaveLength(1);
});

test('the registration page has no accessibility problem', async () => {
  const partner = await startPartnerClient();
  const { registrationLink } = await partner.onboard();
  const page = await pageIn({ viewport: { width: 360, height: 740 } });
  await page.goto(String(registrationLink));
  expect(await axeProblems(page, { enhanced: false })).toEqual([]);
});
