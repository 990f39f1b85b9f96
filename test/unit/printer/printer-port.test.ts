import { expect, test } from 'vitest';
import { createNotify, createPrinterPort } from '../../../src-main/printer/printer-port.ts';
import type { NoticeCode } from '../../../src-main/shared/notice-codes.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import { createTestLog } from '../../fakes/test-log.ts';

function openPort() {
  const raised = new Set<NoticeCode>();
  const notify = createNotify(() => ({
    current: () => [...raised],
    raise: (code) => void raised.add(code),
    settle: (code) => void raised.delete(code),
  }));
  const metrics = { count: () => undefined, measure: () => undefined };
  const port = createPrinterPort({ log: createTestLog(), metrics, notify, setRelay: () => undefined });
  const apply = (listen: string) => port.apply(settingsSchema.parse({ printer: { listen, target: '127.0.0.1:9101' } }));
  return { port, apply, raised };
}

test('a job that misses the printer raises a notice until one arrives, and a computer that is not listed another', () => {
  const { port, apply, raised } = openPort();
  apply('127.0.0.1:9100');
  port.note({ kind: 'connection', outcome: 'printer-unreachable', brokenBy: null, delaysMs: [] });
  port.note({ kind: 'connection', outcome: 'not-allowed', brokenBy: null, delaysMs: [] });
  expect([port.state(), ...raised]).toEqual(['printerAway', 'printerUnreachable', 'printerConnectionRefused']);
  port.note({ kind: 'printerReached' });
  expect([port.state(), ...raised]).toEqual(['ready', 'printerConnectionRefused']);
});

test('a late message of the relay does not change the state after the port was switched off', async () => {
  const { port, apply, raised } = openPort();
  apply('127.0.0.1:9100');
  port.note({ kind: 'printerReached' });
  apply('');
  port.note({ kind: 'opened', address: '127.0.0.1:9100' });
  port.note({ kind: 'portRefused', address: '127.0.0.1:9100', code: 'EACCES' });
  port.note({ kind: 'connection', outcome: 'broken', brokenBy: 'printer', delaysMs: [] });
  expect([port.state(), port.address(), [...raised]]).toEqual(['off', null, []]);
  apply('127.0.0.1:9100');
  expect(port.state()).toBe('opening');
  port.note({ kind: 'opened', address: '127.0.0.1:9100' });
  expect(await port.opened()).toBe('127.0.0.1:9100');
});
