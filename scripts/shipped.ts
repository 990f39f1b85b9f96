import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Lists the foreign packages in the program. The bundler writes the list, so that it is never outdated. */

const root = join(import.meta.dirname, '..');
export const shippedFile = (part: string): string => join(root, 'dist', `.shipped-${part}.json`);

export const packedParts = ['main', 'preload', 'renderer'] as const;

/** The keychain's binary and Electron itself are packed but not bundled. */
const besideTheBundles = ['electron', 'keytar'] as const;

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
  /** Relative to the project's root. */
  readonly path: string;
}

/** The path of the package that contains this module. Null for our own modules. */
export function packageOf(id: string): string | null {
  const path = /^[^?]*/.exec(id.replaceAll('\\', '/').replace(/^\0/, ''))?.[0] ?? '';
  return /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null;
}

export const recordModules = (found: Set<string>): Plugin => ({
  name: 'shipped',
  enforce: 'post',
  transform(_code, id) {
    const path = packageOf(id);
    if (path !== null) found.add(path);
    return null;
  },
});

/** Every package in the program. Throws if a part was not built. */
export function shippedPackages(): readonly ShippedPackage[] {
  const bundled = packedParts.flatMap(
    (part) => JSON.parse(readFileSync(shippedFile(part), 'utf8')) as readonly string[],
  );
  const beside = besideTheBundles.map((name) => `node_modules/${name}`);
  return [...new Set([...bundled, ...beside])]
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .map((path) => {
      const manifest: { readonly name: string; readonly version: string; readonly license?: unknown } = JSON.parse(
        readFileSync(join(root, path, 'package.json'), 'utf8'),
      );
      return {
        name: manifest.name,
        version: manifest.version,
        license: typeof manifest.license === 'string' ? manifest.license : null,
        path,
      };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version));
}
