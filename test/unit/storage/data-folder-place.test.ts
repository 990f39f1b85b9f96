import { describe, expect, test } from 'vitest';
import { windowsDataDir } from '../../../src-main/config.ts';
import { isShare } from '../../../src-main/storage/data-folder.ts';

describe('on Windows', () => {
  test.each([
    ['\\\\server\\users\\anna\\data', true],
    ['\\\\?\\UNC\\server\\users\\anna', true],
    ['\\\\?\\C:\\data', false],
    ['C:\\Users\\anna\\AppData\\Local\\Receipt Companion', false],
  ])('%s is on another computer: %s', (path, expected) => {
    expect(isShare('win32', path)).toBe(expected);
  });

  test('data lie where the profile does not roam', () => {
    const local = 'D:\\anna\\Local';
    expect(windowsDataDir('win32', { LOCALAPPDATA: local, APPDATA: 'D:\\anna\\Roaming' }, 'C:\\Users\\anna')).toBe(
      'D:\\anna\\Local\\Receipt Companion',
    );
    expect(windowsDataDir('win32', {}, 'C:\\Users\\anna')).toBe('C:\\Users\\anna\\AppData\\Local\\Receipt Companion');
  });
});

test('elsewhere a path may begin as it likes, and data lie where Electron puts them', () => {
  expect(isShare('linux', '\\\\odd')).toBe(false);
  expect(windowsDataDir('linux', {}, '/home/anna')).toBeNull();
});
