/**
 * Makes the installers of this system in out/: `node scripts/installers.ts --linux deb AppImage`, `--win nsis msi`,
 * `--mac dmg zip`. The environment names the publisher (scripts/publisher.ts). Nothing is sent anywhere.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNotices } from './notices.ts';
import { keychainBinary, publisherConfig, publisherVariables, readPublisher } from './publisher.ts';

const root = join(import.meta.dirname, '..');

const make = (targets: readonly string[]): void => {
  const publisher = readPublisher(process.env);
  if (publisher === null) {
    throw new Error(`an installer says whose it is: set ${publisherVariables.join(', ')} (the last one is optional)`);
  }
  if (publisher.updates === null) console.log('No address for updates: this program will not look for one.');
  // dist/ may be older than the sources, and a fresh checkout has none.
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts')], { cwd: root, stdio: 'inherit' });
  writeNotices();
  const scratch = mkdtempSync(join(tmpdir(), 'installers-'));
  try {
    const config = join(scratch, 'electron-builder.json');
    const ours = {
      extends: join(root, 'electron-builder.yml'),
      ...publisherConfig(publisher, new Date().getFullYear()),
      ...keychainBinary,
    };
    writeFileSync(config, JSON.stringify(ours));
    const builder = join(root, 'node_modules/electron-builder/cli.js');
    execFileSync(process.execPath, [builder, ...targets, '--publish', 'never', '--config', config], {
      cwd: root,
      stdio: 'inherit',
    });
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
