import { describe, expect, test } from 'vitest';
import { windowsDataDir } from '../../../src-main/config.ts';
import { finalPath, isShare, networkFileSystem } from '../../../src-main/storage/data-folder.ts';

describe('on Windows', () => {
  test.each([
    ['\\\\server\\users\\anna\\data', true],
    ['\\\\?\\UNC\\server\\users\\anna', true],
    ['\\\\?\\C:\\data', false],
    ['C:\\Users\\anna\\AppData\\Local\\Receipt Companion', false],
  ])('%s is on another computer: %s', (path, expected) => {
    expect(isShare('win32', path)).toBe(expected);
  });

  test('the data folder is in the part of the profile that does not roam', () => {
    const local = 'D:\\anna\\Local';
    expect(windowsDataDir('win32', { LOCALAPPDATA: local, APPDATA: 'D:\\anna\\Roaming' }, 'C:\\Users\\anna')).toBe(
      'D:\\anna\\Local\\Receipt Companion',
    );
    expect(windowsDataDir('win32', {}, 'C:\\Users\\anna')).toBe('C:\\Users\\anna\\AppData\\Local\\Receipt Companion');
  });
});

test('a disk without final paths, such as a RAM disk, is distinguished from a broken disk', () => {
  const native = (): never => {
    throw Object.assign(new Error('EISDIR: illegal operation on a directory'), { code: 'EISDIR' });
  };
  expect(() => finalPath(import.meta.dirname, native)).toThrow('such as a RAM disk');
  expect(() => finalPath('/nowhere/at/all', native)).toThrow('ENOENT');
});

test('on Linux no path counts as a share, and the data folder is where Electron puts it', () => {
  expect(isShare('linux', '\\\\odd')).toBe(false);
  expect(windowsDataDir('linux', {}, '/home/anna')).toBeNull();
});

const mounts = `22 1 8:1 / / rw - ext4 /dev/sda1 rw
40 22 0:44 / /mnt/shop rw,relatime shared:3 - nfs4 server:/shop rw
41 22 0:45 / /mnt/with\\040space rw - cifs //server/share rw
42 40 8:2 / /mnt/shop/local rw - xfs /dev/sdb1 rw
43 22 0:46 / /home/anna/far rw - fuse.sshfs anna@far: rw
44 22 0:47 / /home/anna/vault rw - fuse.gocryptfs /home/anna/.vault rw`;

test.each([
  ['/mnt/shop', 'nfs4'],
  ['/mnt/shop/receipts', 'nfs4'],
  ['/mnt/shop/local/receipts', null],
  ['/mnt/shopping', null],
  ['/mnt/with space/receipts', 'cifs'],
  ['/home/anna/far/receipts', 'fuse.sshfs'],
  ['/home/anna/vault', null],
  ['/srv', null],
])('on Linux the path %s is on the network file system %s (null: on none)', (path, expected) => {
  expect(networkFileSystem(mounts, path)).toBe(expected);
});
