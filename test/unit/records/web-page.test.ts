import { expect, test } from 'vitest';
import { openReceiptPage } from '../../../src-main/records/export-files.ts';
import { sampleSale } from '../../fakes/sample-sale.ts';

/** The address that the browser is asked to open; null for nothing. */
async function opened(url: string): Promise<string | null> {
  let page: string | null = null;
  const desktop = {
    openFile: async () => false,
    showInFolder: () => undefined,
    async openPage(address: string) {
      page = address;
      return true;
    },
  };
  await openReceiptPage({ saleRepository: { find: () => sampleSale({ url }) }, desktop }, 'any');
  return page;
}

test.each(['https://receipts.example/r/1', 'http://127.0.0.1:4711/r/1', 'http://localhost:4711/r/1'])(
  '%s is opened in the browser',
  async (address) => {
    expect(await opened(address)).toBe(address);
  },
);

test.each([
  'http://receipts.example/r/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ms-settings:',
  'https://user:secret@receipts.example/',
  'smb://host/share',
  '/r/1',
  '',
])('the address %j of a receipt is not opened', async (address) => {
  expect(await opened(address)).toBeNull();
});
