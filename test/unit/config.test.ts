import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configHelp, firstLineOf, ownOptions, type ProgramKind, readConfig } from '../../src-main/config.ts';
import { switchesOfOthers } from '../electron/running.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

const read = (argv: readonly string[], kind: ProgramKind = 'windowed', env: Readonly<Record<string, string>> = {}) =>
  readConfig(argv, env, kind);

/** Arguments that Electron leaves in argv after a start by a test, a desktop entry, an AppImage or a dropped file. */
const foreign = ['-r', '/somewhere/loader.js', ...switchesOfOthers];

test('the help describes every option', () => {
  for (const name of Object.keys(ownOptions)) expect(configHelp).toMatch(new RegExp(`^  --${name} `, 'm'));
});

describe('the windowed app', () => {
  test('finds its own options anywhere among foreign arguments', () => {
    const { overrides, dataDir } = read([
      ...foreign,
      '/the/app',
      '--pos-port=0',
      '%U',
      '--data-dir',
      '/data',
      '/home/somebody/Dropped file.json',
      '--training',
      '--lang=de',
    ]);
    expect(dataDir).toBe(resolve('/data'));
    expect(overrides).toMatchObject({ mode: 'training', posApi: { port: 0 } });
  });

  test('ignores foreign arguments, and lists their switches without values and paths', () => {
    const config = read([...foreign, '.', '%U', '--proxy-server=http://user:secret@proxy']);
    expect({ ...config, foreign: [] }).toEqual({ ...read([]), foreign: [] });
    // Only names, because a value or path may identify a person.
    expect(config.foreign).toEqual([
      '-r',
      '--no-sandbox',
      '--inspect',
      '--remote-debugging-port',
      '--ozone-platform',
      '--updated',
      '--proxy-server',
    ]);
  });

  test('reads no option after --, because only files and addresses follow', () => {
    expect(read(['--', '--training', '--pos-port=99999']).overrides).toEqual(read([]).overrides);
  });
});

describe('headless, whose options are typed by people', () => {
  test.each([
    [['--trainig'], /^--trainig is no option of this program\. See --help\.$/],
    [['training'], /^Found "training" alone, expected an option\. See --help\.$/],
  ])('refuses %j, which would otherwise silently start something else', (argv, sentence) => {
    expect(() => read(argv, 'headless')).toThrow(sentence);
  });

  test('accepts its known options', () => {
    expect(read(['--training', '--pool-size=3'], 'headless').overrides).toMatchObject({ pool: { target: 3 } });
    const url = 'https://collector.example/v1/metrics';
    expect(read([`--metrics-url=${url}`], 'headless').overrides).toMatchObject({ metrics: { url } });
  });
});

describe.each<ProgramKind>(['windowed', 'headless'])('the %s program', (kind) => {
  test.each([
    [['--pos-port', '99999'], '--pos-port: found "99999", expected a whole number from 0 to 65535'],
    [['--pos-port'], '--pos-port: found nothing after it, expected a value'],
    [['--data-dir', '--training'], '--data-dir: found the option --training after it, expected a value'],
    [['--data-dir='], '--data-dir: found nothing after it, expected a value'],
    [['--training=yes'], '--training: found the value "yes", expected none'],
    [
      ['--metrics-url=https://u:canary/@collector.example/'],
      '--metrics-url: found "https://***@collector.example/", expected',
    ],
    [['--service-url=nowhere'], '--service-url: found "nowhere", expected an address that starts with https://'],
    [['--allowed-origin=https://till.example/page'], '--allowed-origin: found "https://till.example/page", expected'],
    [
      ['--extension-key', 'extension: service'],
      '--extension-key: found "extension: service", expected text of 1 to 100',
    ],
    [['--training', '--service-url=https://s.example'], 'Found --training and --service-url'],
    // If only one of them ran, a user could believe that everything was deleted.
    [['--customer-delete=a', '--import-key=b'], 'Found --customer-delete and --import-key, expected one of them'],
    [['--customer-delete=a', '--customer-delete=b'], '--customer-delete: found it twice, expected it once.'],
  ])('refuses %j with a message that names the found and the expected value', (argv, sentence) => {
    expect(() => read(argv, kind)).toThrow(sentence);
  });

  test('resolves a relative data folder, which Electron would refuse', () => {
    expect(read(['--data-dir=some/where'], kind).dataDir).toBe(join(process.cwd(), 'some/where'));
  });

  test('reports whether certificates would remain unchecked', () => {
    expect(read([], kind, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }).certificatesUnchecked).toBe(true);
    expect(read([], kind, { NODE_TLS_REJECT_UNAUTHORIZED: '1' }).certificatesUnchecked).toBe(false);
    expect(read([], kind).certificatesUnchecked).toBe(false);
  });
});

test('a token that no till can send in a header is refused at the start', () => {
  const env = { RECEIPT_COMPANION_POS_TOKEN: 'ein Schlüssel für die Kasse im Laden' };
  expect(() => read([], 'headless', env)).toThrow('found a character that no till can send');
});

test('the first line of a file is read as its editor wrote it: with a byte order mark, as UTF-16 of PowerShell, or empty', async () => {
  const path = join(tempFolder(), 'customer.txt');
  const contents = ['\ufeffm-1\r\nsecond', Buffer.from('\ufeffm-1\r\n', 'utf16le'), 'm-1', '\n'];
  const lines: string[] = [];
  for (const content of contents) {
    writeFileSync(path, content);
    lines.push(await firstLineOf(path, '--customer-delete'));
  }
  expect(lines).toEqual(['m-1', 'm-1', 'm-1', '']);
});

test.each([
  [['--training', '--control'], 'windowed', '--control is for a program without windows.'],
  [['--control'], 'headless', '--control: found no --training, expected it as well.'],
] as const)('--control (planned failures) is accepted only for training without windows: %j, %s', (argv, kind, why) => {
  expect(() => read(argv, kind)).toThrow(why);
  expect(read(['--training', '--control'], 'headless').control).toBe(true);
});
