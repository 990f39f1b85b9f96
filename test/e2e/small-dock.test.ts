import { expect, test } from 'vitest';
import type { CashierView } from '../../src-main/shared/views.ts';
import { saleScenes } from '../fakes/sample-views.ts';
import { cashiersOfFile } from './windows-of-file.ts';

/** The closed dock: its texts, how it opens and how it moves. dock-side.test.ts covers its position. */

const openCashier = cashiersOfFile();

async function openDock(part: Partial<CashierView>, size = { width: 260, height: 180 }) {
  const opened = await openCashier({ ...part, form: 'dock' }, { size });
  const actionNames = () => opened.page.getByRole('region', { name: 'Actions' }).getByRole('button').allInnerTexts();
  return { ...opened, actionNames, dock: () => opened.page.evaluate(() => window.fakeMain.dock) };
}

test('the small dock shows amount, state and two actions of a sale, or "New receipt" without a sale', async () => {
  const { page, showPart, actionNames } = await openDock({});
  expect(await actionNames()).toEqual(['New receipt']);
  await showPart(saleScenes.open);
  await page.getByRole('heading', { name: '€1,284.50', exact: true }).waitFor();
  expect(await actionNames()).toEqual(['Digital', 'Paper given']);
  await showPart(saleScenes.delivered);
  await page.getByText('Delivered', { exact: true }).waitFor();
  expect(await actionNames()).toEqual(['Paper given', 'Next customer']);
});

test('the small dock performs a touched action at once, without opening the panel', async () => {
  const { touch, sent, dock } = await openDock(saleScenes.open);
  await touch('Paper given');
  expect(await sent()).toEqual([{ name: 'sale.print', input: { saleId: saleScenes.open.sale.id } }]);
  expect(await dock()).toEqual([]);
});

test('the small dock opens the panel for a new receipt, and shows the number of refused receipts and notices', async () => {
  const { touch, showPart, dock } = await openDock({});
  await touch('New receipt');
  const { status } = saleScenes.notices;
  await showPart({ ...saleScenes.notices, status: { ...status, attention: 2 } });
  // Two receipts and three notices.
  await touch('Open the panel. 5 need attention');
  expect(await dock()).toEqual([true, true]);
});

test('the small dock follows a sliding finger, and does not move under a touch', async () => {
  const { page, dock } = await openDock(saleScenes.open);
  const box = await page.getByRole('heading', { name: '€1,284.50', exact: true }).boundingBox();
  if (box === null) throw new Error('no amount');
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 12, box.y + 12);
  await page.mouse.up();
  expect(await dock()).toEqual([]);
  await page.mouse.down();
  await page.mouse.move(box.x + 42, box.y + 112);
  await page.mouse.up();
  expect(await dock()).toMatchObject([{ isDropped: false }, { isDropped: true }]);
});

test('the panel becomes small after a touch on "Make the panel small", and when its sale is closed', async () => {
  const { touch, showPart, dock } = await openDock(saleScenes.open, { width: 360, height: 768 });
  await touch('Make the panel small');
  expect(await dock()).toEqual([false]);
  await showPart({});
  expect(await dock()).toEqual([false, false]);
});
