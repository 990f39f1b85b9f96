import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPackage } from '@electron/asar';
import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';

const script = join(import.meta.dirname, '../../scripts/packed-files.ts');

test.each(['posix', 'win32'])('packed files have the same names with paths of %s', async (system) => {
  const app = tempFolder();
  mkdirSync(join(app, 'dist/main'), { recursive: true });
  writeFileSync(join(app, 'dist/main/main.js'), 'the program');
  const asar = join(tempFolder(), 'app.asar');
  await createPackage(app, asar);
  const look = `
    import { registerHooks } from 'node:module';
    import { resolve, ${system} as own } from 'node:path';
    // The archive's own path has the form of this system.
    globalThis.paths = { ...own, resolve };
    const instead = 'data:text/javascript,export default paths; export const { sep } = paths;';
    const isMeant = (name, { parentURL }) => name === 'node:path' && /asar.lib|packed-files/.test(parentURL);
    registerHooks({
      resolve: (name, from, next) =>
        isMeant(name, from) ? { url: instead, format: 'module', shortCircuit: true } : next(name, from),
    });
    const { packedFiles } = await import(${JSON.stringify(pathToFileURL(script).href)});
    const { paths: names, textOf, sizeOf } = packedFiles(process.argv[2]);
    const main = 'dist/main/main.js';
    console.log(JSON.stringify([names, textOf(main), sizeOf(main), sizeOf('dist')]));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-', asar], {
    input: look,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([['dist', 'dist/main', 'dist/main/main.js'], 'the program', 11, null]);
});
