import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Launched, launch } from '../electron/launch.ts';
import { tap, tapLabel } from '../electron/tap.ts';
import { seesIn } from './cashier-hands.ts';
import { expectTaps } from './finger.ts';

/** A manager changes the customer display, and customers see the change. The steps follow one another. */

let app: Launched;

beforeAll(async () => {
  app = await launch();
  await tap(app.cashier.getByRole('tab', { name: 'Settings' }));
  await openPage('Customer display');
});
const openPage = (name: string) =>
  tap(app.cashier.getByRole('tablist', { name: 'Settings', exact: true }).getByRole('tab', { name, exact: true }));
afterAll(() => app.close());

const storedValue = (key: string) =>
  expect.poll(() => JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8')).screen?.[key]);

const accentOf = (role: 'cashier' | 'customer') =>
  app[role].evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());

const group = (name: string) => app.cashier.getByRole('radiogroup', { name, exact: true });

test('A manager taps a colour, and both windows use it', async () => {
  const colours = app.cashier.getByRole('listbox', { name: 'Colour of the shop', exact: true });
  await tap(colours.getByRole('option', { name: /magenta/ }));
  await storedValue('accent').toBe('#7a1f5c');
  for (const role of ['cashier', 'customer'] as const) await expect.poll(() => accentOf(role)).toBe('#7a1f5c');
});

test('A manager types own texts, sees them in the preview at once, and a customer reads them', async () => {
  const startsWith = group('Start language');
  await tapLabel(startsWith.getByRole('radio', { name: 'Deutsch', exact: true }));
  await tapLabel(group('Own texts').getByRole('radio', { name: 'Deutsch', exact: true }));
  const title = app.cashier.getByRole('textbox', { name: 'Start screen: headline', exact: true });
  expect(await title.getAttribute('placeholder')).toBe('Ihr Beleg, auf Ihrem Handy');
  await title.fill('Grüezi mitenand');
  await app.cashier.getByText('Grüezi mitenand', { exact: true }).waitFor();
  expect(await app.customer.getByText('Grüezi mitenand').count()).toBe(0);
  await title.press('Enter');
  await seesIn(app.customer, 'Grüezi mitenand');
  // Without a text in this language the app's own text is shown.
  await tapLabel(startsWith.getByRole('radio', { name: 'English', exact: true }));
  await seesIn(app.customer, 'Your receipt, on your phone');
  await title.fill('');
  await title.press('Enter', { delay: 200 });
  await tapLabel(startsWith.getByRole('radio', { name: 'Deutsch', exact: true }));
  await seesIn(app.customer, 'Ihr Beleg, auf Ihrem Handy');
});

test('A manager chooses a screen of the customer display, and the preview shows its text', async () => {
  for (const [name, words] of [
    ['Purchase', 'Ihr Einkauf'],
    ['QR code', 'Ihr Beleg: Code scannen'],
    ['Receipt ready', 'Bezahlt. Beleg jetzt scannen'],
    ['Thank you', 'Vielen Dank'],
  ] as const) {
    await tapLabel(group('Preview shows').getByRole('radio', { name, exact: true }));
    await app.cashier.getByRole('img', { name: `Preview of the customer display: ${name}`, exact: true }).waitFor();
    await app.cashier.getByText(words, { exact: true }).waitFor();
  }
});

test('A manager changes timing, logo and a text with five taps and one line of typing', async () => {
  let taps = 0;
  const counted = async (tapped: Promise<unknown>): Promise<void> => {
    taps += 1;
    await tapped;
  };
  await tap(app.cashier.getByRole('tab', { name: 'Sale' }));
  await counted(tap(app.cashier.getByRole('tab', { name: 'Settings' })));
  await counted(openPage('Customer display'));
  await counted(tapLabel(group('Show the QR code').getByRole('radio', { name: 'After payment', exact: true })));
  const logo = {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: PNG.sync.write(new PNG({ width: 600, height: 200 })),
  };
  const chooser = app.cashier.waitForEvent('filechooser');
  await counted(tap(app.cashier.getByRole('button', { name: 'Choose a logo', exact: true })));
  await (await chooser).setFiles(logo);
  const title = app.cashier.getByRole('textbox', { name: 'Thank you: headline', exact: true });
  await counted(tap(title));
  await title.fill('Merci vilmal');
  await title.press('Enter');
  await storedValue('qrTiming').toBe('after');
  await storedValue('texts').toMatchObject({ de: { thanksTitle: 'Merci vilmal' } });
  await expect.poll(() => readdirSync(join(app.dataDir, 'pictures'))).toHaveLength(1);
  expectTaps('Timing of the QR code, a logo and a text', taps);
});
