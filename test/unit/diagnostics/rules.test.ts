import { expect, test } from 'vitest';
import { type Installed, noUpdatesReason } from '../../../src-main/diagnostics/update-rules.ts';

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
  ['that is a checkout', { ...appImage, isPackaged: false }, 'notInstalled'],
  ['that was packed without an address', { ...appImage, packed: null }, 'noAddress'],
  ['that is a deb', { ...appImage, isAppImage: false }, 'byPackages'],
  ['that is an MSI', { ...setUp, hasUninstaller: false }, 'byPackages'],
  ['that was packed for Windows without a publisher', { ...setUp, packed: { publisherName: false } }, 'notSigned'],
  ['as an AppImage', appImage, null],
  ['by the signed setup program of Windows', setUp, null],
  ['on macOS', { ...setUp, platform: 'darwin', hasUninstaller: false }, null],
] as const)('an installation %s has this reason against updates (null: none): %s', (_where, installed, reason) => {
  expect(noUpdatesReason(installed)).toBe(reason);
});
