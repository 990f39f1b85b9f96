import type { Language } from '../../src-main/kernel/languages.ts';
import { type CashierText, textOf } from '../../src-renderer/text/i18n.ts';
import { formatExact } from '../../src-renderer/text/numbers.ts';
import { tap } from '../electron/tap.ts';
import { pseudoTable } from '../fakes/pseudo.ts';
import { cashierView, pairing, receiptRows, saleScenes } from '../fakes/sample-views.ts';
import { tableOf } from '../fakes/texts.ts';
import type { OpenedPage } from './render-page.ts';

const pairedTill = { id: 'a', name: '0001' } as const;

export { placeAnswers as answers } from '../gallery/cashier-places.ts';

export type Look = (name: string) => Promise<void>;

export const pseudoText = textOf<CashierText>('en', pseudoTable(tableOf('cashier', 'en')));

/** Leads the full cashier window through every place that no view alone leads to, by the words of its language. */
export async function walkCashier(
  { page, show }: OpenedPage<'cashier'>,
  language: Language,
  t: CashierText,
  look: Look,
): Promise<void> {
  const press = (name: string) => tap(page.getByRole('button', { name, exact: true }));
  const tabs = (name: string) => page.getByRole('tablist', { name, exact: true });
  const settings = tabs(t('tabSettings'));
  const openTab = (name: string, among = tabs('Receipt Companion')) =>
    tap(among.getByRole('tab', { name, exact: true }));
  await show(cashierView(language));
  await press('7');
  await look('compose');
  await show(cashierView(language, saleScenes.delivered));
  await look('a sale came meanwhile');
  await press(t('actionBack'));
  await show(cashierView(language, saleScenes.open));
  await press(t('actionConsent'));
  await page
    .getByRole('status')
    .filter({ hasText: t('errorOffline') })
    .waitFor();
  await look('notice');
  await show(cashierView(language, saleScenes.attention));
  await press(t('repair'));
  await press(t('use', { expected: formatExact(language, 1.01) }));
  await press(t('sendCorrected'));
  await page.getByRole('alert').waitFor();
  await look('repair');
  await press(t('showText'));
  await page.getByRole('textbox', { name: t('receiptText'), exact: true }).waitFor();
  await look('receipt as text');
  await openTab(t('tabReceipts'));
  const receipts = page.getByRole('list', { name: t('tabReceipts'), exact: true });
  await receipts.getByRole('button', { name: receiptRows[0]?.reference ?? '' }).waitFor();
  await look('receipts');
  await tap(receipts.getByRole('button', { name: receiptRows[0]?.reference ?? '' }));
  await page.getByRole('table', { name: t('lines'), exact: true }).waitFor();
  await look('receipt');
  await press(t('attentionBack'));
  await openTab(t('tabDay'));
  await page.getByRole('region', { name: t('dayConsents'), exact: true }).waitFor();
  await look('day');
  await openTab(t('tabSettings'));
  await press(t('testConnection'));
  await page.getByRole('heading', { name: t('testBad'), exact: true }).waitFor();
  await look('connection');
  await page.getByRole('textbox', { name: t('baseUrl'), exact: true }).fill('https://another.example');
  await look('another address');
  await press(t('save'));
  await page.getByRole('button', { name: t('waitingKeep'), exact: true }).waitFor();
  await look('receipts wait for the account of now');
  await openTab(t('settingsPin'), settings);
  await look('no PIN yet');
  await press(t('pinSet'));
  await page.getByLabel(t('pinNew'), { exact: true }).waitFor();
  await look('setting a PIN');
  const at = 1_700_000_000_000;
  await show(cashierView(language, { pin: { isSet: true, unlockedUntil: null, nextTryAt: at } }));
  await page.getByRole('region', { name: t('lockedTitle'), exact: true }).waitFor();
  await look('Settings are locked');
  await show(cashierView(language, { pin: { isSet: true, unlockedUntil: at, nextTryAt: null } }));
  await press(t('pinCancel'));
  await look('the PIN is set');
  await openTab(t('settingsDiagnostics'), settings);
  await page.getByText(t('updateWaitsForReceipts', { version: '1.1' }), { exact: true }).waitFor();
  await press(t('supportLook'));
  await page.getByRole('button', { name: t('supportWrite'), exact: true }).waitFor();
  await look('diagnostics');
  await openTab(t('settingsSetup'), settings);
  const steps = ['setupShop', 'setupDisplay', 'setupTill', 'setupMode'] as const;
  for (const [index, words] of steps.entries()) {
    const title = t('setupStep', { step: index + 1, title: t(words) });
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await look(words);
    if (words !== 'setupMode') await press(t('pinNext'));
  }
  await openTab(t('settingsTills'), settings);
  await page.getByRole('button', { name: t('revoke', { name: pairedTill.name }), exact: true }).waitFor();
  await look('tills');
  await show(cashierView(language, { pairing }));
  await look('pairing');
  for (const name of ['settingsScreen', 'settingsReceipts', 'settingsWindow'] as const) {
    await openTab(t(name), settings);
    await look(name);
  }
}
