import { describe, expect, test } from 'vitest';
import {
  canOpen,
  type Installed,
  isDue,
  type Opens,
  obstacleTo,
  type Release,
  whyNoUpdates,
} from '../../../src-main/diagnostics/update-rules.ts';

const ours = { database: 8, documents: 4 } as const;
const release = (opens: Opens | null, releasedAt: number | null = 0): Release => ({
  version: '1.3.0',
  releasedAt,
  opens,
});
const opensOurs = release({ database: [1, 9], documents: [1, 4] });
const saysNothing = release(null);

describe('another version is installed when the program ends', () => {
  test('where nobody is served and nothing waits', () => {
    expect(obstacleTo(saysNothing, { saleOpen: false, unsent: 0 }, ours)).toBeNull();
  });

  test('never while a sale is open', () => {
    expect(obstacleTo(opensOurs, { saleOpen: true, unsent: 0 }, ours)).toBe('sale');
  });

  test('with receipts that wait, when it says that it opens what this one has written', () => {
    expect(obstacleTo(opensOurs, { saleOpen: false, unsent: 3 }, ours)).toBeNull();
  });

  test.each([
    ['says nothing', null],
    ['opens only older databases', { database: [1, 7], documents: [1, 4] }],
    ['opens only newer databases', { database: [9, 12], documents: [1, 9] }],
    ['opens only older sales', { database: [1, 8], documents: [1, 3] }],
  ] as const)('never over receipts that wait when it %s', (_what, opens) => {
    const found = release(opens === null ? null : { database: [...opens.database], documents: [...opens.documents] });
    expect(obstacleTo(found, { saleOpen: false, unsent: 1 }, ours)).toBe('receipts');
  });

  test('by the system itself only when it opens our files in any case', () => {
    expect([canOpen(opensOurs, ours), canOpen(saysNothing, ours)]).toEqual([true, false]);
  });
});

describe('a till of a later ring', () => {
  const dayMs = 86_400_000;
  const choice = (delayDays: number) => ({ channel: 'stable', delayDays, off: false }) as const;

  test('takes a version when it has been out for as many days as its ring waits', () => {
    expect(isDue(release(null, 0), choice(7), 7 * dayMs - 1)).toBe(false);
    expect(isDue(release(null, 0), choice(7), 7 * dayMs)).toBe(true);
  });

  test('takes none that does not say since when it is out, the first ring does', () => {
    expect(isDue(release(null, null), choice(1), 90 * dayMs)).toBe(false);
    expect(isDue(release(null, null), choice(0), 0)).toBe(true);
  });
});

describe('a program looks for no later version', () => {
  const appImage: Installed = {
    platform: 'linux',
    isPackaged: true,
    packed: { publisherName: false },
    hasKey: true,
    appImage: { writable: true },
    hasUninstaller: false,
  };
  const setUp: Installed = {
    platform: 'win32',
    isPackaged: true,
    packed: { publisherName: true },
    hasKey: true,
    appImage: null,
    hasUninstaller: true,
  };

  test.each([
    ['in a checkout', { ...appImage, isPackaged: false }, 'notInstalled'],
    ['without an address from its packaging', { ...appImage, packed: null }, 'noAddress'],
    ['without the key of its lists', { ...appImage, hasKey: false }, 'noKey'],
    ['without that key on Windows, too', { ...setUp, hasKey: false }, 'noKey'],
    ['from a deb, which the system brings', { ...appImage, appImage: null }, 'byPackages'],
    ['from an AppImage that its user may not replace', { ...appImage, appImage: { writable: false } }, 'notWritable'],
    ['from an MSI, which an administrator brings', { ...setUp, hasUninstaller: false }, 'byPackages'],
    ['on Windows when nobody has signed it', { ...setUp, packed: { publisherName: false } }, 'notSigned'],
  ] as const)('%s', (_where, installed, reason) => {
    expect(whyNoUpdates(installed)).toBe(reason);
  });

  test.each([
    ['an AppImage', appImage],
    ['what the signed setup program of Windows installed', setUp],
    ['macOS, which looks at the signature itself', { ...setUp, platform: 'darwin', hasUninstaller: false }],
  ] as const)('but %s does', (_what, installed) => {
    expect(whyNoUpdates(installed)).toBeNull();
  });
});
