import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { extractAll } from '@electron/asar';
import { expect, test } from 'vitest';
import { electronBinary } from '../../scripts/electron-binary.ts';
import { posToken, till } from '../app/program.ts';
import { smallBill } from '../app/small-bill.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { seesIn } from './cashier-hands.ts';
import { openApp } from './open-app.ts';

/** The program as it is installed: what was packed, and nothing of the checkout. */

const root = join(import.meta.dirname, '../..');

if (process.platform === 'linux' && electronBinary() === null) {
  test('what was packed starts with the switches of others and a relative folder, and makes a sale', async () => {
    execFileSync(process.execPath, [join(root, 'scripts/package.ts'), '--if-stale'], { cwd: root, stdio: 'inherit' });
    const place = tempFolder(tmpdir());
    const packed = join(place, 'app');
    extractAll(join(root, 'out/linux-unpacked/resources/app.asar'), packed);
    expect(readdirSync(packed).sort()).toEqual(['assets', 'dist', 'node_modules', 'package.json']);
    const dataDir = join(place, 'data');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ computer: { startAtSignIn: true } }));

    const app = await openApp({
      packed,
      dataDir: relative(process.cwd(), dataDir),
      env: { RECEIPT_COMPANION_POS_TOKEN: posToken, HOME: place },
    });
    expect(app.mode).toBe('training');
    // Only what is installed starts with the computer; a checkout never does (start-at-sign-in.test.ts).
    const entry = join(place, '.config/autostart/receipt-companion.desktop');
    expect(readFileSync(entry, 'utf8')).toContain('Type=Application');
    await seesIn(app.cashier, 'TRAINING');
    await app.customer.getByText(/^TRAINING/).waitFor();
    const pos = till(app.posApiUrl);
    const { id } = await pos.json('POST', '/receipts', { reference: 'packed-1', bill: smallBill() });
    expect(await pos.sale(id, ({ state }) => state === 'delivered')).toMatchObject({ reference: 'packed-1' });
  });
}
