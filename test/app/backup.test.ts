import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { exportKey } from '../../src-main/settings/key-file.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { keyMark } from '../../src-main/storage/encryption.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openShops, type Shops } from './moved-data.ts';
import { connectedTo, posToken, startProgram } from './processes.ts';
import { exec, programEnv, programFile } from './program.ts';
import { openShop } from './shop.ts';
import { smallBill } from './small-bill.ts';
import { unwrap } from './test-app.ts';

/** Follows docs/backup.md on two computers. Its commands for Linux are copied unchanged. */

const document = readFileSync(join(import.meta.dirname, '../../docs/backup.md'), 'utf8');
const commandsOf = (title: string): string =>
  new RegExp(`^## ${title}\n.*?^\`\`\`sh\n(.*?)^\`\`\`$`, 'ms').exec(document)?.[1] ?? '';

const passphrase = 'correct horse battery staple';

/** A computer with a separate home and keychain, on which the app is connected to the service of the shop. */
async function openComputer(shop: Shops) {
  const home = tempFolder();
  const keychain = await openKeychainSession(tempFolder());
  onTestFinished(() => keychain.close());
  const { secrets, end } = startKeychainProcess('Receipt Companion', keychain.env);
  onTestFinished(end);
  const dataDir = join(home, '.config', 'Receipt Companion');
  const { args, env: given } = connectedTo(shop.service, dataDir);
  const { RECEIPT_COMPANION_DATA_KEY: _, ...rest } = given;
  const env = { ...rest, ...keychain.env, HOME: home, XDG_STATE_HOME: join(home, '.local', 'state') };
  const bin = tempFolder();
  const program = `exec '${process.execPath}' '${resolve(programFile('src-main/headless.ts'))}'`;
  writeFileSync(join(bin, 'receipt-companion'), `#!/bin/sh\n${program} --data-dir "${dataDir}" "$@"\n`, {
    mode: 0o755,
  });
  return {
    home,
    secrets,
    dataDir,
    keyFile: join(home, 'data-key.json'),
    terminal: (commands: string, typed = passphrase) =>
      exec('sh', ['-ec', commands], {
        env: programEnv({ ...env, PATH: `${bin}:${process.env.PATH}` }),
        input: `${typed}\n`,
      }),
    async start() {
      const { pos, end } = await startProgram(args, { ...env, RECEIPT_COMPANION_POS_TOKEN: posToken });
      return { pos, stop: () => end('SIGTERM') };
    },
  };
}

/** A till that has stopped with an open sale and with a receipt that the service did not get. */
async function stoppedTill() {
  const shop = await openShops();
  const computer = await openComputer(shop);
  const app = await computer.start();
  await app.pos.untilPoolHas(2);
  const open = await app.pos.json('POST', '/sales', { reference: 'open', customer: { externalId: 'canary' } });
  const waits = await app.pos.json('POST', '/sales', { reference: 'waits', amount: 19.9 });
  const serviceUp = shop.serviceDown();
  await app.pos.json('PUT', `/sales/${waits.id}/bill`, { bill: smallBill(19.9) });
  await app.stop();
  return { shop, serviceUp, computer, open };
}

test('a backup is restored on another computer as docs/backup.md describes, and the waiting receipt is delivered from there', async () => {
  const { shop, serviceUp, computer: old, open } = await stoppedTill();
  expect(await old.terminal(commandsOf('Make a backup'))).toMatchObject({ code: 0 });
  const exported = readFileSync(old.keyFile, 'utf8');
  expect(exported).not.toContain((await old.secrets.get('data-key'))?.slice(0, 20));

  const again = await old.terminal(commandsOf('Make a backup'), 'another passphrase');
  expect(again).toMatchObject({
    code: 1,
    err: expect.stringMatching(/data-key\.json is already there\. Expected a name/),
  });
  expect(readFileSync(old.keyFile, 'utf8')).toBe(exported);

  const fresh = await openComputer(shop);
  for (const name of ['data-key.json', 'backup.tar.gz']) cpSync(join(old.home, name), join(fresh.home, name));
  await fresh.terminal(`mkdir "$HOME/.config"`);
  const restore = commandsOf('Restore a backup');
  const importOnly = restore.split('\n').find((line) => line.startsWith('receipt-companion')) ?? '';
  const wrong = await fresh.terminal(restore, 'correct horse battery stable');
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('Found another passphrase') });
  expect(await fresh.secrets.get('data-key')).toBeNull();

  const refused = await fresh.terminal('receipt-companion');
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/a key that is not here.*--import-key FILE/) });

  rmSync(fresh.keyFile);
  const other = { dataKey: systemRandom.bytes(32), keyPlace: memorySecrets(), random: systemRandom };
  expect(await exportKey(fresh.keyFile, passphrase, other)).toMatchObject({ ok: true });
  expect((await fresh.terminal(importOnly)).err).toMatch(
    /Found the key [0-9a-f]{16} of another installation\. Expected the key [0-9a-f]{16}.* Nothing was changed\./,
  );
  expect(await fresh.secrets.get('data-key')).toBeNull();

  // This keychain has another key, which must stay.
  await fresh.secrets.set('data-key', Buffer.alloc(32, 9).toString('base64'));
  writeFileSync(fresh.keyFile, exported);
  expect(await fresh.terminal(importOnly)).toMatchObject({ code: 0, out: expect.stringContaining('"imported"') });
  expect(await fresh.secrets.get('data-key')).toBe(Buffer.alloc(32, 9).toString('base64'));

  serviceUp();
  const app = await fresh.start();
  while (shop.simulator.ledger().bills.length === 0) await wait(20);
  expect(await app.pos.json('GET', `/sales/${open.id}`)).toMatchObject({ reference: 'open' });
  await app.stop();
});

test('the data key that a window exported is imported in the window of another installation, with the right passphrase only', async () => {
  const dataKey = systemRandom.bytes(32);
  const first = await openShop({ config: { dataKey, keyPlace: memorySecrets() } });
  const { path } = unwrap(await first.cashier['key.export']({ passphrase }));
  const keyPlace = memorySecrets();
  const other = await openShop({ config: { keyPlace } });
  const importWith = async (typed: string) =>
    unwrap(await other.cashier['key.import']({ file: readFileSync(path, 'utf8'), passphrase: typed })).outcome;
  expect(await importWith('another passphrase')).toBe('wrongPassphrase');
  expect(await importWith(passphrase)).toBe('imported');
  expect(await keyPlace.get('data-key')).toBe(Buffer.from(dataKey).toString('base64'));
});

const databasesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.db'))
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );

/** The database with damaged pages of the outbox, which no start has checked yet. */
function withoutOutbox(folder: string, whole: Buffer): Buffer {
  const reader = new DatabaseSync(join(folder, 'receipts.db'), { readOnly: true });
  const roots = reader.prepare(`select rootpage as page from sqlite_schema where tbl_name = 'outbox'`).all();
  reader.close();
  const bytes = whole.readUInt16BE(16);
  const damaged = Buffer.from(whole);
  for (const { page } of roots) if (Number(page) > 0) damaged.fill(0, (Number(page) - 1) * bytes, Number(page) * bytes);
  return damaged;
}

test('a lost data key stops the start and changes nothing; a new key is created only on request, and never while readable receipts wait or may wait', async () => {
  const { computer, open } = await stoppedTill();
  const { secrets, dataDir, terminal } = computer;
  const lost = (await secrets.get('data-key')) ?? '';
  expect(lost).toHaveLength(44);
  const before = databasesOf(dataDir);
  const waits = await terminal('receipt-companion --new-data-key');
  expect(waits).toMatchObject({ code: 2, out: expect.stringContaining('1 receipts wait') });

  const live = join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('live-')) ?? '');
  const whole = readFileSync(join(live, 'receipts.db'));
  writeFileSync(join(live, 'receipts.db'), withoutOutbox(live, whole));
  const unread = await terminal('receipt-companion --new-data-key');
  expect(unread).toMatchObject({
    code: 2,
    out: expect.stringMatching(/live-.* cannot be read, so some of them may wait/),
  });
  writeFileSync(join(live, 'receipts.db'), whole);
  expect(databasesOf(dataDir)).toEqual(before);

  const mark = keyMark(Buffer.from(lost, 'base64')).toString('hex');
  for (const entry of ['data-key', `data-key-${mark}`]) await secrets.remove(entry);
  const refused = await terminal('receipt-companion');
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/is not here.*--new-data-key.*Nothing was changed/),
  });
  expect(await secrets.get('data-key')).toBeNull();
  expect(databasesOf(dataDir)).toEqual(before);

  expect(await terminal('receipt-companion --new-data-key')).toMatchObject({ code: 0 });
  expect(await secrets.get('data-key')).not.toBe(lost);
  const app = await computer.start();
  expect(await app.pos.json('GET', '/status')).toMatchObject({ notices: ['recordSetAside'] });
  expect(readFileSync(join(live, 'NOTICE-recordSetAside.txt'), 'utf8')).toMatch(
    /^\S+ 2 sales were encrypted with the previous data key\. Their ids and states stay\./,
  );
  expect((await app.pos.call('GET', `/sales/${open.id}`)).status).toBe(404);
  await app.pos.json('POST', '/sales', { reference: 'after', amount: 5 });
  await app.stop();
  const database = new DatabaseSync(join(live, 'receipts.db'), { readOnly: true });
  const rows = database.prepare('select reference, state from sales order by seq').all();
  database.close();
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { reference: 'open', state: 'open' },
    { reference: 'waits', state: 'queued' },
    { reference: 'after', state: 'open' },
  ]);
});
