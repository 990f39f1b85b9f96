import { expect, test } from 'vitest';
import { holderOfPort } from '../../../src-main/tills/port-holder.ts';

/** The output of a German Windows 11. */
const sockets = [
  '  Proto  Lokale Adresse         Remoteadresse          Status           PID',
  '  TCP    127.0.0.1:51600        127.0.0.1:17351        HERGESTELLT      977',
  '  TCP    127.0.0.1:17351        0.0.0.0:0              ABHÖREN          4711',
].join('\r\n');

test.each([
  [17_351, '"Receipt Companion.exe","4711","RDP-Tcp#3","2","98.304 K"\r\n', 'Receipt Companion.exe, RDP-Tcp#3'],
  [17_351, 'INFORMATION: Es werden keine Aufgaben ausgeführt.\r\n', null],
  [17_352, '', null],
])('Windows reports the program and the session that use port %i', async (port, tasks, holder) => {
  const asked: string[] = [];
  const ask = (program: string, args: readonly string[]) => {
    asked.push(`${program} ${args.join(' ')}`);
    return Promise.resolve(program.endsWith('netstat.exe') ? sockets : tasks);
  };
  expect(await holderOfPort(port, { platform: 'win32', ask, folder: 'D:\\Windows' })).toBe(holder);
  expect(asked.at(0)).toBe('D:\\Windows\\System32\\netstat.exe -ano');
  if (port === 17_351) expect(asked.at(1)).toContain('tasklist.exe /fi PID eq 4711');
});

test('no holder of the port is named without an answer of the system', async () => {
  const ask = () => Promise.reject(new Error('EACCES'));
  expect(await holderOfPort(17_351, { platform: 'win32', ask })).toBeNull();
});
