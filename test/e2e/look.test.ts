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

const kept = (key: string) =>
  expect.poll(() => JSON.parse(readFileSync(join(app.dataDir, 'settings.json'), 'utf8')).screen?.[key]);

const accentOf = (role: 'cashier' | 'customer') =>
  app[role].evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());

const group = (name: string) => app.cashier.getByRole('radiogroup', { name, exact: true });

test('A manager taps a colour, and both windows use it', async () => {
  const colours = app.cashier.getByRole('listbox', { name: 'Colour of the shop', exact: true });
  await tap(colours.getByRole('option', { name: /magenta/ }));
  await kept('accent').toBe('#7a1f5c');
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

test('A manager sees each screen in the preview, drawn as the customer sees it', async () => {
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

const png = (width: number, height: number, shade: number): Buffer => {
  const picture = new PNG({ width, height });
  picture.data.fill(shade);
  return PNG.sync.write(picture);
};

/** Opens the system's file dialog and chooses these files. */
async function chooseFiles(name: string, ...files: readonly { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = app.cashier.waitForEvent('filechooser');
  await tap(app.cashier.getByRole('button', { name, exact: true }));
  await (await chooser).setFiles([...files]);
}

const pictures = () => readdirSync(join(app.dataDir, 'pictures'));

test('A manager chooses a logo, and a customer sees it in the place of the name', async () => {
  await openPage('Shop');
  const shopName = app.cashier.getByRole('textbox', { name: 'Name of the shop', exact: true });
  await shopName.fill('Boutique Au Lac');
  await shopName.press('Enter');
  await seesIn(app.customer, 'Boutique Au Lac');
  await openPage('Customer display');
  await chooseFiles('Choose a logo', { name: 'logo.png', mimeType: 'image/png', buffer: png(2_400, 600, 200) });
  const logo = app.customer.getByRole('img', { name: 'Boutique Au Lac', exact: true });
  await logo.waitFor();
  // Every picture is drawn again in a limited size.
  const painted = () =>
    logo.evaluate((image) => {
      const { naturalWidth, naturalHeight } = image as HTMLImageElement;
      return [naturalWidth, naturalHeight];
    });
  await expect.poll(painted).toEqual([1_200, 300]);
  expect(pictures()).toHaveLength(1);
  expect(readFileSync(join(app.dataDir, 'pictures', pictures()[0] ?? '')).toString('latin1', 8, 12)).toBe('WEBP');
});

test('A file that is no picture is refused with a message, under any name', async () => {
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "taken"</script></svg>');
  for (const name of ['logo.svg', 'logo.png']) {
    await chooseFiles('Choose a logo', {
      name,
      mimeType: name.endsWith('svg') ? 'image/svg+xml' : 'image/png',
      buffer: script,
    });
    await app.cashier.getByText(`Cannot be shown here: ${name}. Please choose a PNG, JPEG or WebP.`).waitFor();
  }
  expect(pictures()).toHaveLength(1);
});

test('A manager adds two pictures to the start screen and removes one of them, and removes the logo', async () => {
  await chooseFiles(
    'Add pictures',
    { name: 'a.png', mimeType: 'image/png', buffer: png(300, 200, 90) },
    { name: 'b.png', mimeType: 'image/png', buffer: png(200, 300, 160) },
  );
  await app.cashier.getByRole('img', { name: 'Picture 2', exact: true }).waitFor();
  expect(pictures()).toHaveLength(3);
  await tap(app.cashier.getByRole('button', { name: 'Remove picture 1', exact: true }));
  await app.cashier.getByRole('img', { name: 'Picture 2', exact: true }).waitFor({ state: 'detached' });
  await expect.poll(() => pictures().length).toBe(2);
  await tap(app.cashier.getByRole('button', { name: 'Remove the logo', exact: true }));
  await expect.poll(() => app.customer.getByRole('img', { name: 'Boutique Au Lac' }).count()).toBe(0);
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
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: png(600, 200, 120) };
  await counted(chooseFiles('Choose a logo', logo));
  const title = app.cashier.getByRole('textbox', { name: 'Thank you: headline', exact: true });
  await counted(tap(title));
  await title.fill('Merci vilmal');
  await title.press('Enter');
  await kept('qrTiming').toBe('after');
  await kept('texts').toMatchObject({ de: { thanksTitle: 'Merci vilmal' } });
  await app.customer.getByRole('img', { name: 'Boutique Au Lac', exact: true }).waitFor();
  expectTaps('Timing of the QR code, a logo and a text', taps);
});
