import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript, which electron-builder loads.
import { msiProjectCreated } from '../../../scripts/policy-folder.mjs';
import { policySchemaJson, settingExamples, settingsPage } from '../../../scripts/policy-schema.ts';
import { readConfig } from '../../../src-main/config.ts';
import { applyPolicy } from '../../../src-main/program/policy-start.ts';
import { readAccountFile } from '../../../src-main/settings/account-file.ts';
import { hashPin } from '../../../src-main/settings/pin-file.ts';
import { readPolicy, storeOf } from '../../../src-main/settings/policy-format.ts';
import {
  lastGoodName,
  machinePolicies,
  openPolicy,
  type PolicyParts,
} from '../../../src-main/settings/policy-store.ts';
import { readSettings } from '../../../src-main/settings/stored-settings.ts';
import { readTrusted, windowsOwners } from '../../../src-main/settings/trusted-file.ts';
import { projectText } from '../../fakes/project-files.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const me = process.getuid?.() ?? null;
let folder: string;
let file: string;
beforeEach(() => {
  folder = tempFolder();
  file = join(folder, 'policy.json');
});

const write = (value: unknown, path = file): void =>
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value), { mode: 0o644 });
const policy = (more: object = {}) => ({ receiptCompanionPolicy: 1, locked: { retention: { days: 30 } }, ...more });

const open = (more: Partial<PolicyParts> = {}, log = createTestLog()) =>
  openPolicy({
    places: { machine: [], given: file },
    log,
    dataDir: folder,
    computer: 'Berlin-07',
    platform: me === null ? 'win32' : 'linux',
    uid: me,
    ...more,
  });
const faultsIn = (text: string | Uint8Array) => {
  const read = readPolicy(typeof text === 'string' ? Buffer.from(text) : text);
  return read.ok ? [] : read.faults;
};

test.each([
  ['settings.md', settingsPage],
  ['policy.schema.json', policySchemaJson],
])('docs/%s is up to date (if not, run node scripts/policy-schema.ts)', (name, made) => {
  expect(projectText(`docs/${name}`)).toBe(made());
});

test.each(settingExamples())('the example %s is accepted and changes the default', (example) => {
  const { settings, problems } = readSettings(JSON.parse(example));
  expect(problems).toEqual([]);
  expect(settings).not.toEqual(readSettings({}).settings);
});

test('the example of docs/deployment is a policy, and names every field that there is', () => {
  const text = projectText('docs/deployment/policy.example.json');
  expect(faultsIn(text)).toEqual([]);
  expect(Object.keys(JSON.parse(text)).toSorted()).toEqual(
    Object.keys(JSON.parse(policySchemaJson()).properties).toSorted(),
  );
});

test('a mistake is reported with its field, the kind of value found and the kind expected, and never with a value', () => {
  const wrong = {
    receiptCompanionPolicy: 1,
    locked: { mode: 'canary', screen: { accent: 'canary', acent: '#26338f' }, delivery: { dayStartsAtHour: 99 } },
    preset: { service: { baseUrl: 'http://canary.example', storeId: 7 }, setup: { stage: 'done' } },
    password: 'canary',
  };
  const faults = faultsIn(JSON.stringify(wrong));
  const messages = Object.fromEntries(faults.map(({ field, found, expected }) => [field, `${found}|${expected}`]));
  expect(messages['/locked/mode']).toBe('text of 6 characters|one of training, live');
  expect(messages['/preset/service/storeId']).toBe('the value 7|text');
  expect(messages['/locked/screen/accent']).toBe('text of 6 characters|a colour such as #26338f');
  expect(messages['/locked/delivery/dayStartsAtHour']).toBe('the value 99|a whole number from 0 to 23');
  expect(messages['/locked/screen/acent']).toContain('a field that is not known here');
  expect(messages['/preset/service/baseUrl']).toMatch(/https/);
  expect(Object.keys(messages)).toEqual(expect.arrayContaining(['/preset/setup', '/password']));
  expect(JSON.stringify(faults)).not.toMatch(/canary(?!\.example)/);
  for (const text of ['', '{"receiptCompanionPolicy":1', '{"password": canary}', '[]', '7', 'null']) {
    expect(faultsIn(text), text).toMatchObject([{ field: '', expected: expect.any(String) }]);
    expect(JSON.stringify(faultsIn(text))).not.toContain('canary');
  }
});

test('a policy file of a Windows editor is read: with a byte order mark, and in UTF-16', () => {
  const text = JSON.stringify(policy());
  for (const bytes of [`\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')]) expect(faultsIn(bytes)).toEqual([]);
});

test('a policy file that is changed, removed or added while the app runs is detected and changes nothing', () => {
  const withoutFile = open();
  write(policy());
  expect(withoutFile.hasChanged()).toBe(true);
  const room = open();
  expect(room.hasChanged()).toBe(false);
  write(policy({ locked: { retention: { days: 6 } } }));
  expect(room.hasChanged()).toBe(true);
  rmSync(file);
  expect(room.hasChanged()).toBe(true);
  expect([withoutFile, room].map((store) => store.current().layer.locked)).toEqual([{}, { retention: { days: 30 } }]);
});

test('an invalid first policy file has no effect, and the settings of a removed file are gone', () => {
  write('{');
  expect(open().current()).toMatchObject({ policy: null, path: file, layer: { locked: {}, preset: {} } });
  write(policy());
  open();
  rmSync(file);
  expect(open().current()).toMatchObject({ policy: null, path: null, layer: { locked: {}, preset: {} } });
  // The copy of a removed policy must not be used for a later file.
  write('{');
  expect(open().current().policy).toBeNull();
  expect(() => readFileSync(join(folder, lastGoodName))).toThrow();
});

// Only an administrator can create a file of an administrator.
test.skipIf(me !== 0)('the environment can name a policy only if the computer has none, not even a broken one', () => {
  const machine = join(folder, 'machine.json');
  write(policy(), machine);
  write(policy({ locked: {} }));
  const places = { machine: [join(folder, 'none.json'), machine], given: file };
  const now = () => open({ places, uid: 0 }).current();
  expect(now().path).toBe(machine);
  writeFileSync(machine, '{');
  expect(now().layer.locked).toEqual({ retention: { days: 30 } });
  rmSync(machine);
  expect(now()).toMatchObject({ path: file, layer: { locked: {} } });
});

test.skipIf(systemLacks('modes'))('a file that others than the administrator may write is refused', () => {
  const user = me ?? 0;
  const trust = { platform: 'linux' as const, owners: [user] };
  const kind = (path = file) => {
    const read = readTrusted(path, trust);
    return Buffer.isBuffer(read) ? 'file' : read.found;
  };
  write(policy());
  expect(kind()).toBe('file');
  chmodSync(file, 0o646);
  expect(kind()).toBe('mode 646');
  // A file that the administrators' group may write is refused, too.
  chmodSync(file, 0o664);
  expect(kind()).toBe('mode 664');
  chmodSync(file, 0o644);
  chmodSync(folder, 0o777);
  expect(kind()).toMatch(/^its folder .* with mode 777$/);
  chmodSync(folder, 0o755);
  expect(readTrusted(file, { ...trust, owners: [user + 1] })).toMatchObject({ found: `a file of the user ${user}` });
  // The link leads to a place where another user may write.
  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  write(policy(), join(open, 'policy.json'));
  rmSync(file);
  symlinkSync(join(open, 'policy.json'), file);
  expect(kind()).toMatch(/^its folder .*open with mode 777$/);
  rmSync(file);
  // Another user may replace this link.
  write(policy(), join(folder, 'good.json'));
  symlinkSync(join(folder, 'good.json'), file);
  expect(kind()).toBe('file');
  rmSync(join(open, 'policy.json'));
  symlinkSync(join(folder, 'good.json'), join(open, 'policy.json'));
  expect(kind(join(open, 'policy.json'))).toMatch(/^its folder .*open with mode 777$/);
  rmSync(file);
  symlinkSync(join(folder, 'nowhere'), file);
  expect(kind()).toMatch(/cannot be opened/);
  rmSync(file);
  mkdirSync(file);
  expect(kind()).toBe('no plain file');
  rmSync(file, { recursive: true });
  // Nothing writes to this pipe, so a read would wait forever.
  execFileSync('mkfifo', ['-m', '644', file]);
  expect(kind()).toBe('no plain file');
});

test.skipIf(systemLacks('modes'))(
  'an account file that a group may write or everybody may read is refused; one that a group may read is accepted',
  () => {
    const path = join(folder, 'account.json');
    writeFileSync(path, JSON.stringify({ username: 'till', password: 'told to nobody' }));
    // Root's own group may write the file, so for root the test gives the file to another group.
    if (process.getuid?.() === 0) chownSync(path, 0, 1000);
    for (const [mode, found] of [
      [0o660, 'can be written by others. Found mode 660'],
      [0o444, 'can be read by everybody. Found mode 444'],
    ] as const) {
      chmodSync(path, mode);
      const error = { code: 'invalid', message: `${path} ${found}, expected 400 or 440.` };
      expect(readAccountFile(path, process.platform)).toEqual({ ok: false, error });
    }
    chmodSync(path, 0o440);
    expect(readAccountFile(path, process.platform)).toMatchObject({ ok: true, value: { username: 'till' } });
  },
);

test.skipIf(me !== 0)('a policy file owned by the account of the till is refused as the policy of the computer', () => {
  write(policy());
  chownSync(file, 1000, 1000);
  expect(open({ places: { machine: [file], given: null }, uid: 1000 }).current()).toMatchObject({
    policy: null,
    faults: [{ found: 'a file of the user 1000', expected: 'one that belongs to root' }],
  });
  chownSync(folder, 1000, 1000);
  expect(open({ places: { machine: [], given: file }, uid: 1000 }).current().faults).toEqual([]);
});

test('each system has a fixed location for policies, and on Windows the environment can add another location', () => {
  expect(machinePolicies('linux', 'D:\\mine')).toEqual(['/etc/receipt-companion/policy.json']);
  expect(machinePolicies('darwin', undefined)).toEqual(['/Library/Application Support/Receipt Companion/policy.json']);
  expect(machinePolicies('win32', 'D:\\mine')).toEqual([
    'C:\\ProgramData\\Receipt Companion\\policy.json',
    'D:\\mine\\Receipt Companion\\policy.json',
  ]);
});

test('one policy file can name the store of each computer', () => {
  const stores = [
    { computer: 'BERLIN-0*', storeId: '1' },
    { computer: '*', storeId: '2' },
  ];
  expect(['berlin-07', 'xBERLIN-07', 'Kasse'].map((name) => storeOf({ stores }, name))).toEqual(['1', '2', '2']);
  expect(storeOf({ stores: [{ computer: 'a.b', storeId: '1' }] }, 'axb')).toBeNull();
  fc.assert(
    fc.property(fc.stringMatching(/^[ab*]{0,12}$/), fc.stringMatching(/^[ab]{0,12}$/), (computer, name) => {
      const fits = new RegExp(`^${computer.replaceAll('*', '.*')}$`).test(name);
      expect(storeOf({ stores: [{ computer, storeId: '1' }] }, name)).toBe(fits ? '1' : null);
    }),
  );
  // As a regular expression this would take too long.
  expect(storeOf({ stores: [{ computer: `${'a*'.repeat(40)}b`, storeId: '1' }] }, 'a'.repeat(250))).toBeNull();
  write(policy({ stores }));
  expect(open().current().layer.locked.service).toEqual({ storeId: '1' });
  write(policy({ stores, locked: { service: { storeId: 'of all' } } }));
  expect(open().current().layer.locked.service).toEqual({ storeId: 'of all' });
});

test('an option or environment variable that contradicts the policy is refused by its name, and ignored by the program with windows', async () => {
  write(policy({ account: { file: '/account' }, pin: await hashPin('1234', createSeededRandom(1)) }));
  const env = { RECEIPT_COMPANION_USERNAME: 'till', RECEIPT_COMPANION_PASSWORD: 'told to nobody' };
  const config = readConfig(['--reset-pin'], env, 'headless');
  const settings = { contradicts: () => ['mode', 'pool.target', 'service.baseUrl'] };
  const parts = { policy: open(), settings, log: createTestLog() };
  expect(() => applyPolicy(config, { ...parts, kind: 'headless' })).toThrow(
    '--training or --service-url, --pool-size, --service-url, RECEIPT_COMPANION_USERNAME, --reset-pin: the policy',
  );
  expect(applyPolicy(config, { ...parts, kind: 'windowed' }).credentials).toBeNull();
});

const admin = 'O:BAG:SYD:PAI(A;OICI;FA;;;BA)\r\n';
test.each([
  ['owned by administrators', `O:BAG:BAD:\r\n${admin}`, null],
  ['owned by the system', `O:SYG:SYD:\r\n${admin}`, null],
  [
    'owned by the account at the till',
    `O:S-1-5-21-1-2-3-1001G:DUD:AI\r\n${admin}`,
    /belonging to the account S-1-5-21-1-2-3-1001$/,
  ],
  ['in a folder owned by that account', `${admin}O:S-1-5-21-1-2-3-1001G:DUD:`, /belonging to the account S-1-5-21/],
  ['with an unknown owner', '', /^an owner that cannot be found out \(found "", expected a security descriptor\)$/],
])('on Windows the policy of the computer must belong to administrators or the system: %s', (_whose, output, found) => {
  write(policy());
  const commands: string[] = [];
  const ask = (windows: string): string => {
    commands.push(windows);
    return output;
  };
  const ownersOf = windowsOwners(ask, 'D:\\Windows');
  const machine = { machine: [file], given: null };
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const room = open({ dataDir, places: machine, platform: 'win32', uid: null, windowsOwners: ownersOf });
  const { policy: taken, faults } = room.current();
  expect(taken === null).toBe(found !== null);
  expect(commands).toEqual(['D:\\Windows']);
  expect(faults.map((fault) => fault.found)).toEqual(found === null ? [] : [expect.stringMatching(found)]);
  if (output === '') expect(faults[0]?.expected).toMatch(/powershell\.exe may run to read the owners$/);
  // A file named by the till account's environment need not belong to an administrator.
  expect(open({ platform: 'win32', uid: null, windowsOwners: ownersOf }).current().policy).not.toBeNull();
});

test('both Windows installers create the folder of the policy: administrators may change it, users only read', () => {
  const list = ['S-1-5-32-544:(OI)(CI)F', 'S-1-5-18:(OI)(CI)F', 'S-1-5-32-545:(OI)(CI)RX'];
  const setup = projectText('scripts/policy-folder.nsh');
  expect(setup).toContain(`/inheritance:r /grant:r ${list.map((one) => `*${one}`).join(' ')}"`);
  expect(setup).toMatch(/RMDir .*\n.*CreateDirectory .*\n.*setowner \*S-1-5-32-544"\n.*reset"/);
  const msi = join(folder, 'project.wxs');
  writeFileSync(msi, projectText('node_modules/app-builder-lib/templates/msi/template.xml'));
  msiProjectCreated(msi);
  const made = readFileSync(msi, 'utf8');
  expect(made).toContain('<PermissionEx Sddl="O:BAG:BAD:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;BU)"/>');
  expect(made).toMatch(/<Feature Id="ProductFeature".*\n +<ComponentRef Id="PolicyFolder"\/>\n/);
  writeFileSync(msi, '<Wix/>');
  expect(() => msiProjectCreated(msi)).toThrow('expected the feature ProductFeature, found none');
  const builder = projectText('electron-builder.yml');
  expect(builder).toContain('include: scripts/policy-folder.nsh');
  expect(builder).toContain('msiProjectCreated: ./scripts/policy-folder.mjs');
});
