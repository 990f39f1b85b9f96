/**
 * Makes the installers of this system into out/: `node scripts/installers.ts --linux deb AppImage`, `--win nsis msi`,
 * `--mac dmg zip`. Whose they are stands in the environment (scripts/publisher.ts). Nothing is sent anywhere.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { opens } from '../src-main/data-versions.ts';
import { writeNotices } from './notices.ts';
import { publisherConfig, publisherVariables, readPublisher } from './publisher.ts';
import { builtList, listText, signingKey } from './update-files.ts';

const root = join(import.meta.dirname, '..');

const isList = (name: string): boolean => /^(latest|beta|alpha)[\w-]*\.yml$/.test(name);

const make = (targets: readonly string[]): void => {
  const publisher = readPublisher(process.env);
  if (publisher === null) {
    throw new Error(`an installer says whose it is: set ${publisherVariables.join(', ')} (the last two may stay away)`);
  }
  const said = {
    'No address for later versions: this program will not look for one.': publisher.updates === null,
    'No public key for the lists of later versions: this program takes none, unless a policy brings a key.':
      publisher.updates !== null && publisher.updateKey === null,
    'No key to sign the lists of later versions with: no program takes one from them until they are signed.':
      publisher.updates !== null && signingKey(process.env) === null,
  };
  for (const [sentence, isSo] of Object.entries(said)) if (isSo) console.log(sentence);
  // What lies in dist/ may be older than the sources, and a fresh work tree has none.
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts')], { cwd: root, stdio: 'inherit' });
  writeNotices();
  const scratch = mkdtempSync(join(tmpdir(), 'installers-'));
  try {
    const config = join(scratch, 'electron-builder.json');
    const ours = {
      extends: join(root, 'electron-builder.yml'),
      ...publisherConfig(publisher, new Date().getFullYear()),
    };
    writeFileSync(config, JSON.stringify(ours));
    const builder = join(root, 'node_modules/electron-builder/cli.js');
    execFileSync(process.execPath, [builder, ...targets, '--publish', 'never', '--config', config], {
      cwd: root,
      stdio: 'inherit',
    });
    const made = join(root, 'out');
    for (const list of readdirSync(made).filter(isList)) {
      const sizeOf = (file: string): number => statSync(join(made, file)).size;
      const built = builtList(list, readFileSync(join(made, list), 'utf8'), sizeOf, opens);
      writeFileSync(join(made, list), listText(built, process.env, Date.now()));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

try {
  make(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
