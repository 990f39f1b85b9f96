import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { exec } from './program.ts';

/** The tests prepare fresh clones. A substitute for npm installs a keychain module that loads, or none. */

const root = join(import.meta.dirname, '../..');

/** Debian without libsecret-tools, and a user who may not install packages. */
const withoutLibsecret = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { existsSync } = fs;
    fs.existsSync = (path) => {
      if (String(path) === '/usr/bin/secret-tool') return false;
      return /^\\/(etc\\/debian_version|usr\\/bin\\/(?!node)[^/]+)$/.test(path) || existsSync(path);
    };
    process.getuid = () => 1000;
    syncBuiltinESMExports();`)}`,
];

function freshClone({
  keytar,
  host = [],
  withNode = true,
}: {
  readonly keytar: boolean;
  readonly host?: readonly string[];
  /** Whether a package contains Node for this processor. */
  readonly withNode?: boolean;
}) {
  const clone = tempFolder();
  mkdirSync(join(clone, 'scripts'));
  copyFileSync(join(root, 'scripts/setup.mjs'), join(clone, 'scripts/setup.mjs'));
  copyFileSync(join(root, 'package-lock.json'), join(clone, 'package-lock.json'));
  writeFileSync(
    join(clone, 'scripts/program.ts'),
    `/** The output of the program. */\nconsole.log('the program runs');\n`,
  );
  const npm = join(clone, 'npm.js');
  const node = join(clone, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  const module = join(clone, 'node_modules/keytar/index.js');
  writeFileSync(
    npm,
    `const fs = require('node:fs');
     fs.appendFileSync(${JSON.stringify(join(clone, 'npm.log'))}, process.argv.slice(2).join(' ') + '\\n');
     if (${withNode}) {
       fs.mkdirSync(${JSON.stringify(dirname(node))}, { recursive: true });
       fs.rmSync(${JSON.stringify(node)}, { force: true });
       fs.symlinkSync(${JSON.stringify(process.execPath)}, ${JSON.stringify(node)});
     }
     if (${keytar}) {
       fs.mkdirSync(${JSON.stringify(dirname(module))}, { recursive: true });
       fs.writeFileSync(${JSON.stringify(module)}, '');
     }`,
  );
  return {
    npmRuns: () =>
      existsSync(join(clone, 'npm.log')) ? readFileSync(join(clone, 'npm.log'), 'utf8').trim().split('\n') : [],
    loseNode: () => rmSync(node),
    /** `system` is the computer's PATH without a project folder. */
    run: (args: readonly string[] = [], system = process.env.PATH ?? '') =>
      exec(process.execPath, [...host, join(clone, 'scripts/setup.mjs'), ...args], {
        env: { PATH: system, npm_execpath: npm },
      }),
  };
}

/** The arguments of a command that sets the clone up and then runs its program. */
const start = ['--then', 'scripts/program.ts'];
const silentRun = { code: 0, out: 'the program runs\n', err: '' };

test('without a keychain module the program runs, and reports that and what a user who is not root can install: once, and at each npm run setup', async () => {
  const clone = freshClone({ keytar: false, host: withoutLibsecret });
  const first = await clone.run(start);
  expect(first).toMatchObject({ code: 0, out: 'the program runs\n' });
  expect(first.err.match(/without a keychain/g)).toHaveLength(1);
  const command = `sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends libsecret-tools'`;
  const lines = first.err.split('\n').filter((line) => line.includes('missing here'));
  expect(lines).toEqual([expect.stringContaining('missing here: libsecret-tools. The program runs')]);
  expect(lines[0]).toContain(`To install them: ${command}`);
  expect(await clone.run(start)).toEqual(silentRun);
  // `npm run setup` checks again.
  expect(await clone.run()).toMatchObject({ code: 0, err: expect.stringContaining('without a keychain') });
  expect(clone.npmRuns()).toEqual(['ci --loglevel=error']);
});

/** The PATH of a computer with this version of Node. */
const computerWith = (version: string): string => {
  const folder = tempFolder();
  const script = `#!/bin/sh\ncase "$*" in *node:sqlite*) echo ${version};; *) exec '${process.execPath}' "$@";; esac\n`;
  writeFileSync(join(folder, 'node'), script, { mode: 0o755 });
  return `${folder}:/usr/bin:/bin`;
};

test('a fresh clone in which everything can be installed runs npm once, and again after its Node was removed, even if the computer has a suitable one', async () => {
  const clone = freshClone({ keytar: true });
  expect((await clone.run(start)).err).not.toContain('keychain');
  expect(await clone.run(start)).toEqual(silentRun);
  await clone.run();
  expect(clone.npmRuns()).toHaveLength(1);
  clone.loseNode();
  expect((await clone.run([], computerWith('24.30.0'))).err).not.toContain('no npm package contains Node');
  expect(clone.npmRuns()).toHaveLength(2);
});

describe('the Node that runs the program', () => {
  test('is the computer’s own if no package contains Node for it, and the set-up reports this', async () => {
    const clone = freshClone({ keytar: true, withNode: false });
    const system = computerWith('24.30.0');
    const first = await clone.run(start, system);
    expect(first).toMatchObject({ code: 0, out: 'the program runs\n' });
    expect(first.err).toContain('no npm package contains Node for this computer: using /');
    await clone.run(start, system);
    expect(clone.npmRuns()).toHaveLength(1);
  });

  test('must be version 24 if no package contains Node for the computer, and the set-up names the version to install', async () => {
    const clone = freshClone({ keytar: true, withNode: false });
    const { code, err } = await clone.run(start, computerWith('20.20.0'));
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('install Node 24') });
  });
});

test.each(['--help', '-h'])('%s prints help before anything is installed', async (word) => {
  const clone = freshClone({ keytar: true });
  expect(await clone.run([...start, word])).toEqual({
    code: 0,
    out: 'The output of the program.\n',
    err: '',
  });
  expect(clone.npmRuns()).toEqual([]);
});

test.each(['start', 'demo', 'bench', 'package', 'test', 'check', 'test:crash'])(
  'npm run %s -- --help prints its purpose and starts nothing',
  async (name) => {
    const command: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[name];
    const [, ...args] = [...command.split(' '), '--help'];
    const { code, out } = await exec(process.execPath, args, { cwd: root });
    expect(code).toBe(0);
    expect(out).toMatch(name === 'start' ? /`npm start/ : /`npm (run |test)/);
    expect(out.trim().split('\n').length).toBeLessThan(8);
  },
);
