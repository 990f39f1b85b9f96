import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQr } from '../electron/decode-qr.ts';
import { openedExternally } from '../electron/in-main.ts';
import { tap } from '../electron/tap.ts';
import { volume } from '../fakes/drawn.ts';
import { manyReceipts } from '../fixtures/receipts/valid-bills.ts';
import { actionsIn } from './cashier-hands.ts';
import { openTillApp, type TillApp } from './open-till.ts';

/** Customer service at a live till from the first customer to the deletion, step by step. */

let customerService: TillApp;
const number = 'customer-4711';

beforeAll(async () => {
  customerService = await openTillApp({ hasPartner: true });
});
afterAll(() => customerService.close());

const { press, openTab, fill, sees, saleIs } = actionsIn(() => customerService.app.cashier);
const heading = (name: string) => customerService.app.cashier.getByRole('heading', { name, exact: true });
const rows = () =>
  customerService.app.cashier.getByRole('region', { name: 'Receipts of this customer' }).getByRole('listitem');

test('a cashier opens a customer by number and loyalty card and reads that the customer was just created', async () => {
  await openTab('Customer service');
  await fill('Customer number', number);
  await press('Add a loyalty card');
  await press('Remove loyalty card 1');
  await press('Add a loyalty card');
  await fill('Number of loyalty card 1', 'card-1');
  await fill('Name of loyalty card 1', 'Club');
  await press('Open or create');
  await heading(number).waitFor();
  await sees('Just created');
  await sees('No receipts yet.');
  expect(customerService.simulator.ledger().partner.filter(({ kind }) => kind === 'userCreated')).toHaveLength(1);
});

test('the window shows the access code for a phone but no customer number, until "Hide the code" removes the code', async () => {
  await press('Access for the phone');
  const code = customerService.app.cashier.getByRole('img', { name: 'QR code with access for the customer’s phone' });
  const access = JSON.parse(await readQr(code));
  await sees('The customer scans this code with the app. It is shown this once and not kept.');
  expect(access).toEqual({
    id: expect.any(String),
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
    expiresIn: expect.any(String),
  });
  expect(await customerService.app.cashier.getByText(number).count()).toBe(0);
  // The button that hides a secret must be obvious.
  await customerService.app.cashier.setViewportSize({ width: 1024, height: 768 });
  const hide = customerService.app.cashier.getByRole('button', { name: 'Hide the code', exact: true });
  const isInSight = () =>
    hide.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height - 4));
    });
  await expect.poll(isInSight).toBe(true);
  await press('Hide the code');
  await heading(number).waitFor();
  expect(await code.count()).toBe(0);
  expect(customerService.app.logs.join('\n')).not.toContain(access.accessToken);
});

test('a receipt that was just sold is added to the customer and listed at once', async () => {
  await openTab('Sale');
  for (const key of '1234') await press(key);
  await press('Show QR');
  await press('Paid cash');
  await saleIs('Delivered');
  await openTab('Customer service');
  expect(await customerService.app.cashier.getByText(number).count()).toBe(0);
  const open = async (): Promise<void> => {
    await fill('Customer number', number);
    await press('Open or create');
  };
  await press('Add a loyalty card');
  await fill('Number of loyalty card 1', 'card-2');
  await open();
  await sees(/^Created at this till before\. The loyalty cards were not sent: /);
  await press('Close and clear the screen');
  await open();
  await sees('Created at this till before');
  await fill('ID or address of the receipt', customerService.simulator.ledger().bills.at(-1)?.billId ?? '');
  await press('Add to this customer');
  await sees('The receipt now belongs to this customer.');
  await rows().filter({ hasText: '€12.34' }).waitFor();
});

const inList = volume(250, 2);
test(`${inList} receipts are read page by page, forward and back, and the window holds one page at a time`, async () => {
  const created = customerService.simulator.ledger().partner.find((action) => action.kind === 'userCreated');
  customerService.simulator.addReceipts(created?.userId ?? '', manyReceipts(inList - 1));
  await press('Load again');
  const pages = Math.ceil(inList / 50);
  const textsOn = async (page: number): Promise<readonly string[]> => {
    await sees(page === 1 ? new RegExp(`^${inList} receipts$`) : `${inList} receipts · Page ${page}`);
    const texts = await rows().allTextContents();
    expect(texts.length).toBeLessThanOrEqual(50);
    return texts;
  };
  const forward = [await textsOn(1)];
  for (let page = 2; page <= pages; page += 1) {
    await press('Next page');
    forward.push(await textsOn(page));
  }
  expect(forward.flat()).toHaveLength(inList);
  for (let page = pages - 1; page > 0; page -= 1) {
    await press('Previous page');
    expect(await textsOn(page)).toEqual(forward[page - 1]);
  }
  await press('Next page');
  await textsOn(2);
});

test('the PDF of a receipt contains its amount, is saved, and is opened by the computer', async () => {
  await openTab('Sale');
  await openTab('Customer service');
  await fill('Customer number', number);
  await press('Open or create');
  await expect.poll(() => rows().count()).toBeGreaterThan(0);
  const all = await rows().allTextContents();
  const only = all.find((words) => all.filter((other) => other === words).length === 1) ?? '';
  const [amount = ''] = /[\d,]+\.\d{2}/.exec(only) ?? [];
  await tap(rows().filter({ hasText: only }).getByRole('button'));
  const line = customerService.app.cashier.getByText(/\.pdf/);
  await line.waitFor();
  const [path = ''] = /\/.*\.pdf/.exec((await line.textContent()) ?? '') ?? [];
  expect(execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })).toContain(amount);
  await expect.poll(() => customerService.app.inMain(openedExternally, null)).toContain(`open ${path}`);
  await sees(`Saved as ${path}`);
});

test('the page of the customer window does not contain the customer number', async () => {
  expect(await customerService.app.customer.content()).not.toContain(number);
});
