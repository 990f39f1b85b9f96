import { expect, test } from 'vitest';
import { mayBeOpened } from '../../../src-main/records/export-files.ts';

test.each(['https://receipts.example/r/1', 'http://127.0.0.1:4711/r/1', 'http://localhost:4711/r/1'])(
  '%s is opened in the browser',
  (address) => {
    expect(mayBeOpened(address)).toBe(true);
  },
);

test.each([
  'http://receipts.example/r/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ms-settings:',
  'https://user:secret@receipts.example/',
  'smb://host/share',
  '/r/1',
  '',
])('%s stays shut', (address) => {
  expect(mayBeOpened(address)).toBe(false);
});
