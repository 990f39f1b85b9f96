import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { extractAll } from '@electron/asar';
import { expect, test } from 'vitest';
import { posClient, posToken } from '../app/program.ts';
import { smallBill } from '../app/small-bill.ts';
import { ordersVariable, plainOrders } from '../electron/stand-in/orders.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { seesIn } from './cashier-hands.ts';
import { onStandInOnly, openStandIn } from './open-app.ts';

const root = join(import.meta.dirname, '../..');
const hooks = join(root, 'test/electron/stand-in/hooks.ts');

test('the packed app starts with foreign switches and a relative folder, delivers a receipt and runs its commands', async () => {
  onStandInOnly('hosted steps install and start what was packed with Electron');
  execFileSync(process.execPath, [join(root, 'scripts/package.ts'), '--if-stale'], { cwd: root, stdio: 'inherit' });
  const place = tempFolder(tmpdir());
  const packed = join(place, 'app');
  extractAll(join(root, 'out/linux-unpacked/resources/app.asar'), packed);
  expect(readdirSync(packed).sort()).toEqual(['assets', 'dist', 'node_modules', 'package.json']);
  const dataDir = join(place, 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ computer: { startAtSignIn: true } }));

  const app = await openStandIn('the same', {
    packed,
    dataDir: relative(process.cwd(), dataDir),
    env: { RECEIPT_COMPANION_POS_TOKEN: posToken, HOME: place },
  });
  expect(app.mode).toBe('training');
  // The packed program counts as installed, so it can start with the computer (test/unit/shell/desktop.test.ts).
  const entry = join(place, '.config/autostart/receipt-companion.desktop');
  expect(readFileSync(entry, 'utf8')).toContain('Type=Application');
  await seesIn(app.cashier, 'TRAINING');
  await app.customer.getByText(/^TRAINING/).waitFor();
  const pos = posClient(app.posApiUrl);
  const { id } = await pos.json('POST', '/receipts', { reference: 'packed-1', bill: smallBill() });
  expect(await pos.sale(id, ({ state }) => state === 'delivered')).toMatchObject({ reference: 'packed-1' });

  // Runs a command beside the running program. A script reads the exit code, and no message box opens.
  const command = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['--import', hooks, join(packed, 'dist/main/main.js'), ...words], {
      timeout: 60_000,
      encoding: 'utf8',
      env: {
        ...process.env,
        HOME: place,
        RECEIPT_COMPANION_POS_TOKEN: posToken,
        [ordersVariable]: JSON.stringify({ ...plainOrders(join(place, 'chromium')), packed }),
      },
    });
  const receipt = fileWith(JSON.stringify({ reference: 'packed-2', bill: smallBill() }));
  const { port } = new URL(app.posApiUrl);
  const sent = command('send', receipt, '--wait', '--pos-port', port);
  expect(sent).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(sent.stdout)).toMatchObject({ reference: 'packed-2', state: 'delivered' });
  expect(command('send', '/nowhere', '--pos-port', port)).toMatchObject({ status: 2, stdout: '' });
  const wrong = command('--check-policy', fileWith('{"receiptCompanionPolicy":1,"pin":"1234"}'));
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toContain('/pin: found text of 4 characters, expected an object');
  expect(JSON.parse(command('--hash-pin', fileWith('4711\n')).stdout)).toHaveProperty('key');
  expect(command('--hash-pin', '-')).toMatchObject({ status: 1, stdout: '' });
  await app.close();
  expect(command('send', receipt, '--pos-port', port)).toMatchObject({ status: 4, stdout: '' });
});
