/** Makes the installers of this system. */
import { buildApp } from './build.ts';
import { writeNotices } from './notices.ts';
import { publisherVariables, readPublisher, runBuilder } from './publisher.ts';

const usage = `Makes the installers of this system in out/. Nothing is sent anywhere.
Usage: node scripts/installers.ts TARGETS, which are those of electron-builder
  node scripts/installers.ts --linux deb AppImage
  node scripts/installers.ts --win nsis msi
  node scripts/installers.ts --mac dmg zip
Environment: ${publisherVariables.join(', ')} (the last one is optional)
Exit codes: 0 made, 1 failed`;

const make = async (targets: readonly string[]): Promise<void> => {
  const publisher = readPublisher(process.env);
  if (publisher === null) {
    throw new Error(`an installer says whose it is: set ${publisherVariables.join(', ')} (the last one is optional)`);
  }
  if (publisher.updates === null) console.log('No address for updates: this program will not look for one.');
  // dist/ may be outdated or missing.
  await buildApp({ ifStale: false });
  writeNotices();
  runBuilder(targets, publisher);
};

try {
  const targets = process.argv.slice(2);
  if (targets.includes('--help')) console.log(usage);
  else await make(targets);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
