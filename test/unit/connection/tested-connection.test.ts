import { expect, test } from 'vitest';
import { createTestedConnection } from '../../../src-main/connection/tested-connection.ts';
import { openSettings } from '../../../src-main/settings/stored-settings.ts';
import { type Connection, endpointOf } from '../../../src-main/shared/connection.ts';
import { createTestLog } from '../../fakes/test-log.ts';

test('the shop name of a set-up code is stored in one write with its connection, and removed with it', () => {
  const writes: unknown[] = [];
  const store = { get: () => ({}), set: (value: unknown) => void writes.push(value), movedTo: null, openedAt: 0 };
  const log = createTestLog();
  const settings = openSettings(store, log);
  const tested = { set: () => undefined, restorePoint: () => () => undefined };
  const parts = { settings, tested, log } as unknown as Parameters<typeof createTestedConnection>[0];
  const testing = createTestedConnection(parts);
  const connection: Connection = {
    ...endpointOf(settings.current().service),
    ...({ mode: 'live', baseUrl: 'https://service.example', authUrl: 'https://sign-in.example' } as const),
  };
  testing.offer(connection, { account: null, shopName: 'Boutique' });
  const before = settings.current();
  const restore = testing.restorePoint();
  testing.save(connection, 'user');
  expect(writes).toHaveLength(1);
  expect(settings.current()).toMatchObject({ mode: 'live', screen: { shopName: 'Boutique' } });
  restore();
  expect(settings.current()).toEqual(before);
});
