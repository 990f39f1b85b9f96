/**
 * The publisher of an installer and the address of its updates. They come from the environment of the computer that
 * makes the installer, so that the project contains no invented name.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const variables = {
  name: 'RECEIPT_COMPANION_PUBLISHER',
  email: 'RECEIPT_COMPANION_PUBLISHER_EMAIL',
  homepage: 'RECEIPT_COMPANION_HOMEPAGE',
  updates: 'RECEIPT_COMPANION_UPDATES',
} as const;

const https = z.url({ protocol: /^https$/ }).refine((address) => !/[?#]/.test(address), 'an address without ? and #');

const publisher = z.object({
  /** The company or person, as Windows and Debian show the name. */
  name: z.string().trim().min(1).max(100),
  email: z.email(),
  homepage: https,
  /** The web folder with the installers and `latest*.yml`. Null: the program never looks for an update. */
  updates: https.nullable(),
});
export type Publisher = z.infer<typeof publisher>;

/** Null if no variable is set, which is enough to pack and to try the app. Throws if only some are set. */
export const readPublisher = (env: Readonly<Record<string, string | undefined>>): Publisher | null => {
  const values = Object.fromEntries(Object.entries(variables).map(([key, name]) => [key, env[name]?.trim() || null]));
  if (Object.values(values).every((value) => value === null)) return null;
  const read = publisher.safeParse(values);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path, message }) => {
    const key = String(path[0]) as keyof typeof variables;
    return `${variables[key]}: ${values[key] === null ? 'is not set' : message}`;
  });
  throw new Error(`the publisher cannot be used. ${[...new Set(wrong)].join('; ')}`);
};

/** The configuration of electron-builder in addition to electron-builder.yml. `year` is the year of the copyright. */
export const publisherConfig = (found: Publisher | null, year: number): Readonly<Record<string, unknown>> => {
  if (found === null) return { publish: null };
  const { name, email, homepage, updates } = found;
  return {
    copyright: `Copyright © ${year} ${name}`,
    extraMetadata: { author: { name, email }, homepage },
    linux: { maintainer: `${name} <${email}>`, vendor: name },
    // The version determines the channel: 1.2.0 is `latest`, 1.2.0-beta.1 is `beta`.
    publish: updates === null ? null : [{ provider: 'generic', url: updates }],
  };
};

export const publisherVariables: readonly string[] = Object.values(variables);

/** The keychain module's binary. A section for one system in electron-builder.yml would replace the list above it. */
const keychainBinary = { files: [`node_modules/keytar/prebuilds/${process.platform}-\${arch}/keytar.node`] };

const root = join(import.meta.dirname, '..');

export const runBuilder = (args: readonly string[], found: Publisher | null, more: object = {}): void => {
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'electron-builder-'));
  const config = join(scratch.path, 'electron-builder.json');
  const own = { ...publisherConfig(found, new Date().getFullYear()), ...keychainBinary, ...more };
  writeFileSync(config, JSON.stringify({ extends: join(root, 'electron-builder.yml'), ...own }));
  // The work runs in its own process, because its exit hook would replace our exit code.
  const words = [...args, '--publish', 'never', '--config', config];
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  execFileSync(process.execPath, [builder, ...words], { cwd: root, stdio: 'inherit' });
};
