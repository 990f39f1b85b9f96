import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAccountFile } from '../../../src-main/settings/account-file.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

test.skipIf(systemLacks('modes'))(
  'an account file writable by a group is refused, since a member could redirect receipts; a readable one is accepted',
  () => {
    const path = join(tempFolder(), 'account.json');
    writeFileSync(path, JSON.stringify({ username: 'till', password: 'told to nobody' }));
    // Root's own group may write the file, so for root the test gives the file to another group.
    if (process.getuid?.() === 0) chownSync(path, 0, 1000);
    chmodSync(path, 0o660);
    expect(readAccountFile(path, process.platform)).toEqual({
      ok: false,
      error: { code: 'invalid', message: `${path} can be written by others. Found mode 660, expected 400 or 440.` },
    });
    chmodSync(path, 0o440);
    expect(readAccountFile(path, process.platform)).toMatchObject({ ok: true, value: { username: 'till' } });
  },
);
