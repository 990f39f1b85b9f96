import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { wakeUp } from '../electron/in-main.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import { runStandIn } from '../electron/run-stand-in.ts';
import { pageOf } from '../electron/running.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { launchApp, onStandInOnly, openStandIn } from './open-app.ts';

describe('on the stand-in for Electron', () => {
  test('a slow keychain delays neither window, and the app is ready once the keychain has answered', async () => {
    onStandInOnly('Playwright holds Electron back until it is attached');
    const dataDir = tempFolder(tmpdir());
    const keychain = await openKeychainSession(dataDir);
    onTestFinished(keychain.close);
    // The first start creates the keys, so that the second one waits only for the keychain.
    await (await launchApp({ dataDir, keychain: 'host', env: keychain.env })).close();
    keychain.hold();
    const { running, output } = await runStandIn({
      env: { ...process.env, ...keychain.env },
      args: ['--data-dir', dataDir, '--training', '--pos-port', '0'],
      dataDir,
      displays: 2,
      headed: false,
      chromium: 'shared',
    });
    onTestFinished(async () => {
      running.process.kill('SIGTERM');
      await output.exit;
      await running.detach().catch(() => undefined);
    });
    let isReady = false;
    const ready = output.ready.then(() => {
      isReady = true;
    });
    const cashier = await pageOf(running, 'cashier');
    await cashier.getByText('Waiting for this computer’s password store.').waitFor();
    const customer = await pageOf(running, 'customer');
    await customer.getByText(/^TRAINING/).waitFor();
    await expect.poll(async () => (await running.windows()).filter(({ visible }) => visible).length).toBe(2);
    expect(isReady).toBe(false);
    keychain.release();
    await ready;
    await cashier.getByText('Waiting for this computer’s password store.').waitFor({ state: 'hidden' });
    await cashier.getByText(/^TRAINING/).waitFor();
  });

  test('the app handles system events: wake-up, end of session, missing preload or frame, shutdown', async () => {
    const app = await openStandIn('nobody can take a frame or a session away from Electron');
    const isLogged = (words: string) => expect.poll(() => app.logs.some((line) => line.includes(words))).toBe(true);
    await app.inMain(wakeUp, null);
    await isLogged('"resumed"');
    await app.happen({ what: 'null-frame', role: 'cashier' });
    const ask = () => app.cashier.evaluate(() => Reflect.get(window, 'bridge').command('pairing.list', null));
    await ask();
    await isLogged('frame-gone');
    expect(await ask()).toMatchObject({ ok: true });
    await app.happen({ what: 'preload-error', role: 'customer' });
    await expect
      .poll(async () => (await app.effects()).find((effect) => effect.startsWith('box')))
      .toBe(
        'box Receipt Companion: A window does not work: files of the app are missing or damaged. Please install the app again.',
      );
    expect(app.logs.some((line) => line.includes('preload-failed') && line.includes('customer'))).toBe(true);
    // At the end of the session the app starts no new work, but it does not quit either.
    await app.happen({ what: 'session-end', role: 'cashier' });
    await isLogged('session-ended');
    expect(app.logs.some((line) => line.includes('quit-requested'))).toBe(false);
    expect(await app.happen({ what: 'shutdown' })).toContain('shutdown held');
    expect(await app.ended).toBe(0);
    const events = app.logs.map((line) => JSON.parse(line).event);
    expect(events.indexOf('app-stopped')).toBeGreaterThan(events.indexOf('quit-requested'));
  });
});
