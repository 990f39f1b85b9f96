import { expect, test } from 'vitest';
import { done, failed } from '../../src-main/kernel/result.ts';
import { tap } from '../electron/tap.ts';
import { cashierView, saleScenes } from '../fakes/sample-views.ts';
import { placeAnswers } from '../gallery/cashier-places.ts';
import { typeKeys } from './page-checks.ts';
import { windowsOfFile } from './windows-of-file.ts';

/** Keys as fast as a scanner's that are none: a text expander, a password manager, a paste that types. */

const openWindow = windowsOfFile();

async function open() {
  const opened = await openWindow({ role: 'cashier', view: cashierView('en', saleScenes.open), answers: placeAnswers });
  const cdp = await opened.page.context().newCDPSession(opened.page);
  const { page } = opened;
  return {
    ...opened,
    toTab: (name: string) => tap(page.getByRole('tab', { name, exact: true })),
    field: (name: string) => page.getByRole('textbox', { name, exact: true }),
    typeFast: (text: string) => typeKeys(cdp, [...text, 'Enter'], 6),
  };
}

test('a field for text keeps every letter that a machine types into it, and no letter leaves it as a card', async () => {
  const { sent, close, toTab, field, typeFast } = await open();
  await toTab('Settings');
  await toTab('Customer display');
  const title = field('Thank you: headline');
  await title.focus();
  await typeFast('Merci vilmal');
  expect(await title.inputValue()).toBe('Merci vilmal');
  await field('Name of the shop').focus();
  await expect
    .poll(async () => (await sent()).filter(({ name }) => name === 'setting.set'), { timeout: 20_000 })
    .toEqual([{ name: 'setting.set', input: { key: 'screen.texts', value: { de: { thanksTitle: 'Merci vilmal' } } } }]);
  await toTab('Connection');
  const clientId = field('Client ID');
  await clientId.fill('');
  await clientId.focus();
  await typeFast('client-4711');
  expect(await clientId.inputValue()).toBe('client-4711');
  // What a scanner might have typed there, too, is neither tested nor saved.
  expect((await sent()).filter(({ name }) => name === 'connection.save' || name === 'connection.test')).toEqual([]);
  await close();
});

test('a search takes what is typed or scanned into it, and looks for it', async () => {
  const { sent, close, toTab, field, typeFast } = await open();
  await toTab('Receipts');
  const search = field('Reference, receipt number or amount');
  await search.focus();
  await typeFast('000418');
  expect(await search.inputValue()).toBe('000418');
  await expect
    .poll(async () => (await sent()).filter(({ name }) => name === 'receipts.list').at(-1), { timeout: 20_000 })
    .toMatchObject({ input: { search: '000418' } });
  await close();
});

test.each([
  { name: 'Thank you: headline', isKept: true },
  { name: 'Name of the shop', isKept: true },
  { name: 'Name of the shop', isKept: false },
])(
  'what is typed into "$name" while main still answers stays and is kept next; before it was kept: $isKept',
  async ({ name, isKept }) => {
    const { page, sent, close, toTab, field } = await open();
    await toTab('Settings');
    await toTab('Customer display');
    const input = field(name);
    const answerLate = () =>
      page.evaluate(() => {
        const { promise, resolve } = Promise.withResolvers();
        window.fakeMain.answer({ 'setting.set': promise as never });
        Reflect.set(window, 'answerNow', resolve);
      });
    const answerNow = (answer: unknown) => page.evaluate((result) => Reflect.get(window, 'answerNow')(result), answer);
    const values = async () =>
      (await sent())
        .filter((command) => command.name === 'setting.set')
        .map((command) => JSON.stringify(command.input));
    await answerLate();
    await input.fill('Merci');
    await input.press('Enter');
    await expect.poll(values).toHaveLength(1);
    // As a person types; what a machine types ends with an Enter that is the scanner’s.
    await input.pressSequentially(' vilmal', { delay: 150 });
    await answerNow(isKept ? done(null) : failed('invalid', 'does not fit'));
    await answerLate();
    await input.press('Enter');
    await expect.poll(values).toHaveLength(2);
    expect((await values()).at(-1)).toContain('Merci vilmal');
    expect(await input.inputValue()).toBe('Merci vilmal');
    await close();
  },
);
