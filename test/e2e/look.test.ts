import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Launched, launch } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { seesIn } from './cashier-hands.ts';

/** What a manager gives the customers' display, by touch, and what a customer then sees; the steps follow one another. */

let app: Launched;

beforeAll(async () => {
  app = await launch();
  await tap(app.cashier.getByRole('tab', { name: 'Settings' }));
  const pages = app.cashier.getByRole('tablist', { name: 'Settings', exact: true });
  await tap(pages.getByRole('tab', { name: 'Customer display', exact: true }));
});
afterAll(() => app.close());

const kept = (key: string) =>
  expect.poll(() => JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8')).screen?.[key]);

/** The colour that a window wears, as its style sheets read it. */
const accentOf = (role: 'cashier' | 'customer') =>
  app[role].evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());

const group = (name: string) => app.cashier.getByRole('radiogroup', { name, exact: true });

test('A manager taps a colour, and both windows wear it', async () => {
  const colours = app.cashier.getByRole('listbox', { name: 'Colour of the shop', exact: true });
  await tap(colours.getByRole('option', { name: /magenta/ }));
  await kept('accent').toBe('#7a1f5c');
  for (const role of ['cashier', 'customer'] as const) await expect.poll(() => accentOf(role)).toBe('#7a1f5c');
});

test('A manager types a colour that is too light for words, and words on it can still be read', async () => {
  const own = app.cashier.getByRole('textbox', { name: 'Own colour, such as #26338f', exact: true });
  await own.fill('yellow');
  await own.press('Enter');
  await expect.poll(() => own.getAttribute('aria-invalid')).toBe('true');
  await kept('accent').toBe('#7a1f5c');
  await own.fill('#F2E205');
  await own.press('Enter');
  await kept('accent').toBe('#f2e205');
  for (const role of ['cashier', 'customer'] as const) {
    await expect
      .poll(() =>
        app[role].evaluate(() => {
          const { style } = document.documentElement;
          return [style.getPropertyValue('--accent'), style.getPropertyValue('--on-accent')];
        }),
      )
      .toEqual(['#f2e205', '#1c1a17']);
  }
});

test('A manager writes own words, sees them in the preview while typing, and a customer reads them', async () => {
  await tapLabel(group('Own words').getByRole('radio', { name: 'Deutsch', exact: true }));
  const title = app.cashier.getByRole('textbox', { name: 'Start screen: headline', exact: true });
  expect(await title.getAttribute('placeholder')).toBe('Ihr Beleg, auf Ihrem Handy');
  await title.fill('Grüezi mitenand');
  await app.cashier.getByText('Grüezi mitenand', { exact: true }).waitFor();
  expect(await app.customer.getByText('Grüezi mitenand').count()).toBe(0);
  await title.press('Enter');
  await seesIn(app.customer, 'Grüezi mitenand');
  // What is not in this language stays as the program says it.
  await tap(app.customer.getByRole('button', { name: 'English' }));
  await seesIn(app.customer, 'Your receipt, on your phone');
  await title.fill('');
  await title.press('Enter');
  await tap(app.customer.getByRole('button', { name: 'Deutsch' }));
  await seesIn(app.customer, 'Ihr Beleg, auf Ihrem Handy');
});

test('A manager sees each screen in the preview, drawn as the customer sees it', async () => {
  for (const [name, words] of [
    ['Purchase', 'Ihr Einkauf'],
    ['QR code', 'Jetzt Code scannen'],
    ['Receipt ready', 'Ihr Beleg ist da'],
    ['Thank you', 'Vielen Dank'],
  ] as const) {
    await tapLabel(group('Preview shows').getByRole('radio', { name, exact: true }));
    await app.cashier.getByRole('img', { name: `Preview of the customer display: ${name}`, exact: true }).waitFor();
    await app.cashier.getByText(words, { exact: true }).waitFor();
  }
});

test('A manager says how large the display is, and the words on it follow', async () => {
  const sizeOf = () =>
    app.customer
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
  const sizes = group('Size of the display (inches, corner to corner)');
  await tapLabel(sizes.getByRole('radio', { name: '21.5″', exact: true }));
  await kept('inches').toBe(21.5);
  const large = await sizeOf();
  await tapLabel(sizes.getByRole('radio', { name: '7″', exact: true }));
  await kept('inches').toBe(7);
  await expect.poll(sizeOf).not.toBe(large);
});
