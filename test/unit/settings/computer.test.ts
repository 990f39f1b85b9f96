import { expect, test } from 'vitest';
import { thisComputer, windowsFolder } from '../../../src-main/settings/computer.ts';

const guid = 'MachineGuid    REG_SZ    0f5e2a61-0000-4000-8000-000000000001';
const refuse = (): never => {
  throw new Error('EACCES');
};

test('the id of a Windows computer is read by a program with a full path', () => {
  const accounts: string[] = [];
  const ask = (program: string): string => {
    accounts.push(program);
    return guid;
  };
  const { id } = thisComputer('state', { platform: 'win32', ask, folder: 'D:\\Windows' });
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(accounts).toEqual(['D:\\Windows\\System32\\reg.exe']);
});

test.each([
  ['refuses', refuse],
  ['answers with an error text', () => 'ERROR: Registry editing has been disabled by your administrator.'],
])('a system that %s leaves the id of the computer unknown (null)', (_what, ask) => {
  for (const platform of ['win32', 'darwin'] as const) expect(thisComputer('state', { platform, ask }).id).toBeNull();
});

test('the folder of Windows has the name that the kernel gives, or the usual name without it', () => {
  expect(windowsFolder((path) => (path === '\\\\?\\GLOBALROOT\\SystemRoot' ? 'D:\\Windows' : ''))).toBe('D:\\Windows');
  expect(windowsFolder(refuse)).toBe('C:\\Windows');
});
