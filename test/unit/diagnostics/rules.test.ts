import { describe, expect, test } from 'vitest';
import { type Installed, noUpdatesReason } from '../../../src-main/diagnostics/update-rules.ts';

describe('updates of an installation', () => {
  const appImage: Installed = {
    platform: 'linux',
    isPackaged: true,
    packed: { publisherName: false },
    isAppImage: true,
    hasUninstaller: false,
  };
  const setUp: Installed = {
    platform: 'win32',
    isPackaged: true,
    packed: { publisherName: true },
    isAppImage: false,
    hasUninstaller: true,
  };

  test.each([
    ['in a checkout', { ...appImage, isPackaged: false }, 'notInstalled'],
    ['if it was packed without an address', { ...appImage, packed: null }, 'noAddress'],
    ['if it is a deb', { ...appImage, isAppImage: false }, 'byPackages'],
    ['if it is an MSI', { ...setUp, hasUninstaller: false }, 'byPackages'],
    ['if it was packed for Windows without a publisher', { ...setUp, packed: { publisherName: false } }, 'notSigned'],
  ] as const)('are impossible %s', (_where, installed, reason) => {
    expect(noUpdatesReason(installed)).toBe(reason);
  });

  test.each([
    ['an AppImage', appImage],
    ['the signed setup program of Windows', setUp],
    ['macOS', { ...setUp, platform: 'darwin', hasUninstaller: false }],
  ] as const)('are possible for %s', (_what, installed) => {
    expect(noUpdatesReason(installed)).toBeNull();
  });
});
