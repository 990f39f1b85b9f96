import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { choose, tap } from '../electron/tap.ts';
import { openApp } from './open-app.ts';

/** Somebody on the telephone with support, by touch. */

test('how things stand is one page, the file for support is written once its contents were seen, and one touch changes the key', async () => {
  const app = await openApp();
  const button = (name: string) => app.cashier.getByRole('button', { name, exact: true });
  const openTab = (name: string) => tap(app.cashier.getByRole('tab', { name, exact: true }));
  await openTab('Settings');
  await openTab('Service');
  const health = app.cashier.getByRole('list', { name: 'Diagnostics' });
  await health
    .getByRole('listitem')
    .filter({ hasText: /Receipt service.*Online/ })
    .waitFor();
  await health
    .getByRole('listitem')
    .filter({ hasText: /Tills.*0 paired.*127\.0\.0\.1/ })
    .waitFor();
  await app.displays.unplug();
  await health
    .getByRole('listitem')
    .filter({ hasText: /Customer display.*No customer display/ })
    .waitFor();

  expect(await button('Save the file').count()).toBe(0);
  await tap(button('Show what is in it'));
  const shown = app.cashier.getByRole('list', { name: 'File for support' }).getByRole('listitem');
  await shown.filter({ hasText: 'log.jsonl' }).waitFor();
  expect(await shown.count()).toBe(4);
  await tap(button('Save the file'));
  const saved = await app.cashier.getByText(/^Saved as .*\.zip$/).textContent();
  const files = unzipSync(readFileSync(saved?.replace('Saved as ', '') ?? ''));
  expect(Object.keys(files)).toEqual(['about.json', 'health.json', 'settings.json', 'log.jsonl']);
  expect(strFromU8(files['log.jsonl'] ?? new Uint8Array())).toContain('"event":"app-started"');

  await openTab('Expert');
  await tap(button('What the program did'));
  const log = app.cashier.getByRole('region', { name: 'What the program did' });
  await log.getByText('app-started', { exact: true }).waitFor();
  await choose(log.getByRole('radio', { name: 'Errors', exact: true }));
  await log.getByText('app-started', { exact: true }).waitFor({ state: 'detached' });

  // One touch changes the key that receipts are encrypted with.
  await tap(button('Encryption'));
  const encryption = app.cashier.getByRole('region', { name: 'Encryption' });
  await tap(encryption.getByRole('button', { name: 'Change the key' }));
  await encryption.getByRole('status').filter({ hasText: 'The key was changed.' }).waitFor();
});
