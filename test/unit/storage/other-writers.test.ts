import { expect, test } from 'vitest';
import { type Guarded, otherWriters } from '../../../src-main/storage/data-folder.ts';

const till = { uid: 1000, platform: 'linux' } as const;
const folder: Guarded = {
  path: '/srv/receipts',
  isFolder: true,
  isWhole: true,
  servesOthers: false,
  isFixed: false,
  uid: 1000,
  gid: 1000,
  mode: 0o40700,
};

test.each<[string, Partial<Guarded>]>([
  ['only for its owner', {}],
  ['read by others', { mode: 0o40755, servesOthers: true }],
  ['owned by root', { uid: 0, gid: 0, mode: 0o40755 }],
  ['written by the group of administrators', { gid: 0, mode: 0o40775 }],
  ['on a disk without modes that is mounted for one user', { isFixed: true, mode: 0o40755 }],
])('%s: the folder is accepted', (_what, more) => {
  expect(otherWriters({ ...folder, ...more }, till)).toBeNull();
});

test('a folder that group 80 may write is accepted only on macOS, where it is the group of administrators', () => {
  expect(otherWriters({ ...folder, gid: 80, mode: 0o40775 }, { ...till, platform: 'darwin' })).toBeNull();
  expect(otherWriters({ ...folder, gid: 80, mode: 0o40775 }, till)).not.toBeNull();
});

test.each<[string, Partial<Guarded>, string]>([
  ['it contains files of others', { mode: 0o40777, servesOthers: true }, `chmod go-w '/srv/receipts'`],
  ['a group may write', { mode: 0o40770, servesOthers: true }, `chmod go-w '/srv/receipts'`],
  ['a quote in its name', { path: "/srv/o'hara", mode: 0o40777 }, `chmod go-w '/srv/o'\\''hara'`],
  ['root owns it and a group may write', { uid: 0, mode: 0o42775 }, `sudo chown -R 1000 '/srv/receipts'`],
  ['/tmp', { path: '/tmp', uid: 0, gid: 0, mode: 0o41777 }, `--data-dir '/tmp/receipt-companion'`],
  ['/tmp, for root itself', { path: '/tmp', mode: 0o41777 }, `--data-dir '/tmp/receipt-companion'`],
  [
    'another user owns it, with files of others',
    { uid: 1001, servesOthers: true, mode: 0o40777 },
    `--data-dir '/srv/receipts/receipt-companion'`,
  ],
  ['another user owns it', { uid: 1001 }, `sudo chown -R 1000 '/srv/receipts'`],
  ['a disk without modes', { isFixed: true, mode: 0o40777 }, 'umask=077'],
  // Not chown: if the file belonged to the user of the program, the program would use it.
  ['a file of another user', { isWhole: false, isFolder: false, uid: 1001 }, `sudo mv '/srv/receipts' /root/`],
])('others may write, %s: the message names the owner and the remedy', (_what, more, corrected) => {
  const found = { ...folder, ...more };
  const message = otherWriters(found, till) ?? '';
  expect(message).toContain(found.path);
  expect(message).toContain(`user ${found.uid}`);
  expect(message.endsWith(corrected) || message.includes(`(${corrected})`)).toBe(true);
});

test('root, with write access to the folder of another user, is asked to start as that user', () => {
  const message = otherWriters({ ...folder, uid: 1001 }, { ...till, uid: 0 });
  expect(message).toContain(
    'Found user 1001, expected user 0, who runs this program. Start the program as user 1001, or',
  );
});
