/**
 * Writes the notices for the foreign packages of the program: `dist/licenses/LICENSES.txt` with the texts of their
 * licences, and `dist/licenses/bom.cdx.json`, a list in the CycloneDX format.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ShippedPackage, shippedPackages } from './shipped.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/licenses');

/** The licence files of a package; empty if it has none. */
const wordsOf = ({ path }: Pick<ShippedPackage, 'path'>): string =>
  readdirSync(join(root, path))
    .filter((name) => /^(licen[cs]e|copying|notice|ofl)/i.test(name) && !/\.(js|ts|json)$/.test(name))
    .toSorted()
    .map((name) => readFileSync(join(root, path, name), 'utf8').trim())
    .join('\n\n');

const licencesText = (packages: readonly ShippedPackage[]): string =>
  packages
    .map((one) => {
      const { name, version, license } = one;
      const words = wordsOf(one);
      return `${name} ${version}\n${license ?? ''}\n\n${words === '' ? 'It has no text of it along.' : words}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);

interface Bom {
  readonly metadata: { readonly component: object; readonly [more: string]: unknown };
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** npm's list of the lockfile, reduced to the packages in the program. */
const billOfMaterials = (packages: readonly ShippedPackage[]): object => {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const all: Bom = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
      // On Windows npm is a batch file.
      shell: process.platform === 'win32',
    }),
  );
  const shipped = new Set(packages.map((one) => `${one.name}@${one.version}`));
  const isShipped = (ref: string): boolean => shipped.has(ref);
  const own = `${name}@${version}`;
  return {
    ...all,
    // npm would use the folder's name for the program.
    metadata: { ...all.metadata, component: { ...all.metadata.component, type: 'application', name } },
    // npm names a component by its folder, which for an alias is not the package.
    components: all.components
      .filter((one) => isShipped(one['bom-ref']))
      .map((one) => ({ ...one, name: one['bom-ref'].replace(/@[^@]*$/, '') })),
    dependencies: [
      { ref: own, dependsOn: [...shipped] },
      ...all.dependencies
        .filter(({ ref }) => isShipped(ref))
        .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
    ],
  };
};

export const writeNotices = (): void => {
  const packages = shippedPackages();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'LICENSES.txt'), licencesText(packages));
  writeFileSync(join(folder, 'bom.cdx.json'), `${JSON.stringify(billOfMaterials(packages), null, 2)}\n`);
};
