import { describe, expect, test } from 'vitest';
import { type AppErrorCode, done, failed } from '../../src-main/shared/result.ts';
import type { CommandName } from '../../src-main/shared/window-commands.ts';
import { wordsOf } from '../../src-renderer/text/cashier-words.ts';
import { tap } from '../electron/tap.ts';
import { drawn } from '../fakes/drawn.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { actionsIn } from './cashier-hands.ts';
import type { Answers, OpenedPage } from './render-page.ts';
import { windowsOfFile } from './windows-of-file.ts';

/** Every failure of Customer service and of an onboarding has a sentence. */

const openWindow = windowsOfFile();

/** The error codes of the partner interface and of the checks before it. */
const codes = [
  'partnerNotConfigured',
  'userNotYetAvailable',
  'conflict',
  'outcomeUnknown',
  'notFound',
  'refused',
  'offline',
  'signInNeeded',
  'keychainMissing',
  'invalid',
  'wrongState',
] as const satisfies readonly AppErrorCode[];

const userId = '5d7c1f0e-93b2-4c6a-8e21-7a4f0d9b3c52';
const item = {
  receiptId: 'r-1',
  storeId: 'store-1',
  amount: 19.9,
  currency: 'EUR',
  date: '2025-05-31T14:05:00+02:00',
  imageResource: null,
  vendorName: 'Shop',
  vendorAddress: null,
};
const partner = { configured: true, wait: null, merchantWaits: false };
const scene = { ...saleScenes.resting, training: false, partner } as const;
const answers: Answers = {
  ...placeAnswers,
  'partner.findOrCreate': done({ userId, known: false }),
  'partner.receipts': done({ items: [item], totalCount: 1, continuation: null }),
  'partner.getAccess': done({
    partnerUrl: 'https://partner.example',
    authentication: 'key',
    keyStored: true,
    overriddenBy: [],
  }),
};

const open = (view = scene) => openWindow({ role: 'cashier', view: cashierView('en', view), answers });

/** Lets the command fail with each code, and closes each sentence. */
async function failsInWords(
  opened: OpenedPage<'cashier'>,
  command: CommandName,
  ways: readonly AppErrorCode[],
  act: () => Promise<void>,
) {
  const t = textIn('en');
  for (const code of ways) {
    await opened.answer({ [command]: failed(code, 'for a log, not for a person') });
    await act();
    const message = opened.page.getByRole('status').getByText(t(wordsOf('error', code)));
    await message.waitFor();
    expect(await opened.page.getByText('for a log').count(), `${command} ${code}`).toBe(0);
    await tap(opened.page.getByRole('button', { name: t('dismiss'), exact: true }));
    await message.waitFor({ state: 'detached' });
  }
}

/** All commands share one notice line. test/unit/renderer/words-of.test.ts checks that every code has a sentence. */
describe('Customer service and onboarding', () => {
  test('a command for an open customer shows a message when it fails', async () => {
    const opened = await open();
    const { press, openTab, fill } = actionsIn(() => opened.page);
    await openTab('Customer service');
    await fill('Customer number', 'customer-1');
    await failsInWords(opened, 'partner.findOrCreate', drawn(codes, 4), () => press('Open or create'));
    await opened.answer({ 'partner.findOrCreate': done({ userId, known: false }) });
    await press('Open or create');
    const row = opened.page.getByRole('button', { name: /^Save PDF/ });
    await row.waitFor();
    await failsInWords(opened, 'partner.token', codes.slice(1, 3), () => press('Access for the phone'));
    await failsInWords(opened, 'partner.savePdf', codes.slice(4, 6), () => tap(row));
    await failsInWords(opened, 'partner.receipts', codes.slice(5, 7), () => press('Load again'));
    await fill('ID or address of the receipt', 'r-1');
    await failsInWords(opened, 'partner.addReceipt', codes.slice(3, 5), () => press('Add to this customer'));
    await press('Delete this customer');
    await failsInWords(opened, 'partner.deleteUser', codes.slice(7, 9), () => press('Delete for good'));
  });

  test('saving the partner access or going live as a new merchant shows a message when it fails', async () => {
    const opened = await open({ ...scene, partner: { ...partner, merchantWaits: true } });
    const { press, openTab, fill } = actionsIn(() => opened.page);
    await openTab('Settings');
    await openTab('Expert');
    await press('Partner interface');
    await fill('Partner key', 'a-key');
    const save = opened.page.getByRole('button', { name: 'Save', exact: true });
    await failsInWords(opened, 'partner.saveAccess', ['keychainMissing', 'invalid'], () => tap(save));
    await openTab('Service');
    const finish = () => press('Go live as the new merchant');
    await failsInWords(opened, 'onboarding.finish', ['keychainMissing', 'wrongState'], finish);
  });
});
