/**
 * Who publishes an installer, and where later versions of it are found: from the environment of the computer that makes it, so
 * that no name of nobody stands in the project.
 */
import { z } from 'zod';
import { updateKey } from '../src-main/diagnostics/update-list.ts';

const variables = {
  name: 'RECEIPT_COMPANION_PUBLISHER',
  email: 'RECEIPT_COMPANION_PUBLISHER_EMAIL',
  homepage: 'RECEIPT_COMPANION_HOMEPAGE',
  updates: 'RECEIPT_COMPANION_UPDATES',
  updateKey: 'RECEIPT_COMPANION_UPDATE_KEY',
} as const;

const https = z.url({ protocol: /^https$/ }).refine((address) => !/[?#]/.test(address), 'an address without ? and #');

const publisher = z.object({
  /** The company or person, as Windows and Debian show it. */
  name: z.string().trim().min(1).max(100),
  email: z.email(),
  homepage: https,
  /** The folder on a web server that has the installers and `latest*.yml`; null: this program never looks for a later one. */
  updates: https.nullable(),
  /** Of whoever signs these lists; null: this program takes a later one only where a policy brings a key. */
  updateKey: z
    .string()
    .refine((text) => updateKey(text) !== null, 'no public key of Ed25519 (DER) in base64')
    .nullable(),
});
export type Publisher = z.infer<typeof publisher>;

/** Null when nothing of it is set: enough to pack and to try, not for an installer. Throws a sentence for half of it. */
export const readPublisher = (env: Readonly<Record<string, string | undefined>>): Publisher | null => {
  const said = Object.fromEntries(Object.entries(variables).map(([key, name]) => [key, env[name]?.trim() || null]));
  if (Object.values(said).every((value) => value === null)) return null;
  const read = publisher.safeParse(said);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path, message }) => {
    const key = String(path[0]) as keyof typeof variables;
    return `${variables[key]}: ${said[key] === null ? 'is not set' : message}`;
  });
  throw new Error(`the publisher cannot be used. ${[...new Set(wrong)].join('; ')}`);
};

/** What electron-builder is told on top of electron-builder.yml; `year` stands in the copyright. */
export const publisherConfig = (found: Publisher | null, year: number): Readonly<Record<string, unknown>> => {
  if (found === null) return { publish: null };
  const { name, email, homepage, updates, updateKey } = found;
  return {
    copyright: `Copyright © ${year} ${name}`,
    extraMetadata: { author: { name, email }, homepage, ...(updateKey !== null && { updateKey }) },
    linux: { maintainer: `${name} <${email}>`, vendor: name },
    // The channel is that of the version: 1.2.0 is `latest`, 1.2.0-beta.1 is `beta`.
    publish: updates === null ? null : [{ provider: 'generic', url: updates }],
  };
};

/** For whoever has to set them. */
export const publisherVariables: readonly string[] = Object.values(variables);
