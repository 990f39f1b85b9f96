import { describe, expect, test } from 'vitest';
import { openReceiptPage } from '../../../src-main/records/commands.ts';
import { isShownAddress } from '../../../src-main/service/described.ts';
import { addressFault } from '../../../src-main/shared/service-address.ts';
import { originSchema } from '../../../src-main/shared/settings.ts';
import { setupCodeSchema } from '../../../src-main/shared/setup-code.ts';
import { sampleSale } from '../../fakes/sample-sale.ts';

const deceptive = [
  ['plain http to another computer', 'http://receipts.example/1'],
  ['a backslash', 'https://receipts.example\\@evil.example/1'],
  ['a right-to-left override', 'https://receipts.example/\u202egnp.1'],
  ['an invisible character in the host', 'https://receipts\u200b.example/1'],
  ['an invisible character in the path', 'https://receipts.example/1\u2060'],
  ['a blank', 'https://receipts.example/1 2'],
  ['a control character', 'https://receipts.example/1\u0007'],
  ['a user name', 'https://receipts.example@evil.example/1'],
  ['a user name and a password', 'https://user:secret@service.example'],
  ['a user name before another computer', 'http://127.0.0.1@evil.example'],
  ['plain http in capital letters', 'HTTP://service.example'],
  ['plain http to an address of this network', 'http://192.168.1.20:8080/token'],
  ['a host that begins like this computer', 'http://localhost.example'],
  ['a host that begins with the address of this computer', 'http://127.0.0.1.example'],
  ['no protocol', 'service.example'],
  ['another protocol', 'javascript:alert(1)'],
  ['a protocol of files', 'ftp://service.example'],
] as const;

const setupCode = (baseUrl: string) =>
  setupCodeSchema.safeParse({
    ...{ receiptCompanion: 1, baseUrl, authUrl: 'https://auth.example', clientId: 'c', scopeBase: 's' },
  });

/** The pages that the browser opens for this address of a receipt, and the code of a refusal. */
async function opening(url: string): Promise<readonly string[]> {
  const pages: string[] = [];
  const openPage = async (page: string) => pages.push(page) > 0;
  const desktop = { openFile: async () => false, showInFolder: () => undefined, openPage };
  const opened = await openReceiptPage({ saleRepository: { find: () => sampleSale({ url }) }, desktop }, 'any');
  return opened.ok ? pages : [...pages, opened.error.code];
}

describe('an address from outside the app', () => {
  test.each(deceptive)('%s is refused in a QR code, in a set-up code and in the browser', async (_what, address) => {
    expect(addressFault(address)).not.toBeNull();
    expect(isShownAddress(address)).toBe(false);
    expect(setupCode(address).success).toBe(false);
    expect(await opening(address)).toEqual(['notAllowed']);
  });

  test.each([
    'https://receipts.example/1?a=b#c',
    'HTTPS://receipts.example',
    'http://127.0.0.1:8080/1',
    'http://localhost:8080/token',
    'http://[::1]:8080',
    'https://m\u00fcller.example/\u00e4',
  ])('%s is accepted in a QR code, in a set-up code and in the browser', async (address) => {
    expect(isShownAddress(address)).toBe(true);
    expect(setupCode(address).success).toBe(true);
    expect(await opening(address)).toEqual([new URL(address).href]);
  });
});

test.each([
  'https://till.example/',
  'https://TILL.example',
  'https://till.example:443',
  'https://till.example\\evil',
  'https://till\u200b.example',
  'https://\u202etill.example',
  'https://shop@till.example',
  'ftp://till.example',
])('the origin %j is refused, because no browser writes it so', (origin) => {
  expect(originSchema.safeParse(origin).success).toBe(false);
  for (const own of ['https://till.example', 'https://till.example:8443', 'http://till.shop.lan', 'http://127.0.0.1:3'])
    expect(originSchema.safeParse(own).success, own).toBe(true);
});
