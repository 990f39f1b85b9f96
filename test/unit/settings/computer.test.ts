import { expect, test } from 'vitest';
import { programOfWindows, thisComputer } from '../../../src-main/settings/computer.ts';

const guid = 'MachineGuid    REG_SZ    0f5e2a61-0000-4000-8000-000000000001';
const refuse = (): never => {
  throw new Error('EACCES');
};

test('Windows is asked for its id by a program with its full path', () => {
  const asked: string[] = [];
  const ask = (program: string): string => {
    asked.push(program);
    return guid;
  };
  const { id } = thisComputer('state', { platform: 'win32', ask, env: { SystemRoot: 'D:\\Windows' } });
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(asked).toEqual(['D:\\Windows\\System32\\reg.exe']);
});

test.each([
  ['refuses', refuse],
  ['answers something else', () => 'ERROR: Registry editing has been disabled by your administrator.'],
])('a system that %s leaves the computer unknown, which does not count as another computer', (_what, ask) => {
  for (const platform of ['win32', 'darwin'] as const) expect(thisComputer('state', { platform, ask }).id).toBeNull();
});

test.each([undefined, '', 'C:\\Users\\anna\\Windows', '\\\\server\\windows', '.\\windows'])(
  'the environment names no other folder of Windows: %j',
  (SystemRoot) => {
    expect(programOfWindows('reg.exe', { SystemRoot })).toBe('C:\\Windows\\System32\\reg.exe');
  },
);
